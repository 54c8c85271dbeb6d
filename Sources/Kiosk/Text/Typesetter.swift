import CText
import StarSlider

/// Sets text of any script and renders it as coverage.
///
/// The typesetter keeps its fonts open; blocks remain valid after it is gone. It must not be used by several threads at a time.
///
/// With a cache, the blocks of texts that an earlier start has set are read from a file, and fonts are opened only for other texts.
///
/// ```swift
/// let typesetter = try Typesetter(fonts: [.family("Noto Sans"), .file("/fonts/NotoSansThai-Regular.ttf")])
/// let block = try typesetter.set("How was it?", language: "en", size: 48, smallest: 20, width: 400, height: 120)
/// let ramp = CoverageRamp(.black, over: .white, isText: true, surface.format)
/// surface.paint(block.coverage, x: 40 + block.x, y: 30 + block.y, ramp)
/// ```
package final class Typesetter {
  /// The size limit, in pixels per em.
  package static let limit: Int32 = 8192
  /// The limit of a box's sides, in pixels.
  package static let greatestSide: Int32 = 16_384

  private let (fonts, headings): ([FontSource], [FontSource])
  private let needsAll: Bool
  /// `nil` while all texts are in the cache.
  private(set) var collection: FontCollection?
  private let breaks = LineBreakOpportunities()
  private let cache: TextCache?

  /// Opens one or more fonts, in order of preference. A grapheme cluster is drawn with the first font that has all of it, or else with the
  /// font that fontconfig finds for it and the language.
  ///
  /// - Parameters:
  ///   - headings: Fonts that take precedence over the others in headings, if they are installed.
  ///   - needsAll: Whether a font that cannot be used is an error. Otherwise, `faults` names it, and the other fonts are used or, if there
  ///     are none, the machine's sans-serif.
  ///   - file: The cache's file; `nil` for no cache. It need not exist.
  @export(interface) package init(
    fonts: [FontSource], headings: [FontSource] = [], needsAll: Bool = true, cacheFile file: String? = nil
  ) throws(TextError) {
    (self.fonts, self.headings, self.needsAll) = (fonts, headings, needsAll)
    cache = file.map { TextCache($0, fonts, headings) }
    if cache?.isUsable != true { collection = try FontCollection(fonts, headings: headings, needsAll: needsAll) }
  }

  /// Why fonts are not used.
  package var faults: [TextError] { collection?.faults ?? [] }

  /// Writes all blocks so far to the cache's file, if it lacks some of them. If a font could not be used, nothing is written, so that the
  /// next start finds the fault again.
  @export(interface) package func writeCache() {
    if let collection, collection.faults.isEmpty { cache?.write(collection.stamps) }
  }

  private func openFonts() throws(TextError) -> FontCollection {
    if let collection { return collection }
    let opened = try FontCollection(fonts, headings: headings, needsAll: needsAll)
    collection = opened
    return opened
  }

  /// Sets a text in a box.
  ///
  /// The size is the largest one from `size` down to `smallest` at which the whole text fits: no line is wider than the box, and together
  /// the lines are not higher. Lines are broken between words, in Japanese between phrases. If no size fits, words are broken between clusters. If the text still does not fit, the block contains the lines that fit at `smallest`, and `isComplete` is false. Every
  /// Unicode line end in the text begins a paragraph, which has its own direction if `direction` is `.automatic`.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 tag, such as `zh-Hant` or `ur`, which affects the choice of glyphs and fonts; may be empty.
  ///   - size: The largest size in pixels per em, clamped to 1 ... `limit`.
  ///   - smallest: The smallest size in pixels per em, clamped to 1 ... `size`.
  ///   - width: The width of the box in pixels, clamped to 0 ... `greatestSide`. The same applies to `height`.
  ///   - isHeading: Whether the fonts for headings are used and the lines are balanced to about the same width.
  @export(interface) package func set(
    _ text: String, language: String, direction: TextDirection = .automatic, size: Int32, smallest: Int32, width: Int32,
    height: Int32, alignment: TextAlignment = .start, vertical: VerticalAlignment = .top, isHeading: Bool = false
  ) throws(TextError) -> TextBlock {
    let size = min(max(size, 1), Self.limit)
    let smallest = min(max(smallest, 1), size)
    let (width, height) = (min(max(width, 0), Self.greatestSide), min(max(height, 0), Self.greatestSide))
    let box = TextBox(width: width, height: height, alignment: alignment, vertical: vertical)
    guard let cache else { return try set(text, language, direction, size, smallest, box, isHeading) }
    let arguments = TextCache.arguments(text, language, direction, size, smallest, box, isHeading)
    if let block = cache.block(for: arguments, in: box) { return block }
    let block = try set(text, language, direction, size, smallest, box, isHeading)
    cache.add(arguments, block)
    return block
  }

  private func set(
    _ text: String, _ language: String, _ direction: TextDirection, _ size: Int32, _ smallest: Int32, _ box: TextBox,
    _ isHeading: Bool
  ) throws(TextError) -> TextBlock {
    let collection = try openFonts()
    var paragraphs: [Paragraph] = []
    for text in ParagraphText.paragraphs(of: text) {
      paragraphs.append(
        try Paragraph(
          text, language: language, direction: direction, isHeading: isHeading, collection: collection, breaks: breaks))
    }
    var layout = try fit(paragraphs, size, smallest, box)
    if isHeading { layout = try balanced(layout, paragraphs, box) }
    return try TextBlock(layout, of: paragraphs, in: box, collection: collection)
  }

  /// Returns the layout with the same number of lines whose longest line is as short as possible, to about 1/16 of the box's width.
  private func balanced(
    _ layout: TextLayout, _ paragraphs: [Paragraph], _ box: TextBox
  ) throws(TextError) -> TextLayout {
    if layout.lines.count < 2 || !layout.fits { return layout }
    var best = layout
    var (narrow, wide) = (box.width / Int32(layout.lines.count), box.width)
    while wide - narrow > max(box.width / 16, 1) {
      let width = (narrow + wide) / 2
      let tried = try TextLayout(
        paragraphs, size: layout.size,
        in: TextBox(width: width, height: box.height, alignment: box.alignment, vertical: box.vertical),
        breaksWords: layout.hasBrokenWords)
      if tried.fits && tried.lines.count == layout.lines.count {
        (best, wide) = (tried, width)
      } else {
        narrow = width
      }
    }
    return best
  }

  /// Returns the layout of the largest size that fits. Every size is tried, because line breaks change with the size.
  private func fit(
    _ paragraphs: [Paragraph], _ size: Int32, _ smallest: Int32, _ box: TextBox
  ) throws(TextError) -> TextLayout {
    for breaksWords in [false, true] {
      for size in stride(from: size, through: smallest, by: -1) {
        let layout = try TextLayout(paragraphs, size: size, in: box, breaksWords: breaksWords)
        if layout.fits || (breaksWords && size == smallest) { return layout }
      }
    }
    preconditionFailure("smallest is at most size")
  }
}
