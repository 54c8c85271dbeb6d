import CText
import Raster

/// Turns text of any script into coverage, once; painting it is `Raster`'s.
///
/// It holds its fonts open; whoever has set all texts lets go of it, and with it of all memory but the blocks'. Not for
/// more than one thread at a time.
///
/// ```swift
/// let typesetter = try Typesetter(fonts: [.family("Noto Sans"), .file("/fonts/NotoSansThai-Regular.ttf")])
/// let block = try typesetter.set("How was it?", language: "en", size: 48, smallest: 20, width: 400, height: 120)
/// surface.paint(block.coverage, x: 40 + block.x, y: 30 + block.y, color: .black, over: .white)
/// ```
package final class Typesetter {
  /// The greatest size, in pixels.
  package static let limit: Int32 = 8192
  /// The greatest side of a box, in pixels: that of a screen.
  package static let greatestSide: Int32 = 16_384

  private let book: FontCollection
  private let breaks = LineBreaks()

  /// Opens fonts, one or more, in order of preference: what a reader takes for a character (a letter with its marks) comes
  /// from the first that has all of it, else from the one that fontconfig finds for it and the language.
  @export(interface) package init(fonts: [FontSource]) throws(TextError) { book = try FontCollection(fonts) }

  /// Sets a text into a box of `width` x `height` pixels, 0 ... `greatestSide` each; what is beyond a limit is taken for it.
  ///
  /// The em is the greatest of `size`, `size` - 1, ... `smallest` pixels (1 ... `limit`) at which all of it fits: lines no
  /// wider than the box, broken where UAX #14 allows it (in Thai between the words of libthai's dictionary), and no higher
  /// together. Where none fits, the same once more with words cut between characters; where that fails, too, the block
  /// holds the lines that fit at `smallest`, and `isWhole` says so. Line ends in the text (U+000A, and Unicode's others)
  /// begin paragraphs, each with a direction of its own if that is `.automatic`.
  ///
  /// `language` is a BCP 47 tag (`zh-Hant`, `ur`), for the forms of characters and the choice of fonts; may be empty.
  @export(interface) package func set(
    _ text: String, language: String, direction: TextDirection = .automatic, size: Int32, smallest: Int32, width: Int32,
    height: Int32, alignment: TextAlignment = .start, vertical: VerticalAlignment = .top
  ) throws(TextError) -> TextBlock {
    let size = min(max(size, 1), Self.limit)
    let smallest = min(max(smallest, 1), size)
    let (width, height) = (min(max(width, 0), Self.greatestSide), min(max(height, 0), Self.greatestSide))
    let slices = TextSlice.paragraphs(of: text)
    var paragraphs: [Paragraph] = []
    for slice in slices {
      paragraphs.append(
        try Paragraph(slice, language: language, direction: direction, book: book, breaks: breaks))
    }
    let box = Box(width: width, height: height, alignment: alignment, vertical: vertical)
    let (layout, isWhole) = try fit(paragraphs, size, smallest, box)
    return try TextBlock(layout, of: paragraphs, in: box, book: book, isWhole: isWhole)
  }

  /// The characters of a text that no font has, each once, as they come: a visitor would see boxes.
  @export(interface) package func missing(in text: String, language: String) -> [Unicode.Scalar] {
    var missing: [Unicode.Scalar] = []
    for slice in TextSlice.paragraphs(of: text) {
      slice.addMissing(slice.fonts(language: language, book: book), book.fonts, to: &missing)
    }
    return missing
  }

  /// The greatest size that fits, tried one by one: where lines break decides, and no formula knows it.
  private func fit(
    _ paragraphs: [Paragraph], _ size: Int32, _ smallest: Int32, _ box: Box
  ) throws(TextError) -> (layout: Layout, isWhole: Bool) {
    for breaksWords in [false, true] {
      for size in stride(from: size, through: smallest, by: -1) {
        let layout = try Layout(paragraphs, size: size, in: box, breaksWords: breaksWords)
        if layout.fits || (breaksWords && size == smallest) { return (layout, layout.fits) }
      }
    }
    preconditionFailure("sizes out of order")
  }
}

/// What a text is set into.
struct Box {
  /// Pixels.
  let width: Int32
  /// Pixels.
  let height: Int32
  let alignment: TextAlignment
  let vertical: VerticalAlignment
}
