import Basics
import CPage
import StarSlider

/// Sets text with the browser's fonts. The interface is that of the kiosk's typesetter, which uses FreeType and HarfBuzz.
package final class Typesetter {
  /// The size limit, in pixels per em.
  package static let limit: Int32 = 8192
  /// The limit of a box's sides, in pixels.
  package static let greatestSide: Int32 = 16_384

  /// The families, separated by line feeds.
  private let families: [UInt8]

  /// Creates a typesetter. Font files are ignored, because a page has none. The browser makes the weight of headings itself, and chooses a
  /// font for each character that the families lack.
  package init(
    fonts: [FontSource], headings: [FontSource] = [], needsAll: Bool = true, cacheFile: String? = nil
  ) throws(TextError) {
    var families: [UInt8] = []
    for case .family(let name) in fonts { families += Array(name.utf8) + [0x0a] }
    self.families = families
  }

  /// Why fonts are not used. A page cannot know which fonts a browser has.
  package var faults: [TextError] { [] }

  /// Does nothing: a page has no cache of texts.
  package func writeCache() {}

  /// Sets a text in a box, as the kiosk's typesetter does.
  package func set(
    _ text: String, language: String, direction: TextDirection = .automatic, size: Int32, smallest: Int32, width: Int32,
    height: Int32, alignment: TextAlignment = .start, vertical: VerticalAlignment = .top, isHeading: Bool = false
  ) throws(TextError) -> TextBlock {
    let (text, language) = (Array(text.utf8), Array(language.utf8))
    let size = min(max(size, 1), Self.limit)
    var request = page_text()
    request.text_length = Int32(text.count)
    request.language_length = Int32(language.count)
    request.fonts_length = Int32(families.count)
    request.direction = Int32(direction.rawValue)
    request.alignment = Int32(alignment.rawValue)
    request.vertical = Int32(vertical.rawValue)
    (request.size, request.smallest) = (size, min(max(smallest, 1), size))
    request.width = min(max(width, 0), Self.greatestSide)
    request.height = min(max(height, 0), Self.greatestSide)
    request.is_heading = isHeading ? 1 : 0
    var block = page_block()
    text.withUnsafeBufferPointer { text in
      language.withUnsafeBufferPointer { language in
        families.withUnsafeBufferPointer { families in
          (request.text, request.language, request.fonts) = (
            text.baseAddress, language.baseAddress, families.baseAddress
          )
          page_set_text(&request, &block)
        }
      }
    }
    var lines = [page_line](repeating: page_line(), count: Int(block.line_count))
    var coverage = [UInt8](repeating: 0, count: Int(block.width) * Int(block.height))
    lines.withUnsafeMutableBufferPointer { lines in
      coverage.withUnsafeMutableBufferPointer { coverage in
        page_copy_text(lines.baseAddress, coverage.baseAddress)
      }
    }
    return TextBlock(
      coverage: CoveragePicture(width: block.width, height: block.height, bytes: coverage), x: block.x, y: block.y,
      size: block.size, lines: lines.map { TextLine($0) }, height: block.text_height, middle: block.middle,
      isComplete: block.is_complete != 0, hasBrokenWords: block.has_broken_words != 0, missing: [])
  }
}

extension TextLine {
  fileprivate init(_ line: page_line) {
    self.init(
      start: Int(line.start), end: Int(line.end), baseline: line.baseline, width: line.width,
      isRightToLeft: line.is_right_to_left != 0)
  }
}

extension QRCode {
  /// Encodes a text of at most 2,331 bytes.
  package init(_ text: String) throws(TextError) {
    let bytes = Array(text.utf8)
    let width = bytes.withUnsafeBufferPointer { page_make_code($0.baseAddress, Int32($0.count)) }
    if width == 0 {
      throw TextError(.memory, "make a QR code", "", reason: "the address is too long", suggestion: "shorten it")
    }
    var modules = [UInt8](repeating: 0, count: Int(width * width))
    modules.withUnsafeMutableBufferPointer { page_copy_code($0.baseAddress) }
    self.init(width: width, modules: modules.map { $0 != 0 })
  }
}
