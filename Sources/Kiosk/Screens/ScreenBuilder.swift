import Basics
import Settings
import StarSlider
import Text

/// Sets the texts and builds the widgets of screens. Collects warnings about them.
final class ScreenBuilder {
  /// What widgets are drawn with. While a start screen with slides is built, it is that of the slides.
  var canvas: Canvas
  private var onSlides: Canvas?
  let metrics: Metrics
  private let typesetter: Typesetter
  /// Texts that do not fit or lack glyphs, and touch targets that are too small.
  private(set) var warnings: [ScreenWarning] = []
  /// What is measured of the screens for visitors.
  var measures: ScreenMeasures
  /// The properties of all texts set so far.
  private(set) var texts: [DrawnText] = []
  /// The blocks of the texts set so far. Screens share buttons and digits, and shaping a text is the slowest step.
  private var known: [(setting: TextSetting, block: TextBlock)] = []

  /// The globe of the language's buttons, which have the same size.
  var globe: (side: Int32, picture: CoveragePicture)?
  /// Whether the screens are for visitors, whose texts must be large enough.
  var isForVisitors = true

  /// The packages of fonts that a warning has named.
  private var namedPackages: [FontPackage] = []
  /// The smileys rendered so far, which the questions of all languages share.
  private var faces: [FaceMasks] = []

  /// Everything that determines a block and its warnings.
  private struct TextSetting: Equatable {
    let phrase: ScreenText
    let text: [UInt8]
    let language: [UInt8]
    let isRightToLeft: Bool?
    let sizes: TextSizes
    let room: Size<LayoutSpace>
    let inks: [DrawnText.Ink]
    let isHeading: Bool
    let vertical: VerticalAlignment
  }

  init(_ canvas: Canvas, _ metrics: Metrics, _ typesetter: Typesetter) {
    self.canvas = canvas
    self.metrics = metrics
    self.typesetter = typesetter
    measures = ScreenMeasures(metrics)
  }

  /// Sets a phrase, or `text` in its place.
  ///
  /// - Parameter isPoor: Whether the caller discards a block and sets the text again in another box. Such a block causes no warning.
  func set(
    _ phrase: ScreenText, _ phrases: LocalizedPhrases, _ sizes: TextSizes, in bounds: Rect<LayoutSpace>,
    _ inks: [DrawnText.Ink] = [.plain], text: String? = nil, isHeading: Bool = false,
    vertical: VerticalAlignment = .middle, unless isPoor: (TextBlock) -> Bool = { _ in false }
  ) throws(ScreenError) -> TextBlock {
    let text = text ?? phrases[phrase]
    let setting = TextSetting(
      phrase: phrase, text: Array(text.utf8), language: Array(phrases.language.utf8),
      isRightToLeft: phrases.isRightToLeft,
      sizes: sizes, room: bounds.size, inks: inks, isHeading: isHeading, vertical: vertical)
    if let same = known.first(where: { $0.setting == setting }) { return same.block }
    let block: TextBlock
    do throws(TextError) {
      block = try typesetter.set(
        text, language: phrases.language, direction: phrases.direction, size: sizes.largest,
        smallest: sizes.smallest, width: bounds.width, height: bounds.height, alignment: .center,
        vertical: vertical, isHeading: isHeading)
    } catch { throw ScreenError(error) }
    if isPoor(block) { return block }
    let subject = ScreenWarning.Subject.phrase(phrase, language: phrases.language)
    if !block.isComplete || block.hasBrokenWords {
      let found = block.isComplete ? "a word is broken, because it does not fit" : "does not fit"
      let room = "\(bounds.width)x\(bounds.height) px even at \(sizes.smallest) px per em"
      warn(subject, found + " into " + room + "; shorten the text")
    }
    if isForVisitors { measure(block, of: text, subject) }
    for ink in inks { texts.append(DrawnText(block, ink, canvas)) }
    warnOfMissing(block.missing, subject)
    known.append((setting, block))
    return block
  }

  /// Measures a text for visitors, and warns of capitals that are too small.
  private func measure(_ block: TextBlock, of text: String, _ subject: ScreenWarning.Subject) {
    let hasCapitals = text.unicodeScalars.contains { isCased($0.value) }
    measures.add(text: block.size, hasCapitals: hasCapitals)
    guard hasCapitals, let tenths = metrics.capitals(of: block.size), tenths < Metrics.leastCapitals else { return }
    warn(
      subject,
      "capitals of \(tenths / 10).\(tenths % 10) mm are too small to read; EN 301 549 requires 4.9 mm at 400 mm; shorten "
        + "the text")
  }

  /// Warns of characters without a font. A package that has one is named once for all texts.
  private func warnOfMissing(_ missing: [Unicode.Scalar], _ subject: ScreenWarning.Subject) {
    for scalar in missing {
      let found = "no font has U+" + hexadecimal(scalar.value)
      guard let package = FontPackage(for: scalar) else {
        warn(subject, found + "; add a font that has it to [theme] fonts")
        continue
      }
      if namedPackages.contains(package) { continue }
      namedPackages.append(package)
      let others = missing.filter { FontPackage(for: $0) == package }.count - 1
      warn(
        subject,
        found + (others > 0 ? " and \(others) more of its characters" : "")
          + "; install Debian's package " + package.rawValue + ", or add a font to [theme] fonts")
    }
  }

