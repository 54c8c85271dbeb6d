// Five stars on a Linux screen, without a window system: KMS or /dev/fb0, a touchscreen, one slider. Prints every rating.

import CStandard  // exit(3), fflush(3): Embedded Swift has no Glibc module
import LinuxDisplay
import LinuxTouch
import StarSlider

/// Prints a line without buffering, even to a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Ends the program with a message.
func fail(_ message: String) -> Never {
  say("hello-stars: " + message)
  exit(1)
}

/// Uses a device. Ends the program with the error's message if that fails.
func must<Result, Fault>(_ use: () throws(Failure<Fault>) -> Result) -> Result {
  do throws(Failure<Fault>) { return try use() } catch { fail(error.message) }
}

/// Creates a slider that fills the display. `value` is that of the previous slider.
func layOut(_ display: any Display, value: Int32? = nil) -> (ScreenTransform, StarSlider) {
  let screen = ScreenTransform(physical: display.size, rotation: display.panelRotation)
  do throws(SliderError) {
    let (scale, face) = (try Scale(starCount: 5, step: .half), Face(fill: Color(rgb: 0xff_b000)))
    let configuration = SliderConfiguration(scale: scale, face: face, spacing: 16, margin: 24)
    let slider = try StarSlider(configuration, bounds: Rect(screen.layout), on: screen, format: display.format)
    slider.set(value)
    return (screen, slider)
  } catch { fail(error.message) }
}

/// Shows the stars until the display's window is closed, and prints each rating by a finger or, in a window, by the mouse.
func run(_ display: any Display) {
  var (screen, slider) = layOut(display)
  let panel = display.hasInput ? nil : must { () throws(TouchError) in try TouchPanel(on: screen) }
  say("hello-stars: touch the stars on " + display.name + "; Ctrl+C ends")
  func handle(_ event: TouchEvent<LayoutSpace>) {
    guard let rating = slider.handle(event), rating.kind == .committed else { return }
    if let stars = slider.accessibilityValue.number() { say(stars + " stars") }
  }
  while true {
    let events = must { () throws(DisplayError) in
      // Without a free buffer, the previous frame is still on its way to the screen.
      if slider.needsPaint, let frame = try display.nextFrame() {
        try display.present(slider.paint(into: frame.surface, age: frame.age))
      }
      return try display.wait(for: panel?.descriptor ?? -1)
    }
    if events.contains(.closed) { return }
    if events.contains(.changed), must({ () throws(DisplayError) in try display.reopened() }) != nil {
      (screen, slider) = layOut(display, value: slider.value)
    }
    display.takeTouches { handle(screen.toLayout($0)) }
    must { () throws(TouchError) in try panel?.poll(handle) }
  }
}

run(must { () throws(DisplayError) in try openDisplay() })
