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

  /// What the visitor has chosen on this screen since it was shown.
  enum Answer {
    case none
    case stars
    case button(ButtonWidget)
  }

  enum Focus: Equatable {
    /// No key was pressed since the last touch.
    case hidden
    case slider
    /// The index of the button.
    case button(Int)
  }

  /// What the visitor does on this screen.
  struct Input {
    /// The contact that presses a button, or the whole screen if `button` is `nil`.
    var held: (contact: Int32, button: ButtonWidget?)?
    var focus = Focus.hidden
    var answer = Answer.none
  }

  /// The stars. Several screens may share them.
  package let slider: StarSlider?
  /// The index of the stars' face.
  let style: Int
  /// The action of a tap outside the buttons and the stars.
  let tapAction: Action?
  /// Whether visitors can rate on this screen.
  let isRated: Bool
  /// The value of the stars of a start screen while they do not invite.
  private var restingValue: Int32?
  /// The distance from the stars' bounds to the outer edge of their focus frame, in pixels.
  let focusDistance: Int32
  let words: ScaleWordsWidget?
  let tick: StarTick?
  let widgets: [Widget]
  let buttons: [ButtonWidget]
  let canvas: Canvas
  /// The panel behind the stars or faces of a screen with a photo.
  let panel: Panel?
  var input = Input()
  var frames = FrameRecord()
  var animation: ScreenAnimation

  init(
    _ canvas: Canvas, widgets: [Widget] = [], slider: StarSlider? = nil, style: Int = 0, tapAction: Action? = nil,
    motion: StarMotion? = nil, words: ScaleWordsWidget? = nil, tick: StarTick? = nil, countdown: CountdownWidget? = nil,
    focusDistance: Int32? = nil, isRated: Bool? = nil
  ) {
    self.canvas = canvas
    (self.words, self.tick) = (words, tick)
    animation = ScreenAnimation(stars: motion)
    let all = words.map { widgets + [$0] } ?? widgets
    self.widgets = countdown.map { all + [$0] } ?? all
    self.slider = slider
    self.style = style
    self.tapAction = tapAction
    self.isRated = slider?.takesInput == true && isRated ?? (tapAction == nil && style != Self.thanks)
    self.focusDistance = focusDistance ?? canvas.ring
    buttons = widgets.compactMap { $0 as? ButtonWidget }
    let distance = self.focusDistance
    let stars = slider.map { $0.layout.bounds.inset(by: -distance) }
    panel = Panel(behind: self.widgets, stars, canvas)
  }

  /// The style of the stars on the thank-you screen.
  static var thanks: Int { 1 }
  /// The style of the stars on a start screen without motion.
  static var lit: Int { 2 }

  /// Resets the screen for a visitor. `withFocus` shows the focus at once, for a screen that was reached by a key.
  package func show(withFocus: Bool = false) {
    input = Input()
    for button in buttons { (button.isPressed, button.isSelected, button.hasFocus) = (false, false, false) }
    setCountdown(nil)
    slider?.style = style
    animation.reset()
    invalidate()
    if withFocus && tapAction == nil { setFocus(firstFocus) }
  }

  /// Shows the options or reasons in another order, in tiles of equal size. `order` has the index of the one at each place; an empty one
  /// changes nothing.
  package func arrange(_ order: [Int32]) {
    let tiles = buttons.compactMap { $0.isOption ? $0 as? TextButton : nil }
    if order.isEmpty || tiles.count != order.count { return }
    for (tile, option) in zip(tiles, order) { tile.show(tiles[Int(option)].content, canvas) }
  }

  /// Marks the content of all buffers as unknown.
  package func invalidate() {
    frames.invalidate()
    animation.change = nil
    slider?.invalidate()
  }

  /// Returns the bounds of an action's button, or `nil` if the screen has none.
  package func bounds(of action: Action) -> Rect<LayoutSpace>? { buttons.first { $0.action == action }?.bounds }

  /// The maximum shift of the picture in pixels: the width of the background at the edges of every screen of this size.
  package var maximumShift: Int32 { min(canvas.transform.layout.width, canvas.transform.layout.height) / 26 }

  package var center: Point<LayoutSpace> { Rect(canvas.transform.layout).center }

  /// Shows the remaining seconds; `nil` hides the countdown.
  package func setCountdown(_ number: Int32?) {
    for case let countdown as CountdownWidget in widgets { countdown.number = number }
    for case let heading as HeadingWidget in widgets { heading.warns = number != nil }
  }

  /// Turns the stars of the thank-you screen from their own color to that of thanks, one after another from `now` on; at once if they do not
  /// move.
  package func thank(from now: Int64) {
    guard let motion = animation.stars else { return }
    slider?.style = 0
    motion.turn(to: style, from: now)
  }

  /// How long the stars of a thank-you screen turn at most, in nanoseconds. More than ten may still turn when it disappears.
  package static func turnTime(of stars: Int32) -> Int64 {
    StarMotion.turnTime + Int64(min(max(stars, 1), 10) - 1) * StarMotion.turnStep
  }

  /// Shows the stars of a start screen as an invitation: lit from time to time or, without motion, still and pale. `value` is what they show
  /// to a visitor who touches them.
  package func invite(from now: Int64, value: Int32?) {
    restingValue = value
    rest()
    animation.stars?.light(from: now)
  }

  /// Shows a start screen while its stars are lit, for a picture of it.
  package func showLit() {
    invite(from: 0, value: slider?.value)
    animation.stars?.advance(to: StarMotion.lightDelay)
    animation.stars?.advance(to: StarMotion.lightDelay + StarMotion.lightPeriod / 4)
  }

  /// Shows the stars of a start screen while no finger is on them.
  func rest() { slider?.set(style == Self.lit ? slider?.layout.scale.maximum : restingValue) }

  /// Shows the stars of a start screen as on its question, for a finger that touches them; `false` shows them as the invitation again.
  func showAsQuestion(_ isTouched: Bool) {
    guard style == Self.lit, let slider, (slider.style == 0) != isTouched else { return }
    slider.style = isTouched ? 0 : style
    slider.set(isTouched ? restingValue : slider.layout.scale.maximum)
    slider.invalidate()
  }

  /// The time of the next `update`, in nanoseconds of the monotonic clock; `nil` if nothing is animated.
  package var deadline: Int64? { animation.next }

  /// Whether the stars of a start screen are lit, also while nothing moves.
  package var isLit: Bool { animation.stars?.isLit == true }

  /// Whether another frame follows soon.
  package var isMoving: Bool { animation.isActive }

  /// Advances the animations: the change to this screen, then the stars.
  package func update(at now: Int64) { animation.advance(to: now) }

  /// Shows a button as pressed. If motion is enabled, the button shrinks.
  func press(_ button: ButtonWidget) {
    if button.isPressed { return }
    button.isPressed = true
    if canvas.hasMotion { animation.press = ButtonPress(button) }
  }
}
