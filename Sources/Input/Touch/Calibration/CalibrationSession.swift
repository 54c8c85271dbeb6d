import StarSlider

/// A calibration in progress. It is a pure state machine that requests touches on targets and computes a calibration from them.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | waiting | a finger touches | pressed |
/// | waiting, pressed | no touch was accepted for `patience` | failed: timeout |
/// | pressed | it moves | pressed |
/// | pressed | it is cancelled | waiting, for the same target |
/// | pressed | it lifts, implausible | waiting, for the same target; `hint` has the reason |
/// | pressed | it lifts, not the last target | waiting, for the next target |
/// | pressed | it lifts on the last target, the touches fit | done |
/// | pressed | it lifts on the last target, they do not | waiting, for the first target; after `rounds` failed |
/// | any | another contact changes | unchanged |
/// | done, failed | any | unchanged |
///
/// A touch is implausible if it is shorter than `shortest`, if the finger moves by more than 1/32 of an axis, or if it is within 1/16 of
/// both axes of an earlier target's touch. Its position is the mean of all reported positions, because resistive panels are noisy,
/// especially when a finger lifts.
///
/// A driver may announce a smaller axis range than the panel reports. If a target was touched outside the announced range, `ranges`
/// contains an estimate of the true range, and the calibration is relative to that.
package struct CalibrationSession: Sendable {
  package enum State: Hashable, Sendable {
    /// No finger is on the target.
    case waiting
    case pressed
    case done(CalibrationFit)
    case failed(Fault)
  }

  /// Why the session ended without a calibration.
  package enum Fault: Hashable, Sendable {
    /// No target was touched in time.
    case timeout
    /// The touches of the last round did not fit.
    case refused(CalibrationFit.Refusal)
  }

  /// Why the last touch was rejected.
  package enum Hint: Hashable, Sendable {
    /// The touch was shorter than `shortest`.
    case tooShort
    /// The finger moved too far.
    case moved
    /// The touch was where an earlier target was touched.
    case samePlace
    /// All targets were touched, and the touches do not fit.
    case refused(CalibrationFit.Refusal)

    /// The reason, worded to follow "touch again: ".
    package var reason: String {
      switch self {
      case .tooShort: "that was too short"
      case .moved: "the finger moved"
      case .samePlace: "that was an earlier target's place"
      case .refused(let refusal): "the touches do not fit: " + refusal.reason
      }
    }
  }

  /// The time limit for one target in nanoseconds: a minute.
  package static var patience: Int64 { 60_000_000_000 }
  /// The shortest accepted touch, in nanoseconds; a shorter one is a bounce.
  package static var shortest: Int64 { 20_000_000 }
  /// The number of rounds over all targets before the session fails.
  package static var rounds: Int32 { 3 }

  /// The targets, in the scanout's pixels.
  package let targets: [Point<PhysicalSpace>]
  package private(set) var state = State.waiting
  /// The index of the target to be touched.
  package private(set) var target = 0
  /// Why the last touch was rejected; `nil` if it was accepted.
  package private(set) var hint: Hint?
  /// The ranges of the axes on which targets were touched beyond the announced range; unset for other axes.
  package private(set) var ranges = AxisQuirks()
  /// When `timePassed` must be called, in nanoseconds of the monotonic clock.
  package private(set) var deadline: Int64

  private let axes: (x: AxisInfo, y: AxisInfo)
  private let screen: Size<PhysicalSpace>
  private var round: Int32 = 1
  private var press = Press()
  /// The accepted touches of this round.
  private var touches: [Point<RawSpace>] = []

  /// Starts a session with 3 or 5 targets. Fails for any other number, or if an axis has no usable range.
  @export(interface)
  package init?(targets count: Int32, on screen: ScreenTransform, axes: (x: AxisInfo, y: AxisInfo), now: Int64) {
    guard axes.x.isUsable, axes.y.isUsable, let targets = Self.targets(count, on: screen) else { return nil }
    self.targets = targets
    self.axes = axes
    self.screen = screen.physical
    deadline = now + Self.patience
  }

  /// Returns places an eighth of the screen away from its edges as the viewer sees it, clockwise from the top left, with the middle last.
  /// Three targets are as far from a line as possible.
  static func targets(_ count: Int32, on screen: ScreenTransform) -> [Point<PhysicalSpace>]? {
    let places: [(Int32, Int32)]
    switch count {
    case 3: places = [(1, 1), (7, 4), (4, 7)]
    case 5: places = [(1, 1), (7, 1), (7, 7), (1, 7), (4, 4)]
    default: return nil
    }
    return places.map { (x, y) in
      screen.toPhysical(
        Point<LayoutSpace>(
          x: Fixed(screen.layout.width * x / 8) + .half, y: Fixed(screen.layout.height * y / 8) + .half))
    }
  }

  /// Handles a touch. `now` is in nanoseconds of the monotonic clock.
  @export(interface) package mutating func handle(_ event: TouchEvent<RawSpace>, now: Int64) {
    if state == .waiting && event.phase == .began {
      press = Press(contact: event.contact, time: event.time, positions: [event.position])
      state = .pressed
      return
    }
    guard state == .pressed && event.contact == press.contact else { return }
    switch event.phase {
    case .began: break
    case .moved: press.positions.append(event.position)
    case .cancelled: state = .waiting
    case .ended: lift(event, now)
    }
  }

  /// Checks the time limit. `now` is in nanoseconds of the monotonic clock.
  @export(interface) package mutating func timePassed(_ now: Int64) {
    if (state == .waiting || state == .pressed) && now >= deadline { state = .failed(.timeout) }
  }

  private mutating func lift(_ event: TouchEvent<RawSpace>, _ now: Int64) {
    state = .waiting
    hint = objection(to: press.mean, lasting: event.time - press.time)
    if hint != nil { return }
    deadline = now + Self.patience
    touches.append(press.mean)
    target += 1
    if target < targets.count { return }
    ranges.rangeX = Self.range(of: axes.x, touchedAt: touches.map { $0.x })
    ranges.rangeY = Self.range(of: axes.y, touchedAt: touches.map { $0.y })
    let axes = ranges.applied(to: axes)
    do throws(CalibrationFit.Refusal) {
      let samples = zip(touches, targets).map { (touch, target) in
        CalibrationSample(raw: touch, axes: axes, target: target, screen: screen)
      }
      state = .done(try CalibrationFit(samples, screen: screen))
    } catch {
      if round == Self.rounds { state = .failed(.refused(error)) }
      hint = .refused(error)
      round += 1
      touches = []
      target = 0
    }
  }

  private func objection(to touch: Point<RawSpace>, lasting time: Int64) -> Hint? {
    if time < Self.shortest { return .tooShort }
    if press.wanders(over: axes) { return .moved }
    func isNear(_ a: Fixed, _ b: Fixed, _ axis: AxisInfo) -> Bool {
      16 * abs(Int64(a.raw) - Int64(b.raw)) < axis.span << 8
    }
    let wasTouched = touches.contains { isNear($0.x, touch.x, axes.x) && isNear($0.y, touch.y, axes.y) }
    return wasTouched ? .samePlace : nil
  }

  /// Returns the range of an axis across the screen if a target was touched beyond the announced range; otherwise `nil`. The outermost
  /// targets are six eighths of the screen apart.
  private static func range(of axis: AxisInfo, touchedAt places: [Fixed]) -> AxisQuirks.AxisRange? {
    guard let least = places.min(), let greatest = places.max() else { return nil }
    let announced = (min(axis.minimum, axis.maximum), max(axis.minimum, axis.maximum))
    if least >= Fixed(announced.0) && greatest <= Fixed(announced.1) { return nil }
    let margin = (Int64(greatest.raw) - Int64(least.raw)) / 6
    let ends = (Int32((Int64(least.raw) - margin) >> 8), Int32((Int64(greatest.raw) + margin) >> 8))
    return axis.minimum <= axis.maximum ? AxisQuirks.AxisRange(ends.0, ends.1) : AxisQuirks.AxisRange(ends.1, ends.0)
  }

  /// A finger on a target.
  private struct Press: Sendable {
    var contact: Int32 = 0
    /// When the press began, in nanoseconds.
    var time: Int64 = 0
    /// All positions that the device reported. `patience` limits their number.
    var positions: [Point<RawSpace>] = []

    var mean: Point<RawSpace> {
      func mean(_ values: [Fixed]) -> Fixed {
        let sum = values.reduce(Int64(0)) { $0 + Int64($1.raw) }
        return Fixed(raw: Int32(divideRounding(sum, by: max(Int64(values.count), 1))))
      }
      return Point(x: mean(positions.map { $0.x }), y: mean(positions.map { $0.y }))
    }

    func wanders(over axes: (x: AxisInfo, y: AxisInfo)) -> Bool {
      func isFar(_ shares: [Int64]) -> Bool { (shares.max() ?? 0) - (shares.min() ?? 0) > 1 << 30 / 32 }
      return isFar(positions.map { axes.x.share(of: $0.x) }) || isFar(positions.map { axes.y.share(of: $0.y) })
    }
  }
}