  /// Whether a text fits without broken words, at least at the smallest size.
  func fits(
    _ text: ScreenText, _ phrases: LocalizedPhrases, in room: Size<LayoutSpace>
  ) throws(ScreenError) -> Bool {
    if room.width < 1 || room.height < 1 { return false }
    do throws(TextError) {
      let block = try typesetter.set(
        phrases[text], language: phrases.language, direction: phrases.direction, size: metrics.label.smallest,
        smallest: metrics.label.smallest, width: room.width, height: room.height)
      return block.isComplete && !block.hasBrokenWords
    } catch { throw ScreenError(error) }
  }

  /// Returns the coverage of smileys of `side` pixels.
  func faceMasks(side: Int32) -> FaceMasks {
    if let known = faces.first(where: { $0.side == side }) { return known }
    faces.append(FaceMasks(side: side, canvas))
    return faces[faces.count - 1]
  }

  /// Returns the canvas of start screens with slides. They share a slide, because only one of them is shown at a time. Returns `nil`
  /// without memory for a slide.
  func slideCanvas() -> Canvas? {
    if onSlides == nil { onSlides = canvas.onSlides() }
    return onSlides
  }

  /// Writes the texts set so far to the typesetter's cache.
  func writeTextCache() { typesetter.writeCache() }

  func warn(_ subject: ScreenWarning.Subject, _ reason: String) {
    for known in warnings where known.subject == subject && known.reason.utf8.elementsEqual(reason.utf8) { return }
    warnings.append(ScreenWarning(subject, reason))
  }

  func text(
    _ phrase: ScreenText, _ phrases: LocalizedPhrases, _ sizes: TextSizes? = nil, in bounds: Rect<LayoutSpace>
  ) throws(ScreenError) -> Widget {
    TextWidget(try set(phrase, phrases, sizes ?? metrics.title, in: bounds), in: bounds, canvas)
  }

  /// Sets a heading, of up to two lines at its largest size. Its center is at the heading's middle if there is enough room.
  func heading(
    _ phrase: ScreenText, _ phrases: LocalizedPhrases, _ stack: Stack, sizes: TextSizes? = nil, warns: Bool = false
  ) throws(ScreenError) -> HeadingWidget {
    let sizes = sizes ?? metrics.title
    var area = stack.heading
    area.maxY = min(area.maxY, area.minY + sizes.line * 2)
    return try heading(
      phrase, phrases, sizes, in: area, limit: stack.heading.maxY, middle: stack.headingMiddle, warns: warns)
  }

  /// Sets a statement that fills the place of heading and answers.
  func statement(
    _ phrase: ScreenText, _ phrases: LocalizedPhrases, in area: Rect<LayoutSpace>, warns: Bool = false
  ) throws(ScreenError) -> HeadingWidget {
    let middle = max(area.minY + area.height / 2, metrics.size.height * 47 / 100)
    return try heading(phrase, phrases, metrics.poster, in: area, limit: area.maxY, middle: middle, warns: warns)
  }

  /// - Parameters:
  ///   - limit: The bottom of the area in which the heading may stand, which may be below `area`.
  ///   - warns: Whether the heading can be replaced by the warning before an idle visit ends.
  private func heading(
    _ phrase: ScreenText, _ phrases: LocalizedPhrases, _ sizes: TextSizes, in area: Rect<LayoutSpace>, limit: Int32,
    middle: Int32, warns: Bool
  ) throws(ScreenError) -> HeadingWidget {
    func set(_ phrase: ScreenText) throws(ScreenError) -> PlacedText {
      let block = try self.set(phrase, phrases, sizes, in: area, isHeading: true, vertical: .top)
      let top = max(min(middle - block.middle, limit - block.height), area.minY)
      return PlacedText(
        block, in: Rect(minX: area.minX, minY: top, maxX: area.maxX, maxY: top + max(block.height, 1)))
    }
    return HeadingWidget(try set(phrase), warning: warns ? try set(.phrase(.stillThere)) : nil, canvas)
  }

