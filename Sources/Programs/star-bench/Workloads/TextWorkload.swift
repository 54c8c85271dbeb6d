import Basics
import Display
import StarSlider

#if KIOSK_SCREENS
  import Screens
  import Settings
  import Text
#endif

final class TextWorkload: KioskWorkload {
  let name = "text"
  let help = "setting and painting all texts of a survey in English and Arabic"

  #if KIOSK_SCREENS
    func parts(_ options: Options) throws(ProgramError) -> [KioskPart] { [try SurveyTexts(SampleKiosk(options))] }
  #endif
}

#if KIOSK_SCREENS
  /// Sets and paints every text of the sample survey, one language next to the other, like the kiosk when it makes its screens.
  private final class SurveyTexts: KioskPart {
    private struct Line {
      let text: String
      let language: String
      let sizes: TextSizes
      let isHeading: Bool
      let box: Rect<PhysicalSpace>
    }

    private let typesetter: Typesetter
    private let lines: [Line]
    private let ramp: CoverageRamp

    init(_ sample: SampleKiosk) throws(ProgramError) {
      let (size, metrics) = (sample.screen.display.size, sample.metrics)
      let column = size.width / Int32(sample.languages.count)
      typesetter = sample.typesetter
      var lines: [Line] = []
      for (i, phrases) in zip(0..<Int32(sample.languages.count), sample.languages) {
        let words = Phrase.allCases.prefix { $0 != .tellMore }.map { phrases.phrases[$0] }
        let texts = phrases.questions + phrases.reasons[0] + phrases.starWords + words
        for (row, text) in texts.enumerated() {
          let isHeading = row < phrases.questions.count
          let (x, y) = (i * column, Int32(row) * size.height / Int32(texts.count))
          lines.append(
            Line(
              text: text, language: phrases.language, sizes: isHeading ? metrics.title : metrics.label,
              isHeading: isHeading, box: Rect(minX: x, minY: y, maxX: x + column, maxY: y + size.height / 3)))
        }
      }
      self.lines = lines
      ramp = CoverageRamp(sample.theme.text, over: .white, isText: true, sample.screen.display.format)
      var boxes: [Rect<PhysicalSpace>] = []
      for line in lines {
        let block = try Self.set(line, typesetter)
        let (x, y) = (line.box.minX + block.x, line.box.minY + block.y)
        let ink = Rect<PhysicalSpace>(
          minX: x, minY: y, maxX: x + block.coverage.width, maxY: y + block.coverage.height)
        boxes.append(ink.intersection(Rect(size)))
      }
      super.init("text", "survey", sample.screen, boxes: boxes)
      try sample.screen.clear()
    }

    override func paint(_ frame: Frame) throws(ProgramError) {
      for line in lines {
        let block = try Self.set(line, typesetter)
        frame.surface.paint(block.coverage, x: line.box.minX + block.x, y: line.box.minY + block.y, ramp)
      }
    }

    private static func set(_ line: Line, _ typesetter: Typesetter) throws(ProgramError) -> TextBlock {
      do throws(TextError) {
        return try typesetter.set(
          line.text, language: line.language, size: line.sizes.largest, smallest: line.sizes.smallest,
          width: line.box.width, height: line.box.height, isHeading: line.isHeading)
      } catch { throw .failure(error.message) }
    }
  }
#endif
