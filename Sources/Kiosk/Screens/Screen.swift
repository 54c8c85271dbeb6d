import Display
import StarSlider

/// A screen: widgets, a row of stars, and the keyboard focus.
///
/// A screen is laid out once. A frame paints only the widgets that changed since the buffer was painted, and only the pixels of the stars
/// that differ.
package final class Screen {
  /// The result of a touch or a key.
  package enum Outcome: Hashable, Sendable {
    case action(Action)
    case rated(RatingEvent)
  }

  enum Focus: Equatable {
    /// No key was pressed since the last touch.
    case hidden
    case slider
    /// The index of the button.
    case button(Int)
  }

  /// The stars. Several screens may share them.
  package let slider: StarSlider?
  /// The index of the stars' face.
  let style: Int
  /// The action of a tap outside the buttons.
  let tapAction: Action?
  /// The distance from the stars' bounds to the outer edge of their focus frame, in pixels.
  let focusDistance: Int32
  /// The motion of the stars; `nil` if they do not move.
  let motion: StarMotion?
  let words: ScaleWordsWidget?
  private let countdown: CountdownWidget?
  let widgets: [Widget]
  let buttons: [ButtonWidget]
  let canvas: Canvas
  /// The panel behind the stars or faces of a screen with a photo.
  let panel: Panel?

  // Input state, in Screen+Input.swift.

  /// The contact that presses a button, or the whole screen if `button` is `nil`.
  var held: (contact: Int32, button: ButtonWidget?)?
  var focus = Focus.hidden

  // Painting state, in Screen+Painting.swift. Frames are counted from 1.

  var frame: Int64 = 0
  /// The last frame that damaged the whole screen.
  var lastFullFrame: Int64 = 0
  var isInvalid = true
  var sliderFocusChanged = false
  /// The last frame in which the focus frame of the stars changed.
  var lastSliderFocusFrame: Int64 = 0

  private var animation: StarAnimation?
  private var buttonPress: ButtonPress?
  /// The change by which this screen appears; `nil` once it is over.
  var change: ScreenChange? { didSet { if change == nil { oldValue?.end() } } }

  init(
    _ canvas: Canvas, widgets: [Widget] = [], slider: StarSlider? = nil, style: Int = 0, tapAction: Action? = nil,
    motion: StarMotion? = nil, words: ScaleWordsWidget? = nil, countdown: CountdownWidget? = nil,
    focusDistance: Int32? = nil
  ) {
    self.canvas = canvas
    (self.motion, self.words) = (motion, words)
    let all = words.map { widgets + [$0] } ?? widgets
    self.widgets = countdown.map { all + [$0] } ?? all
    self.slider = slider
    self.style = style
    self.tapAction = tapAction
    self.countdown = countdown
    self.focusDistance = focusDistance ?? canvas.ring
    buttons = widgets.compactMap { $0 as? ButtonWidget }
    let distance = self.focusDistance
    let stars = slider.map { $0.layout.bounds.inset(by: -distance) }
    panel = Panel(behind: self.widgets, stars, canvas)
  }

  /// The style of the stars on the thank-you screen.
  static var thanks: Int { 1 }

  /// Resets the screen for a visitor. `withFocus` shows the focus at once, for a screen that was reached by a key.
  package func show(withFocus: Bool = false) {
    held = nil
    focus = .hidden
    for button in buttons { (button.isPressed, button.isSelected, button.hasFocus) = (false, false, false) }
    countdown?.number = nil
    (animation, change, buttonPress) = (nil, nil, nil)
    slider?.style = style
    motion?.reset()
    invalidate()
    if withFocus && tapAction == nil { setFocus(firstFocus) }
  }

  /// Marks the content of all buffers as unknown.
  package func invalidate() {
    isInvalid = true
    change = nil
    slider?.invalidate()
  }

  /// Returns the bounds of an action's button, or `nil` if the screen has none.
  package func bounds(of action: Action) -> Rect<LayoutSpace>? { buttons.first { $0.action == action }?.bounds }

  /// The maximum shift of the picture in pixels: the width of the background at the edges of every screen of this size.
  package var maximumShift: Int32 { min(canvas.transform.layout.width, canvas.transform.layout.height) / 26 }

  package var center: Point<LayoutSpace> { Rect(canvas.transform.layout).center }

  /// Shows the remaining seconds; `nil` hides the countdown.
  package func setCountdown(_ number: Int32?) { countdown?.number = number }

  /// Starts the animation that fills the stars up to a value in steps.
  package func lightUp(to value: Int32, at now: Int64) {
    animation = StarAnimation(target: value, start: now)
    slider?.set(0)
  }

  /// Shows a glint on the stars repeatedly, if they have a motion.
  package func glint(from now: Int64) { motion?.glint(from: now) }

  /// The time of the next `update`, in nanoseconds of the monotonic clock; `nil` if nothing is animated.
  package var deadline: Int64? { change?.next ?? buttonPress?.next ?? animation?.next ?? motion?.next }

  /// Whether another frame follows soon.
  package var isMoving: Bool { change != nil || buttonPress != nil || animation != nil || motion?.isActive == true }

  /// Advances the animations: the change to this screen, then the stars.
  package func update(at now: Int64) {
    if let change {
      if change.advance(to: now) { self.change = nil }
      return
    }
    if buttonPress?.advance(to: now) == true { buttonPress = nil }
    motion?.advance(to: now)
    guard var animation, now >= animation.next else { return }
    slider?.set(animation.advance(to: now))
    self.animation = animation.isOver ? nil : animation
  }

  /// Shows a button as pressed. If motion is enabled, the button shrinks.
  func press(_ button: ButtonWidget) {
    if button.isPressed { return }
    button.isPressed = true
    if canvas.hasMotion { buttonPress = ButtonPress(button) }
  }

  /// Skips to the end of the animations: the stars show their value, and a pressed button has its smallest size.
  func finishAnimation() {
    buttonPress?.finish()
    buttonPress = nil
    if let animation { slider?.set(animation.target) }
    animation = nil
  }
}
