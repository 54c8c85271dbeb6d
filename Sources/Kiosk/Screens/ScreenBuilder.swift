import Geometry
import Raster
import StarSlider
import Text

/// Sets the words and makes the parts of screens, and keeps count of what visitors would stumble over.
final class ScreenBuilder {
  let canvas: Canvas
  let metrics: Metrics
  private let typesetter: Typesetter
  /// What does not fit, has no glyph, or is too small to be hit.
  private(set) var faults: [ScreenFault] = []

  init(_ canvas: Canvas, _ metrics: Metrics, _ typesetter: Typesetter) {
    self.canvas = canvas
    self.metrics = metrics
    self.typesetter = typesetter
  }

  /// Sets some of a language's words, or a `text` that stands beside them.
  func set(
    _ words: Words, _ wording: Wording, _ sizes: TextSizes, in bounds: Rect<LayoutSpace>, text: String? = nil
  ) throws(TextError) -> TextBlock {
    let text = text ?? wording[words]
    let block = try typesetter.set(
      text, language: wording.language, direction: wording.direction, size: sizes.largest, smallest: sizes.smallest,
      width: bounds.width, height: bounds.height, alignment: .center, vertical: .middle)
    let subject = ScreenFault.Subject.words(words, language: wording.language)
    if !block.isWhole {
      add(
        subject,
        "does not fit into \(bounds.width)x\(bounds.height) px even at \(sizes.smallest) px; say it in fewer words")
    }
    for scalar in block.missing {
      add(subject, "no font has U+" + hexadecimal(scalar.value) + "; add one that has it to [theme] fonts")
    }
    return block
  }

  private func add(_ subject: ScreenFault.Subject, _ reason: String) {
    for known in faults where known.subject == subject && known.reason.utf8.elementsEqual(reason.utf8) { return }
    faults.append(ScreenFault(subject, reason))
  }

  func text(_ words: Words, _ wording: Wording, in bounds: Rect<LayoutSpace>) throws(TextError) -> Widget {
    TextWidget(try set(words, wording, metrics.title, in: bounds), in: bounds, canvas)
  }

  func button(
    _ action: Action, _ kind: ButtonWidget.Kind, _ words: Words, _ wording: Wording, in bounds: Rect<LayoutSpace>
  ) throws(TextError) -> Widget {
    let body = ButtonWidget.body(bounds, ring: canvas.ring)
    let side = max(body.height / 6, 2)
    let room = Rect<LayoutSpace>(
      minX: body.minX + side, minY: body.minY + 1, maxX: body.maxX - side, maxY: body.maxY - 1)
    checkTarget(body.size, .words(words, language: wording.language), "its button")
    let block = try set(words, wording, metrics.label, in: room)
    return ButtonWidget(action, kind, block, in: room, bounds: bounds, canvas)
  }

  func countdown(_ label: Words, _ wording: Wording, in bounds: Rect<LayoutSpace>) throws(TextError) -> CountdownWidget
  {
    let middle = bounds.minY + bounds.height / 2
    let upper = Rect<LayoutSpace>(minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: middle)
    let height = bounds.maxY - middle
    let advance = max(height / 2, 1)
    var digits: [TextBlock] = []
    for digit in 0...9 {
      let cell = Rect<LayoutSpace>(minX: 0, minY: 0, maxX: advance, maxY: height)
      digits.append(
        try set(
          label, wording, TextSizes(largest: max(height * 4 / 5, 8), smallest: 6), in: cell, text: "\(digit)"))
    }
    return CountdownWidget(
      try set(label, wording, metrics.remark, in: upper), in: upper, digits: digits, advance: advance, bounds: bounds)
  }

  /// A warning where a fingertip would miss.
  func checkTarget(_ size: Size<LayoutSpace>, _ subject: ScreenFault.Subject, _ what: String) {
    let (side, least) = (min(size.width, size.height), metrics.leastTarget)
    if side >= least { return }
    var found = what + " is \(size.width)x\(size.height) px"
    if let width = metrics.millimetres(size.width), let height = metrics.millimetres(size.height) {
      found += ", \(width)x\(height) mm"
    }
    add(subject, found + "; what is touched needs 24 px and 9 mm, \(least) px here")
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

/// Where the parts of a screen go: a heading, a middle, a foot, one above the other.
struct Stack {
  let heading: Rect<LayoutSpace>
  let middle: Rect<LayoutSpace>
  let foot: Rect<LayoutSpace>
  private let isRightToLeft: Bool

  /// `headingShare` is the heading's part of what the foot leaves, in percent.
  init(_ metrics: Metrics, headingShare: Int32 = 36, isRightToLeft: Bool) {
    let area = Rect(metrics.size).inset(by: metrics.margin)
    let footTop = area.maxY - metrics.button
    let headingEnd = area.minY + (footTop - area.minY) * headingShare / 100
    heading = Rect(minX: area.minX, minY: area.minY, maxX: area.maxX, maxY: headingEnd)
    middle = Rect(
      minX: area.minX, minY: headingEnd + metrics.margin / 2, maxX: area.maxX, maxY: footTop - metrics.margin / 2)
    foot = Rect(minX: area.minX, minY: footTop, maxX: area.maxX, maxY: area.maxY)
    self.isRightToLeft = isRightToLeft
  }

  /// The foot's thirds, 0 ..< 3 as they are read.
  func foot(_ third: Int32) -> Rect<LayoutSpace> {
    let place = isRightToLeft ? 2 - third : third
    let width = foot.width
    return Rect(
      minX: foot.minX + width * place / 3, minY: foot.minY, maxX: foot.minX + width * (place + 1) / 3, maxY: foot.maxY)
  }

  /// Equal cells for `count` buttons, in reading order, as large as the room allows up to `tallest`.
  func grid(_ count: Int32, in area: Rect<LayoutSpace>, tallest: Int32) -> [Rect<LayoutSpace>] {
    var (columns, best) = (1 as Int32, 0 as Int32)
    for tried in 1...4 as ClosedRange<Int32> where tried <= count {
      let rows = (count + tried - 1) / tried
      // Words want four times as much width as height.
      let room = min(min(area.height / rows, tallest), area.width / tried / 4)
      if room > best { (columns, best) = (tried, room) }
    }
    let rows = (count + columns - 1) / columns
    let (width, height) = (area.width / columns, min(area.height / rows, tallest))
    let top = area.minY + (area.height - height * rows) / 2
    return (0..<count).map { i in
      let (row, column) = (i / columns, i % columns)
      let place = isRightToLeft ? columns - 1 - column : column
      let x = area.minX + place * width
      return Rect(minX: x, minY: top + row * height, maxX: x + width, maxY: top + (row + 1) * height)
    }
  }
}
