import Geometry
import Rating

/// Touches on targets become a calibration: a pure machine, contacts and time in, what to show out.
///
/// | state | what happens | next state |
/// | --- | --- | --- |
/// | waiting | a finger comes down | pressed |
/// | waiting, pressed | nothing was accepted for `patience` | failed: timeout |
/// | pressed | it moves | pressed |
/// | pressed | it is cancelled | waiting, for the same target |
/// | pressed | it lifts, implausible | waiting, for the same target; `hint` says why |
/// | pressed | it lifts, not the last target | waiting, for the next target |
/// | pressed | it lifts on the last target, the touches fit | done |
/// | pressed | it lifts on the last target, they do not | waiting, for the first target; after `rounds` failed |
/// | any | another finger does something | as it was |
/// | done, failed | anything | as it was |
///
/// A touch is implausible if it lasts less than `shortest`, if the finger wanders by more than 1/32 of an axis, or if it is
/// as near as 1/16 of both axes to an earlier target's touch. Its position is the mean of all that the device reported,
/// since resistive panels are noisy, most of all when a finger lifts.
///
/// A driver may announce less of an axis than the panel reports. Where a target was touched out there, `ranges` has what the
/// axis seems to have, and the calibration counts on that.
package struct CalibrationSession: Sendable {
  /// Where it stands.
  package enum State: Hashable, Sendable {
    /// For a finger on the target.
    case waiting
    /// The target is touched.
    case pressed
    /// All went well.
    case done(CalibrationFit)
    /// It did not.
    case failed(Failure)
  }

  /// Why it ended without a calibration.
  package enum Failure: Hashable, Sendable {
    /// Nobody touched the targets.
    case timeout
    /// The touches of the last round did not fit.
    case refused(CalibrationFit.Refusal)
  }

  /// Why the target is asked for again.
  package enum Hint: Hashable, Sendable {
    /// The touch was shorter than `shortest`.
    case tooShort
    /// The finger wandered.
    case moved
    /// Where an earlier target was touched.
    case samePlace
    /// All targets were touched, and do not go together.
    case refused(CalibrationFit.Refusal)

    /// In words, to stand after "touch again: ".
    package var reason: String {
      switch self {
      case .tooShort: "that was too short"
      case .moved: "the finger moved"
      case .samePlace: "that was an earlier target's place"
      case .refused(let refusal): "the touches do not fit: " + refusal.reason
      }
    }
  }

  /// How long a target is waited for: a minute, in nanoseconds.
  package static var patience: Int64 { 60_000_000_000 }
  /// The least time that a touch lasts, nanoseconds: less is a bounce.
  package static var shortest: Int64 { 20_000_000 }
  /// How often all targets are asked for.
  package static var rounds: Int32 { 3 }

  /// Where to touch, in the scanout's pixels.
  package let targets: [Point<PhysicalSpace>]
  /// Where it stands.
  package private(set) var state = State.waiting
  /// The target to be touched, an index into `targets`.
  package private(set) var target = 0
  /// Why the last touch was not taken; nil where it was.
  package private(set) var hint: Hint?
  /// The ends of the axes on which targets were touched beyond what the device announces; all else is left as it is.
  package private(set) var ranges = AxisQuirks()
  /// When `timePassed` must be called, nanoseconds of the monotonic clock.
  package private(set) var deadline: Int64

  private let axes: (x: AxisInfo, y: AxisInfo)
  private let screen: Size<PhysicalSpace>
  private var round: Int32 = 1
  private var press = Press()
  /// Where the targets of this round were touched.
  private var touches: [Point<RawSpace>] = []

  /// 3 or 5 targets on a screen, for a device with these axes. Nil for another number, or where an axis has no usable range.
  @export(interface)
  package init?(targets count: Int32, on screen: ScreenTransform, axes: (x: AxisInfo, y: AxisInfo), now: Int64) {
    guard axes.x.isUsable, axes.y.isUsable, let targets = Self.targets(count, on: screen) else { return nil }
    self.targets = targets
    self.axes = axes
    self.screen = screen.physical
    deadline = now + Self.patience
  }

  /// An eighth of the screen from its edges as the viewer sees it, clockwise from the left at the top, the middle last; three
  /// are as far from a line as they can be.
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

  /// Handles what a finger did. `now` is in nanoseconds of the monotonic clock.
  @export(interface) package mutating func handle(_ event: TouchEvent<RawSpace>, now: Int64) {
    switch (state, event.phase) {
    case (.waiting, .began):
      press = Press(event)
      state = .pressed
    case (.pressed, .moved):
      if event.contact == press.contact { press.add(event.position) }
    case (.pressed, .cancelled):
      if event.contact == press.contact { state = .waiting }
    case (.pressed, .ended):
      if event.contact == press.contact { lift(event, now) }
    default: break
    }
  }

  /// It is `now`, in nanoseconds of the monotonic clock.
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

  /// What an axis reports from one end of the screen to the other, if a target was touched beyond what it announces: the
  /// outermost targets are six eighths of the screen apart. Nil for one that announces enough.
  private static func range(of axis: AxisInfo, touchedAt places: [Fixed]) -> AxisQuirks.AxisRange? {
    guard let least = places.min(), let greatest = places.max() else { return nil }
    let announced = (min(axis.minimum, axis.maximum), max(axis.minimum, axis.maximum))
    if least >= Fixed(announced.0) && greatest <= Fixed(announced.1) { return nil }
    let margin = (Int64(greatest.raw) - Int64(least.raw)) / 6
    let ends = (Int32((Int64(least.raw) - margin) >> 8), Int32((Int64(greatest.raw) + margin) >> 8))
    return axis.minimum <= axis.maximum ? AxisQuirks.AxisRange(ends.0, ends.1) : AxisQuirks.AxisRange(ends.1, ends.0)
  }

  /// A finger on a target, in 1/256 of the device's units.
  private struct Press: Sendable {
    var contact: Int32 = 0
    /// When it came down, nanoseconds.
    var time: Int64 = 0
    private var count: Int64 = 0
    private var (sumX, sumY): (Int64, Int64) = (0, 0)
    private var (least, greatest) = (Point<RawSpace>(x: .zero, y: .zero), Point<RawSpace>(x: .zero, y: .zero))

    init() {}

    init(_ event: TouchEvent<RawSpace>) {
      contact = event.contact
      time = event.time
      (least, greatest) = (event.position, event.position)
      add(event.position)
    }

    mutating func add(_ position: Point<RawSpace>) {
      count += 1
      sumX += Int64(position.x.raw)
      sumY += Int64(position.y.raw)
      least = Point(x: min(least.x, position.x), y: min(least.y, position.y))
      greatest = Point(x: max(greatest.x, position.x), y: max(greatest.y, position.y))
    }

    /// Where it was, all in all.
    var mean: Point<RawSpace> {
      let n = max(count, 1)
      return Point(x: Fixed(raw: Int32(divideRounding(sumX, by: n))), y: Fixed(raw: Int32(divideRounding(sumY, by: n))))
    }

    func wanders(over axes: (x: AxisInfo, y: AxisInfo)) -> Bool {
      func isFar(_ least: Fixed, _ greatest: Fixed, _ axis: AxisInfo) -> Bool {
        abs(axis.share(of: greatest) - axis.share(of: least)) > 1 << 30 / 32
      }
      return isFar(least.x, greatest.x, axes.x) || isFar(least.y, greatest.y, axes.y)
    }
  }
}
