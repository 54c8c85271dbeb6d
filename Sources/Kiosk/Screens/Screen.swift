import Display
import Geometry
import Raster
import Rating
import StarSlider

/// One picture that a visitor sees, and what can be done with it: parts, a row of stars among them, a focus for keys.
///
/// It is laid out and set once. A frame then paints the parts that differ from what its buffer holds, and of the stars only
/// the pixels that differ.
package final class Screen {
  /// What came of a touch or a key.
  package enum Outcome: Hashable, Sendable {
    case action(Action)
    case rated(RatingEvent)
  }

  /// The stars, if there are some; several screens may share them.
  package let slider: StarSlider?
  /// Which of the stars' faces this screen shows.
  let look: Int
  /// What a tap does that hits no button, anywhere.
  let tap: Action?
  /// Where a number is counted down.
  let countdown: CountdownWidget?
  private let parts: [Widget]
  private let buttons: [ButtonWidget]
  let canvas: Canvas

  /// The button, or the whole screen, that a finger is on.
  private var held: (contact: Int32, button: ButtonWidget?)?
  private var focus = Focus.hidden
  /// Frames that were painted.
  private var frame: Int64 = 0
  /// The frame in which all of it was damaged.
  private var shownAt: Int64 = 0
  private var isUnknown = true
  private var animation: StarAnimation?

  /// What has the focus of the keys.
  private enum Focus: Equatable {
    /// No key was pressed since the last touch.
    case hidden
    case slider
    case button(Int)
  }

  init(
    _ canvas: Canvas, parts: [Widget] = [], slider: StarSlider? = nil, look: Int = 0, tap: Action? = nil,
    countdown: CountdownWidget? = nil
  ) {
    self.canvas = canvas
    self.parts = countdown.map { parts + [$0] } ?? parts
    self.slider = slider
    self.look = look
    self.tap = tap
    self.countdown = countdown
    buttons = parts.compactMap { $0 as? ButtonWidget }
  }

  /// Begins anew for the next visitor, or the next step; `withFocus` where a key led here, and more keys will come.
  package func show(withFocus: Bool = false) {
    held = nil
    focus = .hidden
    for button in buttons { (button.isPressed, button.isSelected, button.hasFocus) = (false, false, false) }
    countdown?.number = nil
    animation = nil
    slider?.style = look
    invalidate()
    if withFocus && tap == nil { setFocus(firstFocus) }
  }

  /// The buffers hold something else, or nobody knows what.
  package func invalidate() {
    isUnknown = true
    slider?.invalidate()
  }

  /// Where the button for an action is; `nil` where there is none.
  package func place(of action: Action) -> Rect<LayoutSpace>? { buttons.first { $0.action == action }?.bounds }

  /// How far the picture may be moved, pixels: as much background as any screen of this size has at its edges.
  package var room: Int32 { min(canvas.transform.layout.width, canvas.transform.layout.height) / 26 }

  /// The middle of what the visitor sees.
  package var middle: Point<LayoutSpace> { Rect(canvas.transform.layout).center }

  // MARK: Touch

  /// Takes a contact. Fingers beside the first are the stars' business only.
  package func handle(_ phase: ContactPhase, contact: Int32, at point: Point<LayoutSpace>) -> Outcome? {
    if phase == .began { hideFocus() }
    if let held, held.contact == contact {
      return follow(held.button, phase, at: point)
    }
    if phase == .began && held == nil {
      if let button = buttons.first(where: { $0.bounds.contains(point) }) {
        button.isPressed = true
        held = (contact, button)
        return nil
      }
      if tap != nil { held = (contact, nil) }
    }
    // Where a tap leads on, the stars are a picture.
    if tap != nil { return nil }
    return slider?.handle(phase, contact: contact, at: point).map { .rated($0) }
  }

  private func follow(_ button: ButtonWidget?, _ phase: ContactPhase, at point: Point<LayoutSpace>) -> Outcome? {
    let isOn = button?.bounds.contains(point) ?? true
    button?.isPressed = isOn && phase == .moved
    switch phase {
    case .began, .moved: return nil
    case .cancelled:
      held = nil
      return nil
    case .ended:
      held = nil
      guard isOn, let action = button?.action ?? tap else { return nil }
      return press(button, action)
    }
  }

  private func press(_ button: ButtonWidget?, _ action: Action) -> Outcome {
    if let button, button.kind == .toggle { button.isSelected.toggle() }
    return .action(action)
  }

  /// A finger that nobody will lift: another terminal has the screen.
  package func cancelTouch() -> Outcome? {
    held?.button?.isPressed = false
    held = nil
    return slider?.cancelTouch().map { .rated($0) }
  }

  // MARK: Keys

  /// Takes a key. The first one after a touch only shows where the focus is. Where there are the stars and nothing else, an
  /// arrow goes to them at once; an enter does not, since it could confirm a value that nobody gave.
  package func handle(_ key: ArrowKey) -> Outcome? {
    if focus == .hidden {
      if let tap { return key == .enter ? .action(tap) : nil }
      setFocus(firstFocus)
      if focus != .slider || !buttons.isEmpty || key == .enter { return nil }
    }
    if key == .enter, case .button(let i) = focus { return press(buttons[i], buttons[i].action) }
    if focus == .slider, !leavesSlider(key) { return slider?.handle(key).map { .rated($0) } }
    if let next = neighbour(key) { setFocus(next) }
    return nil
  }

  /// Stars that only say thank you, or wait for a start, are a picture.
  private var rates: Bool { slider?.takesInput == true && tap == nil && look != Screen.thanks }

  /// Where the keys begin.
  private var firstFocus: Focus { rates ? .slider : buttons.isEmpty ? .hidden : .button(0) }

  /// The keys across the row lead away from the stars.
  private func leavesSlider(_ key: ArrowKey) -> Bool {
    guard let slider else { return true }
    // Away from what is alone there is nowhere to go.
    if buttons.isEmpty { return false }
    return slider.isVertical ? key == .left || key == .right : key == .up || key == .down
  }

  private func bounds(_ place: Focus) -> Rect<LayoutSpace>? {
    switch place {
    case .hidden: nil
    case .slider: slider?.layout.bounds
    case .button(let i): buttons[i].bounds
    }
  }

  /// What lies nearest in a key's direction, distances across counting double. To the left and right what is in the same row
  /// comes before all else, however far away.
  private func neighbour(_ key: ArrowKey) -> Focus? {
    guard let here = bounds(focus) else { return nil }
    let from = here.center
    var best: (place: Focus, isBeside: Bool, distance: Int32)?
    let places = (rates ? [Focus.slider] : []) + buttons.indices.map { Focus.button($0) }
    for place in places where place != focus {
      guard let there = bounds(place), case let to = there.center,
        let way = key.way((to.x - from.x).floor, (to.y - from.y).floor), way.along > 0
      else { continue }
      let isBeside = (key == .left || key == .right) && here.minY < there.maxY && there.minY < here.maxY
      let distance = way.along + 2 * way.across
      if let best, best.isBeside == isBeside ? distance >= best.distance : best.isBeside { continue }
      best = (place, isBeside, distance)
    }
    return best?.place
  }

  private func setFocus(_ new: Focus) {
    if case .button(let i) = focus { buttons[i].hasFocus = false }
    if focus == .slider || new == .slider { sliderFrameChanged = true }
    focus = new
    if case .button(let i) = focus { buttons[i].hasFocus = true }
  }

  private func hideFocus() { if focus != .hidden { setFocus(.hidden) } }

  // MARK: What changes by itself

  /// Shows how many seconds are left; `nil` is no number.
  package func count(_ number: Int32?) { countdown?.number = number }

  /// Lets the stars light up one after another until `value`, in steps, is reached.
  package func lightUp(to value: Int32, at now: Int64) {
    animation = StarAnimation(target: value, start: now)
    slider?.set(0)
  }

  /// When `timePassed` has something to do, nanoseconds of the monotonic clock; `nil` once nothing moves.
  package var deadline: Int64? { animation?.next }

  package func timePassed(_ now: Int64) {
    guard var moving = animation, now >= moving.next else { return }
    slider?.set(moving.advance(to: now))
    animation = moving.isOver ? nil : moving
  }

  // MARK: Painting

  /// The frame around the stars came or went.
  private var sliderFrameChanged = false
  private var sliderFrameChangedAt: Int64 = 0

  package var needsPaint: Bool {
    isUnknown || sliderFrameChanged || slider?.needsPaint == true || parts.contains { $0.isChanged }
  }

  /// Brings a buffer up to date; returns what differs from the frame before. The picture lies moved by `shift`, after which
  /// what it uncovers is background; another shift than the last frame's comes after `invalidate`. Within `room`, nothing but
  /// background is cut off.
  package func paint(_ frame: Frame, movedBy shift: ScreenShift = .none) -> Region<PhysicalSpace> {
    self.frame += 1
    let whole = frame.surface
    let surface = shift == .none ? whole : whole.moved(by: shift)
    if isUnknown { shownAt = self.frame }
    let oldest = self.frame - Int64(frame.age)
    let isNew = frame.age == 0 || shownAt > oldest
    // A drag. (Asked with `?`, the slider's references are not counted.)
    if !isNew, hasNothingNewerButStars(than: oldest), let damage = slider?.paint(into: surface, age: frame.age) {
      return shift == .none ? damage : shift.toScanout(damage)
    }
    var damage = Region<PhysicalSpace>()
    if isNew { whole.fill(whole.bounds, with: canvas.theme.background) }
    for part in parts {
      if part.isChanged {
        part.isChanged = false
        part.changedAt = self.frame
        damage.add(canvas.transform.toPhysical(part.bounds))
      }
      if isNew || part.changedAt > oldest { part.paint(canvas, on: surface) }
    }
    paintSliderFrame(isNew: isNew, oldest: oldest, on: surface, &damage)
    if let slider { damage.add(slider.paint(into: surface, age: isNew ? 0 : frame.age)) }
    if !isUnknown { return shift == .none ? damage : shift.toScanout(damage) }
    isUnknown = false
    return Region(whole.bounds)
  }

  /// What is beside the stars is as it was in a frame, and so it is in a buffer that shows that frame or a later one.
  private func hasNothingNewerButStars(than frame: Int64) -> Bool {
    !sliderFrameChanged && sliderFrameChangedAt <= frame && !parts.contains { $0.isChanged || $0.changedAt > frame }
  }

  /// Brings a buffer that is off the screen up to date with the frame that was painted last: no frame of its own, and nothing
  /// to be presented. As `paint`, while nothing waits to be painted; the frame after that finds the buffer's age 1.
  package func catchUp(_ spare: Frame, movedBy shift: ScreenShift = .none) {
    precondition(!needsPaint, "what waits to be painted is a frame")
    let whole = spare.surface
    let surface = shift == .none ? whole : whole.moved(by: shift)
    let shown = frame + 1 - Int64(spare.age)
    let isNew = spare.age == 0 || shownAt > shown
    if isNew { whole.fill(whole.bounds, with: canvas.theme.background) }
    for part in parts where isNew || part.changedAt > shown { part.paint(canvas, on: surface) }
    var nothing = Region<PhysicalSpace>()
    paintSliderFrame(isNew: isNew, oldest: shown, on: surface, &nothing)
    slider?.repaint(surface, age: isNew ? 0 : spare.age)
  }

  private func paintSliderFrame(
    isNew: Bool, oldest: Int64, on surface: Surface, _ damage: inout Region<PhysicalSpace>
  ) {
    guard let slider else { return }
    let around = slider.layout.bounds.inset(by: -canvas.ring)
    if sliderFrameChanged {
      sliderFrameChanged = false
      sliderFrameChangedAt = frame
      damage.add(canvas.transform.toPhysical(around))
    }
    if sliderFrameChangedAt > oldest || isNew && focus == .slider {
      let color = focus == .slider ? canvas.theme.text : canvas.theme.background
      canvas.frame(around, thickness: canvas.ring, with: color, on: surface)
    }
  }
}

extension ArrowKey {
  /// How far a place lies in the key's direction and beside it, pixels; `nil` for keys without a direction.
  fileprivate func way(_ dx: Int32, _ dy: Int32) -> (along: Int32, across: Int32)? {
    switch self {
    case .left: (-dx, abs(dy))
    case .right: (dx, abs(dy))
    case .up: (-dy, abs(dx))
    case .down: (dy, abs(dx))
    default: nil
    }
  }
}
