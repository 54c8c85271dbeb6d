import Geometry
import Raster
import Text

/// What a visitor can do with a screen, beside rating.
package enum Action: Hashable, Sendable {
  case start
  /// Counted from the first.
  case language(Int32)
  /// Counted from the question's first.
  case reason(Int32)
  case done
  case startOver
}

/// What is touched, or chosen by keys: words on a coloured ground, with a frame around them while they have the focus.
final class ButtonWidget: Widget {
  enum Kind {
    /// Does something.
    case command
    /// Is one of several that lead on, or less weighty than a command.
    case quiet
    /// Is on or off.
    case toggle
  }

  let action: Action
  let kind: Kind
  var isPressed = false {
    didSet { if isPressed != oldValue { isChanged = true } }
  }
  var isSelected = false {
    didSet { if isSelected != oldValue { isChanged = true } }
  }
  var hasFocus = false {
    didSet { if hasFocus != oldValue { isChanged = true } }
  }

  private let ground: RoundedRectangle
  /// What is left of the ground within its outline.
  private let inside: RoundedRectangle
  private let words: PlacedMask

  /// `block` was set into `textBounds`.
  init(
    _ action: Action, _ kind: Kind, _ block: TextBlock, in textBounds: Rect<LayoutSpace>, bounds: Rect<LayoutSpace>,
    _ canvas: Canvas
  ) {
    self.action = action
    self.kind = kind
    let body = Self.body(bounds, ring: canvas.ring)
    let (radius, line) = (body.height / 6, max(canvas.ring / 2, 2))
    ground = RoundedRectangle(body, radius: radius, through: canvas.transform)
    inside = RoundedRectangle(body.inset(by: line), radius: radius - line, through: canvas.transform)
    words = PlacedMask(
      block.coverage, x: textBounds.minX + block.x, y: textBounds.minY + block.y, through: canvas.transform)
    super.init(bounds)
  }

  /// What is coloured of a button's bounds: a frame and a gap are left around it.
  static func body(_ bounds: Rect<LayoutSpace>, ring: Int32) -> Rect<LayoutSpace> { bounds.inset(by: 2 * ring) }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    canvas.fill(bounds, with: theme.background, on: surface)
    let accent = isPressed ? theme.pressed : theme.accent
    ground.paint(accent, over: theme.background, canvas, on: surface)
    if kind == .command || isSelected {
      words.paint(theme.accentText, over: accent, on: surface)
    } else {
      let ground = isPressed ? accent : theme.background
      inside.paint(ground, over: accent, canvas, on: surface)
      words.paint(theme.text, over: ground, on: surface)
    }
    if hasFocus { canvas.frame(bounds, thickness: canvas.ring, with: theme.text, on: surface) }
  }
}
