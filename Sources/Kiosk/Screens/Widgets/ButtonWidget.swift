import StarSlider
import Text

/// A visitor's action on a screen, other than rating.
package enum Action: Hashable, Sendable {
  case start
  /// The index of the language.
  case language(Int32)
  /// Shows the language screen.
  case languages
  /// The index of a tile on a question's screen or on its reasons' screen.
  case option(Int32)
  case done
  case startOver
  /// A digit of the PIN, 0...9.
  case digit(UInt8)
  /// Erases all digits.
  case erase
  case clean
  /// Turns more contrast and larger texts on or off.
  case contrast
  case service(Service)

  /// The operator's actions on the service screen.
  package enum Service: Hashable, Sendable {
    case testAnswer, calibrate, restart, dim, brighten
  }
}

/// A button, and a frame around it while it has the focus.
class ButtonWidget: Widget {
  enum Kind {
    /// The main action of the screen: filled.
    case primary
    /// One of several choices: outlined.
    case secondary
    /// A minor action: a text without a frame.
    case quiet
    /// A button that is on or off.
    case toggle
  }

  fileprivate(set) var action: Action
  let kind: Kind
  /// Whether it is one of the answers of a question.
  var isOption: Bool { if case .option = action { true } else { false } }
  /// Whether it is one of the answers of which a visitor chooses one.
  var isOneOfSeveral: Bool { isOption && kind == .secondary }
  /// Whether it ends a visit without an answer.
  var discardsVisit: Bool { action == .startOver && kind == .quiet }
  var isPressed = false {
    didSet {
      markChanged(isPressed != oldValue)
      if !isPressed { depth = 0 }
    }
  }
  /// The percentage by which the pressed button shrinks (`ButtonPress`).
  var depth: Int32 = 0 { didSet { markChanged(depth != oldValue) } }
  var isSelected = false { didSet { markChanged(isSelected != oldValue) } }
  var hasFocus = false { didSet { markChanged(hasFocus != oldValue) } }

  init(_ action: Action, _ kind: Kind, bounds: Rect<LayoutSpace>) {
    (self.action, self.kind) = (action, kind)
    super.init(bounds)
  }

  /// Returns the colored part of a button's bounds, without the focus frame and the gap around it.
  static func body(_ bounds: Rect<LayoutSpace>, ring: Int32) -> Rect<LayoutSpace> { bounds.inset(by: 2 * ring) }

  /// The radius of the focus frame's corners, in pixels.
  var focusRadius: Int32 { 0 }

  override final func paint(_ canvas: Canvas, on surface: Surface) {
    paintBody(canvas, on: surface)
    if !hasFocus { return }
    if canvas.photo != nil { return canvas.frame(bounds, thickness: canvas.ring, with: canvas.theme.text, on: surface) }
    RoundedOutline(RoundedRectangle(bounds, radius: focusRadius, canvas), line: canvas.ring, canvas)
      .paint(canvas.theme.text, canvas, on: surface)
  }

  /// Paints every pixel of the bounds.
  func paintBody(_ canvas: Canvas, on surface: Surface) { preconditionFailure("every button overrides paintBody") }
}

/// A button with a text, and optionally a symbol above it or an icon.
final class TextButton: ButtonWidget {
  enum Shape {
    /// Corners of 0.12 of the height.
    case tile
    /// Half circles at both ends.
    case pill
  }

  /// What a tile shows and does, which can move to another tile.
  struct Content {
    fileprivate let action: Action
    fileprivate let words: PlacedMask
    fileprivate let symbol: PlacedMask?
    fileprivate let icon: TileIcon?
    fileprivate let bounds: Rect<LayoutSpace>

    /// Returns the content at the place of another tile of the same size.
    fileprivate func moved(to place: Rect<LayoutSpace>, _ canvas: Canvas) -> Content {
      let move = Move(from: bounds, to: place, through: canvas.transform)
      return Content(
        action: action, words: words.moved(move), symbol: symbol?.moved(move), icon: icon?.moved(move), bounds: place)
    }
  }

  private let ground: RoundedRectangle
  private let outline: RoundedOutline
  /// What the tile was made for.
  let content: Content
  private var shown: Content

  /// Creates a button. `block` was set in `textBounds`.
  init(
    _ action: Action, _ kind: Kind, _ block: TextBlock, in textBounds: Rect<LayoutSpace>, bounds: Rect<LayoutSpace>,
    symbol: PlacedMask? = nil, icon: TileIcon? = nil, shape: Shape = .tile, _ canvas: Canvas
  ) {
    // A minor action's text is at the edge of a tile's body, so its own body is wider.
    let body = kind == .quiet ? bounds.inset(by: canvas.ring) : Self.body(bounds, ring: canvas.ring)
    let radius = shape == .pill ? body.height / 2 : max(body.height * 12 / 100, 2)
    let line = max(canvas.ring / 2, canvas.theme.isBold ? 4 : 2)
    ground = RoundedRectangle(body, radius: radius, canvas)
    outline = RoundedOutline(ground, line: line, canvas)
    let words = PlacedMask(block, in: textBounds, through: canvas.transform)
    content = Content(action: action, words: words, symbol: symbol, icon: icon, bounds: bounds)
    shown = content
    super.init(action, kind, bounds: bounds)
  }

  /// Shows the content of a tile of the same size instead of its own.
  func show(_ content: Content, _ canvas: Canvas) {
    shown = content.moved(to: bounds, canvas)
    action = content.action
    markChanged(true)
  }

  override var focusRadius: Int32 { ground.radius + ground.bounds.minX - bounds.minX }

  override func paintBody(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    let color = isPressed ? theme.pressed : theme.accent
    func shrunk(_ mask: PlacedMask) -> PlacedMask {
      depth == 0 ? mask : mask.drawn(to: bounds, by: depth, through: canvas.transform)
    }
    let ground = depth == 0 ? ground : ground.shrunk(by: depth, through: canvas.transform)
    let (words, symbol, icon) = (shrunk(shown.words), shown.symbol.map(shrunk), shown.icon)
    if kind == .primary || isSelected || isPressed {
      ground.clear(around: bounds, canvas, on: surface)
      ground.paint(color, canvas, on: surface)
      icon?.paint(theme.accentText, over: color, canvas, on: surface)
      symbol?.paint(theme.accentText, over: color, canvas, on: surface)
      words.paint(theme.accentText, over: color, canvas, on: surface)
    } else {
      canvas.clear(bounds, on: surface)
      if kind == .quiet {
        symbol?.paint(theme.secondary, canvas, on: surface)
        words.paint(theme.secondary, canvas, on: surface)
        return
      }
      outline.paint(color, canvas, on: surface)
      symbol?.paint(theme.accent, over: theme.background, canvas, on: surface)
      words.paint(theme.text, over: theme.background, canvas, on: surface)
      icon?.paint(theme.text, over: theme.background, canvas, on: surface)
    }
  }
}
