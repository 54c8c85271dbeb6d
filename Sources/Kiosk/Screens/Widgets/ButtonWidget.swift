import Geometry
import Raster
import Text

/// A visitor's action on a screen, except for rating.
package enum Action: Hashable, Sendable {
  case start
  /// Counted from the first.
  case language(Int32)
  /// Counted from the question's first.
  case reason(Int32)
  case done
  case startOver
}

/// A button with a text, and a frame around it while it has the focus.
final class ButtonWidget: Widget {
  enum Kind {
    /// The main action of the screen: filled.
    case primary
    /// One of several choices: outlined.
    case secondary
    /// A minor action: outlined in grey.
    case quiet
    /// A button that is on or off.
    case toggle
  }

  let action: Action
  let kind: Kind
  var isPressed = false { didSet { markChanged(isPressed != oldValue) } }
  var isSelected = false { didSet { markChanged(isSelected != oldValue) } }
  var hasFocus = false { didSet { markChanged(hasFocus != oldValue) } }

  private let ground: RoundedRectangle
  /// The ground without its outline.
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
    let (radius, line) = (body.height / 4, max(canvas.ring / 2, 2))
    ground = RoundedRectangle(body, radius: radius, through: canvas.transform)
    inside = RoundedRectangle(body.inset(by: line), radius: radius - line, through: canvas.transform)
    words = PlacedMask(block, in: textBounds, through: canvas.transform)
    super.init(bounds)
  }

  /// Returns the coloured part of a button's bounds; the focus frame and a gap lie around it.
  static func body(_ bounds: Rect<LayoutSpace>, ring: Int32) -> Rect<LayoutSpace> { bounds.inset(by: 2 * ring) }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    canvas.fill(bounds, with: theme.background, on: surface)
    let color = isPressed ? theme.pressed : kind == .quiet ? theme.emptyEdge : theme.accent
    ground.paint(color, over: theme.background, canvas, on: surface)
    if kind == .primary || isSelected || isPressed {
      words.paint(theme.accentText, over: color, on: surface)
    } else {
      inside.paint(theme.background, over: color, canvas, on: surface)
      words.paint(kind == .quiet ? theme.secondary : theme.text, over: theme.background, on: surface)
    }
    if hasFocus { canvas.frame(bounds, thickness: canvas.ring, with: theme.text, on: surface) }
  }
}
