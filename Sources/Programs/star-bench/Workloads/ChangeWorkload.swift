import Basics
import Display
import StarSlider

#if KIOSK_SCREENS
  import Screens
  import Survey
#endif

final class ChangeWorkload: KioskWorkload {
  let name = "change"
  let help = "from a question's answer to the first frame of the reasons, both screens painted"

  #if KIOSK_SCREENS
    func parts(_ options: Options) throws(ProgramError) -> [KioskPart] { [try SampleChange(SampleKiosk(options))] }
  #endif
}

#if KIOSK_SCREENS
  /// Everything from a visitor's answer to the first frame of the next screen. That frame is mixed from pictures of both screens, which are
  /// painted first.
  private final class SampleChange: KioskPart {
    private let change: ScreenChange
    private var (old, new): (Screens.Screen, Screens.Screen)

    init(_ sample: SampleKiosk) throws(ProgramError) {
      let display = sample.screen.display
      // The change keeps three pictures, and the floor keeps a fourth one.
      try Screen.requireMemory(4 * Floor.bytes(Rect(display.size), display.format), for: "copies of the screen")
      guard let change = ScreenChange(on: sample.transform, format: display.format, moves: true) else {
        throw .failure("not enough memory for copies of the screen")
      }
      self.change = change
      (old, new) = (sample.shown(.question(0)), sample.shown(.reasons(0)))
      // Both pictures and their mixture.
      super.init(
        "change", "change", sample.screen, boxes: [Rect<PhysicalSpace>](repeating: Rect(display.size), count: 3))
    }

    override func paint(_ frame: Frame) {
      change.leave(old, movedBy: .none)
      new.show()
      new.appear(by: change, movedBy: .none, at: 0)
      _ = new.paint(frame)
      new.finishMotion()
      (old, new) = (new, old)
    }
  }
#endif
