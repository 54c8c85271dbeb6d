import Geometry
import Raster
import Text

/// Printable ASCII in one size, drawn once: text that changes while the kiosk runs needs no font then.
final class GlyphStrip {
  /// One glyph for each byte from the space to the tilde.
  let glyphs: [TextBlock]
  /// The width of each glyph with its share of space, in pixels.
  let advances: [Int32]

  /// - Parameters:
  ///   - apart: Two zeros with a space between them: a space alone is a line without width.
  ///   - joined: Two zeros.
  init(_ glyphs: [TextBlock], apart: TextBlock, joined: TextBlock) {
    func width(_ block: TextBlock) -> Int32 { block.lines.first?.width ?? 0 }
    self.glyphs = glyphs
    var advances = glyphs.map(width)
    advances[0] = width(apart) - width(joined)
    self.advances = advances
  }

  static var characters: ClosedRange<UInt8> { 0x20...0x7e }

  /// Returns a byte's place; that of the question mark for a byte without a glyph.
  func index(_ byte: UInt8) -> Int { Int(Self.characters.contains(byte) ? byte : UInt8(ascii: "?")) - 0x20 }
}

/// A line of text that changes while the kiosk runs, from the leading edge on. Words that do not fit whole are left out: half a
/// number is another number. A first word that does not fit is cut.
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

  /// How many bytes are shown.
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

/// What the service screen shows: ASCII text.
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
  /// The kiosk's ID, on the screen of its own.
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