  /// Sets the words below a row of stars, all in the same size, and larger ones for the moment of the answer, which may reach down to
  /// `limit`.
  func starWords(
    _ phrases: LocalizedPhrases, under slider: StarSlider, in bounds: Rect<LayoutSpace>, above limit: Int32
  ) throws(ScreenError) -> ScaleWordsWidget? {
    let count = Int32(phrases.starWords.count)
    if count < 2 || bounds.isEmpty || slider.isVertical || count != slider.layout.scale.starCount { return nil }
    let box = Rect<LayoutSpace>(minX: 0, minY: 0, maxX: bounds.width / min(count, 3), maxY: bounds.height)
    var (blocks, sizes): ([TextBlock], TextSizes) = ([], metrics.word)
    while Int32(blocks.count) < count {
      let word = Int32(blocks.count)
      let isEnd = word == 0 || word == count - 1
      let block = try set(.starWord(word), phrases, sizes, in: box, isEnd ? [.secondaryOnPanel] : [])
      if word > 0 && block.size < sizes.largest {
        (blocks, sizes) = ([], TextSizes(largest: block.size, smallest: sizes.smallest))
      } else {
        sizes = TextSizes(largest: block.size, smallest: sizes.smallest)
        blocks.append(block)
      }
    }
    var held: [TextBlock] = []
    let room = Rect<LayoutSpace>(minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: limit)
    // Below the words, a photo may show.
    if canvas.hasMotion && canvas.photo == nil {
      for word in 0..<count {
        held.append(try set(.starWord(word), phrases, metrics.heldWord, in: room, isHeading: true, vertical: .top))
      }
    }
    return ScaleWordsWidget(blocks, held: held, under: slider, in: bounds, canvas.plain)
  }

  /// Builds a countdown whose number is in an area, with a label above it in another area.
  ///
  /// - Parameter largest: The limit of the digits' size.
  func countdown(
    _ phrase: ScreenText, _ phrases: LocalizedPhrases, in area: Rect<LayoutSpace>, label: Rect<LayoutSpace>? = nil,
    largest: Int32? = nil, _ progress: Progress? = nil
  ) throws(ScreenError) -> CountdownWidget {
    let sizes = metrics.sizes(upTo: min(area.height * 4 / 5, largest ?? .max))
    let cell = Rect<LayoutSpace>(minX: 0, minY: 0, maxX: sizes.largest * 62 / 100 + 1, maxY: area.height)
    var digits: [TextBlock] = []
    for digit in 0...9 { digits.append(try set(phrase, phrases, sizes, in: cell, text: "\(digit)")) }
    var text: PlacedText?
    if let label { text = PlacedText(try set(phrase, phrases, metrics.label, in: label), in: label) }
    return CountdownWidget(
      label: text, digits: digits, advance: cell.width, in: area,
      dots: progress.map { ProgressDots($0, in: area, metrics, canvas) }, canvas)
  }

  /// Builds a countdown with a label before its number.
  func labeledCountdown(
    _ phrase: ScreenText, _ phrases: LocalizedPhrases, in bounds: Rect<LayoutSpace>, isRightToLeft: Bool = false
  ) throws(ScreenError) -> CountdownWidget {
    let number = min(bounds.width / 4, 3 * bounds.height)
    let edge = isRightToLeft ? bounds.minX + number : bounds.maxX - number
    let left = Rect<LayoutSpace>(minX: bounds.minX, minY: bounds.minY, maxX: edge, maxY: bounds.maxY)
    let right = Rect<LayoutSpace>(minX: edge, minY: bounds.minY, maxX: bounds.maxX, maxY: bounds.maxY)
    return try countdown(
      phrase, phrases, in: isRightToLeft ? left : right, label: isRightToLeft ? right : left,
      largest: metrics.title.largest)
  }

  /// Draws the printable ASCII characters for lines of `height` pixels.
  func glyphs(_ sizes: TextSizes, height: Int32) throws(ScreenError) -> GlyphStrip {
    func glyph(_ text: String) throws(ScreenError) -> TextBlock {
      do throws(TextError) {
        return try typesetter.set(
          text, language: "en", direction: .leftToRight, size: sizes.largest, smallest: sizes.smallest,
          width: 4 * sizes.largest, height: height, vertical: .middle)
      } catch { throw ScreenError(error) }
    }
    var glyphs: [TextBlock] = []
    for byte in GlyphStrip.characters { glyphs.append(try glyph(String(decoding: [byte], as: UTF8.self))) }
    return GlyphStrip(glyphs, apart: try glyph("0 0"), joined: try glyph("00"))
  }

  /// Returns the direction of a language. If it is not given, the thank-you text decides.
  func isRightToLeft(_ phrases: LocalizedPhrases) throws(ScreenError) -> Bool {
    if let known = phrases.isRightToLeft { return known }
    do throws(TextError) {
      let block = try typesetter.set(
        phrases[.phrase(.thanks)], language: phrases.language, size: 16, smallest: 16, width: Typesetter.limit,
        height: 64)
      return block.lines.first?.isRightToLeft ?? false
    } catch { throw ScreenError(error) }
  }

  /// Warns if a touch target is too small.
  func checkTarget(_ size: Size<LayoutSpace>, _ subject: ScreenWarning.Subject, _ name: String) {
    if isForVisitors { measures.add(target: size) }
    let least = metrics.leastTarget
    if min(size.width, size.height) >= least { return }
    var found = name + " is too small to touch: \(size.width)x\(size.height) px"
    if let width = metrics.millimeters(size.width), let height = metrics.millimeters(size.height) {
      found += ", \(width)x\(height) mm"
    }
    warn(subject, found + "; touch targets need 24 px and 9 mm, which is \(least) px on this screen")
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
