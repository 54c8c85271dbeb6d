import StarSlider
import Text

/// The printable ASCII characters in one size. They are drawn once, so that text that changes while the kiosk runs needs no font.
final class GlyphStrip {
  /// One glyph for each byte from the space to the tilde.
  let glyphs: [TextBlock]
  /// The width of each glyph with the space around it, in pixels.
  let advances: [Int32]

  /// Creates a strip from one glyph for each character.
  ///
  /// - Parameters:
  ///   - apart: Two zeros with a space between them, to measure the space: a line that consists of a space has no width.
  ///   - joined: Two zeros.
  init(_ glyphs: [TextBlock], apart: TextBlock, joined: TextBlock) {
    func width(_ block: TextBlock) -> Int32 { block.lines.first?.width ?? 0 }
    self.glyphs = glyphs
    var advances = glyphs.map(width)
    advances[0] = width(apart) - width(joined)
    self.advances = advances
  }

  static var characters: ClosedRange<UInt8> { 0x20...0x7e }

  /// Returns the index of a byte's glyph; that of the question mark for a byte without a glyph.
  func index(_ byte: UInt8) -> Int { Int(Self.characters.contains(byte) ? byte : UInt8(ascii: "?")) - 0x20 }
}

/// A line of text that changes while the kiosk runs, aligned to the leading edge. Words that do not fit completely are omitted, because
/// half a number would be a wrong number. A first word that does not fit is cut off.
final class LiveText: Widget {
  let field: ServiceReport.Field
  private var text: [UInt8] = []
  private let strip: GlyphStrip
  private let isAtRight: Bool

  init(_ field: ServiceReport.Field, _ strip: GlyphStrip, isAtRight: Bool, in bounds: Rect<LayoutSpace>) {
    (self.field, self.strip, self.isAtRight) = (field, strip, isAtRight)
    super.init(bounds)
  }

  func show(_ text: String) {
    let bytes = Array(text.utf8)
    markChanged(bytes != self.text)
    self.text = bytes
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    canvas.clear(bounds, on: surface)
    let shown = text[..<fitting]
    var x = isAtRight ? bounds.maxX - shown.reduce(0) { $0 + strip.advances[strip.index($1)] } : bounds.minX
    for byte in shown {
      let (index, top) = (strip.index(byte), bounds.minY)
      let box = Rect<LayoutSpace>(minX: x, minY: top, maxX: bounds.maxX, maxY: bounds.maxY)
      PlacedMask(strip.glyphs[index], in: box, through: canvas.transform)
        .paint(theme.text, canvas, on: surface)
      x += strip.advances[index]
    }
  }

  /// The number of bytes that are shown.
  private var fitting: Int {
    var (x, words) = (0 as Int32, 0)
    for (place, byte) in text.enumerated() {
      if byte == UInt8(ascii: " ") { words = place }
      x += strip.advances[strip.index(byte)]
      if x > bounds.width { return words > 0 ? words : place }
    }
    return text.count
  }
}

/// The ASCII texts of the service screen.
package struct ServiceReport: Hashable, Sendable {
  enum Field: Hashable, CaseIterable {
    case status, pending, address, lastAnswers, brightness, name
  }

  /// The version and the faults.
  package var status = ""
  /// The number of pending answers.
  package var pending = ""
  package var address = ""
  /// The times of the last answers.
  package var lastAnswers = ""
  package var brightness = ""
  /// The kiosk's ID, for the screen that identifies the kiosk.
  package var name = ""

  package init() {}

  subscript(field: Field) -> String {
    switch field {
    case .status: status
    case .pending: pending
    case .address: address
    case .lastAnswers: lastAnswers
    case .brightness: brightness
    case .name: name
    }
  }
}

extension Screen {
  package func show(_ report: ServiceReport) {
    for widget in widgets { if let text = widget as? LiveText { text.show(report[text.field]) } }
  }
}
