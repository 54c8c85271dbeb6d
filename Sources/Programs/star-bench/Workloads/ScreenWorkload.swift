#if KIOSK_SCREENS
  import Basics
  import Display
  import StarSlider
  import Screens
  import Survey

  /// Paints a whole screen of the kiosk, or a button of it that is alternately pressed and released.
  final class ScreenWorkload: KioskWorkload {
    private let kiosk: Screens.Screen
    private let button: Point<LayoutSpace>?
    private var isPressed = false

    init(_ part: Part, _ sample: SampleKiosk) {
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

  /// Everything from a visitor's answer to the first frame of the next screen. That frame is mixed from pictures of both screens, which are
  /// painted first.
  final class ChangeWorkload: KioskWorkload {
    private let change: ScreenChange
    private var (old, new): (Screens.Screen, Screens.Screen)

    init(_ sample: SampleKiosk) throws(ProgramError) {
      let display = sample.screen.display
      // The change keeps its two pictures, and the floor keeps a third one.
      try Screen.requireMemory(3 * Floor.bytes(Rect(display.size), display.format), for: "copies of the screen")
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
