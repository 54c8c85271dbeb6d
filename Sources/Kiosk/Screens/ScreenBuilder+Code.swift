import Settings
import StarSlider
import Text

extension ScreenBuilder {
  /// Builds a thank-you screen with space for a code of the same size as that of `sample`. The code is beside the words or, in portrait,
  /// below them.
  func thanksScreen(
    _ phrases: LocalizedPhrases, code sample: String, isRightToLeft: Bool
  ) throws(ScreenError) -> Screen {
    let end = metrics.size.height - metrics.margin
    let (code, words) = try divide(for: sample, above: end, isRightToLeft: isRightToLeft)
    let gap = metrics.margin
    let (middle, reach) = (words.minY + words.height / 2, words.height * 3 / 8)
    let upper = Rect<LayoutSpace>(
      minX: words.minX, minY: middle - reach, maxX: words.maxX, maxY: max(middle - gap / 2, middle - reach + 1))
    let lower = Rect<LayoutSpace>(minX: words.minX, minY: middle, maxX: words.maxX, maxY: middle + reach)
    return Screen(
      canvas,
      widgets: [
        try statement(.phrase(.thanks), phrases, in: upper),
        try text(.phrase(.tellMore), phrases, metrics.label, in: lower),
        code,
      ])
  }

  /// Builds a question with a code, which has the same size as on the thank-you screen. If it does not fit above the foot, it uses the full
  /// height of the screen, and the foot is below the words.
  func codeScreen(_ place: QuestionPlace, _ sample: String) throws(ScreenError) -> Screen {
    var stack = stack(.tiles, place)
    let end = stack.middle.maxY
    let (code, words) = try divide(for: sample, above: end, isRightToLeft: stack.isRightToLeft)
    let isAboveFoot = code.bounds.maxY <= end
    if !isAboveFoot { stack.narrowFoot(to: words) }
    let bottom = max(min(words.maxY, isAboveFoot ? end : stack.foot(1).minY), words.minY + 1)
    let area = Rect<LayoutSpace>(minX: words.minX, minY: words.minY, maxX: words.maxX, maxY: bottom)
    let question = try statement(.question(place.number), place.phrases, in: area, warns: true)
    return try screen(place, stack, [code], heading: question, button: .done)
  }

  /// Divides the screen into an area for a code of the same size as that of `sample`, and an area for words.
  ///
  /// - Parameter end: The top of the foot. A code beside the words extends below it only if the code would otherwise be smaller.
  private func divide(
    for sample: String, above end: Int32, isRightToLeft: Bool
  ) throws(ScreenError) -> (code: CodeWidget, words: Rect<LayoutSpace>) {
    let code: QRCode
    do throws(TextError) { code = try QRCode(sample) } catch { throw ScreenError(error) }
    let (area, gap) = (Rect(metrics.size).inset(by: metrics.margin), metrics.margin)
    let isWide = area.width > area.height
    let modules = code.width + 2 * QRCode.quietZone
    let room = isWide ? min(area.height, area.width / 2) : min(area.width, area.height * 3 / 5)
    if room < 2 * modules { warnOfCode(modules, room) }
    let side = max(room / modules, 1)
    let size = min(side * modules, room)
    let place: Rect<LayoutSpace>
    let words: Rect<LayoutSpace>
    if isWide {
      let left = isRightToLeft ? area.minX : area.maxX - size
      let top = area.minY + ((area.minY + size > end ? area.maxY : end) - area.minY - size) / 2
      place = Rect(minX: left, minY: top, maxX: left + size, maxY: top + size)
      words = Rect(
        minX: isRightToLeft ? place.maxX + gap : area.minX, minY: area.minY,
        maxX: isRightToLeft ? area.maxX : place.minX - gap, maxY: area.maxY)
    } else {
      let (left, top) = (area.minX + (area.width - size) / 2, max(end - size, area.minY))
      place = Rect(minX: left, minY: top, maxX: left + size, maxY: top + size)
      words = Rect(minX: area.minX, minY: area.minY, maxX: area.maxX, maxY: max(top - gap, area.minY + 1))
    }
    return (CodeWidget(side: side, in: place, canvas), words)
  }

  private func warnOfCode(_ modules: Int32, _ room: Int32) {
    warn(
      .code,
      "the code of \(modules) modules has room for \(room) px, less than 2 px for each; shorten the address or use a larger "
        + "screen")
  }
}

extension Screen {
  /// Whether the screen can show a code.
  package var hasCode: Bool { widgets.contains { $0 is CodeWidget } }

  /// Shows an address as a code, if the screen can show one; `nil` removes the code.
  package func showCode(_ address: String?) {
    for widget in widgets { (widget as? CodeWidget)?.show(address.flatMap { try? QRCode($0) }) }
  }
}
