import StarSlider
import Text

/// The properties of a text as drawn: its size, and the contrast of its strokes with the ground.
struct DrawnText {
  /// The colors of a text and its ground.
  enum Ink {
    case plain, secondary, onAccent
    /// On a button or panel, which has the theme's background even if the screen has a photo.
    case onPanel, secondaryOnPanel

    /// The keys of both colors in the configuration: the text's, then the ground's.
    var keys: (text: String, ground: String) { self == .onAccent ? ("accent-text", "accent") : ("text", "background") }

    func colors(_ canvas: Canvas) -> (text: Color, ground: Color) {
      let theme = canvas.theme
      return switch self {
      case .plain: (theme.text, canvas.hardestGround(for: theme.text))
      case .secondary: (theme.secondary, canvas.hardestGround(for: theme.secondary))
      case .onAccent: (theme.accentText, theme.accent)
      case .onPanel: (theme.text, theme.background)
      case .secondaryOnPanel: (theme.secondary, theme.background)
      }
    }
  }

  let ink: Ink
  /// The configuration key of the color behind the text.
  let ground: String
  /// Pixels per em.
  let size: Int32
  private let coverage: CoveragePicture
  private let (text, behind): (Color, Color)
  /// The ground that the strokes' coverage is compensated for.
  private let compensated: Color

  init(_ block: TextBlock, _ ink: Ink, _ canvas: Canvas) {
    self.ink = ink
    ground = canvas.photo != nil && (ink == .plain || ink == .secondary) ? "photo" : ink.keys.ground
    size = block.size
    coverage = block.coverage
    (text, behind) = ink.colors(canvas)
    compensated = ink == .onAccent ? behind : canvas.theme.background
  }

  /// The contrast of the colors alone, which strokes wider than a pixel reach.
  private var ofColors: Contrast { Contrast(text, behind) }

  /// The contrast of the strokes with the ground. It is computed by counting all pixels.
  private var contrast: Contrast {
    let share = TextShares(text, over: compensated)[coverage.strength]
    return Contrast(Light(behind, .linear).mixed(with: Light(text, .linear), share).color(.linear), behind)
  }

  /// WCAG's minimum: lower for text of 24 px or more.
  private var minimum: Contrast { size < 24 ? .text : .largeText }

  /// Returns the contrast of the weakest strokes for each ink whose texts have colors with enough contrast.
  static func contrasts(_ texts: [DrawnText]) -> [MeasuredContrast] {
    [Ink.plain, .onAccent].compactMap { (ink: Ink) -> MeasuredContrast? in
      let drawn = texts.filter { ($0.ink == .onAccent) == (ink == .onAccent) && $0.ofColors >= .text }
      // Large texts need less. The weakest one is the nearest to its minimum.
      let weakest = drawn.map { ($0, $0.contrast) }.min { a, b in
        a.1.hundredths * b.0.minimum.hundredths < b.1.hundredths * a.0.minimum.hundredths
      }
      guard let (text, contrast) = weakest else { return nil }
      return MeasuredContrast(
        contrast, atLeast: text.minimum, ink.keys.text, on: text.ground, isText: true,
        " in the strokes of text of \(text.size) px")
    }
  }
}

extension CoveragePicture {
  /// The coverage in the middle of a text's strokes, 0...255: the mean of the strongest tenth of the covered pixels.
  var strength: UInt8 {
    // The number of pixels of each coverage.
    var counts = InlineArray<256, Int>(repeating: 0)
    for byte in bytes { counts[Int(byte)] += 1 }
    let strongest = (bytes.count - counts[0] + 9) / 10
    if strongest == 0 { return 255 }
    var (left, sum, coverage) = (strongest, 0, 255)
    while left > 0 {
      let taken = min(counts[coverage], left)
      sum += taken * coverage
      left -= taken
      coverage -= 1
    }
    return UInt8(sum / strongest)
  }
}
