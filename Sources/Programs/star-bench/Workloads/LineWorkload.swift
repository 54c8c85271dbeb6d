import Basics
import Display
import StarSlider

#if KIOSK_SCREENS
  import Text
#endif

final class LineWorkload: KioskWorkload {
  let name = "line"
  let help = "setting and painting one line of text of 40 px, black on white"

  var options: [CommandOption<Options>] {
    [.text("font", "FILE", "The font of line, default the one of the kiosk's screens.") { $0.scenes.font = $1 }]
  }

  #if KIOSK_SCREENS
    func parts(_ options: Options) throws(ProgramError) -> [KioskPart] {
      [try Line(Screen(options), font: options.scenes.font, options.scenes.blending)]
    }
  #endif
}

#if KIOSK_SCREENS
  /// Sets and paints one line of text, black on white, from its characters to its pixels. `tools/peers.d` contains the same line.
  private final class Line: KioskPart {
    private static let text = "How was our service?"
    /// Pixels per em.
    private static let size: Int32 = 40

    private let typesetter: Typesetter
    private let box: Rect<PhysicalSpace>
    private let ramp: CoverageRamp

    /// - Parameter font: The path of the font; `nil` for the font of the kiosk's screens.
    init(_ screen: Screen, font: String?, _ blending: Blending) throws(ProgramError) {
      let size = screen.display.size
      box = Rect<PhysicalSpace>(minX: 20, minY: 20, maxX: 440, maxY: 80).intersection(Rect(size))
      do throws(TextError) {
        typesetter = try Typesetter(fonts: [font.map { .file($0) } ?? .family("sans-serif")])
      } catch { throw .failure(error.message) }
      ramp = CoverageRamp(.black, over: .white, isText: false, screen.display.format, blending: blending)
      super.init("line", "line", screen, boxes: [box])
      try screen.clear()
    }

    override func paint(_ frame: Frame) throws(ProgramError) {
      frame.surface.fill(box, with: .white)
      do throws(TextError) {
        let block = try typesetter.set(
          Self.text, language: "en", size: Self.size, smallest: Self.size, width: box.width, height: box.height)
        frame.surface.paint(block.coverage, x: box.minX + block.x, y: box.minY + block.y, ramp)
      } catch { throw .failure(error.message) }
    }
  }
#endif
