import Basics
import Display
import StarSlider

#if KIOSK_SCREENS
  import Screens
  import Survey
#endif

/// A question, the reasons below it, or one of their buttons.
enum ScreenPart: String, CaseIterable { case question, reasons, button }

final class ScreenWorkload: KioskWorkload {
  let name = "screen"
  let help = "a whole screen of the kiosk: a question, its reasons, and one button of them alone"

  var options: [CommandOption<Options>] {
    [
      .value("parts", "NAME[,NAME...]", "What screen paints, default question,reasons,button.") { options, text in
        options.scenes.parts = []
        for word in split(text, at: UInt8(ascii: ",")) {
          guard let part = ScreenPart.allCases.first(where: { word.utf8.elementsEqual($0.rawValue.utf8) }),
            !options.scenes.parts.contains(part)
          else { return "must be some of question, reasons, button, each once" }
          options.scenes.parts.append(part)
        }
        return nil
      }
    ]
  }

  #if KIOSK_SCREENS
    func parts(_ options: Options) throws(ProgramError) -> [KioskPart] {
      let kiosk = try SampleKiosk(options)
      return options.scenes.parts.map { SampleScreen($0, kiosk) }
    }
  #endif
}

#if KIOSK_SCREENS
  /// Paints a whole screen of the kiosk, or a button of it that is alternately pressed and released.
  private final class SampleScreen: KioskPart {
    private let kiosk: Screens.Screen
    private let button: Point<LayoutSpace>?
    private var isPressed = false

    init(_ part: ScreenPart, _ sample: SampleKiosk) {
      kiosk = sample.shown(part == .question ? .question(0) : .reasons(0))
      var bounds = Rect(sample.transform.layout)
      if part == .button, let place = kiosk.bounds(of: .option(0)) { bounds = place }
      button = part == .button ? bounds.center : nil
      super.init("screen " + part.rawValue, "frame", sample.screen, boxes: [sample.transform.toPhysical(bounds)])
    }

    override func paint(_ frame: Frame) {
      guard let button else {
        _ = kiosk.paint(Frame(surface: frame.surface, age: 0))
        return
      }
      _ = kiosk.handle(TouchEvent(isPressed ? .ended : .began, contact: 1, at: button))
      isPressed.toggle()
      _ = kiosk.paint(frame)
    }
  }
#endif
