// Five stars on a Linux screen, without a window system: KMS or /dev/fb0, a touchscreen, one slider. Prints every rating.

import CStandard  // exit(3), fflush(3): Embedded Swift has no Glibc module
import LinuxDisplay
import LinuxTouch
import StarSlider

/// Prints a line at once, also to a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Ends the program with a message.
func fail(_ message: String) -> Never {
  say("hello-stars: " + message)
  exit(1)
}

/// Uses a device. If that fails, the message says what to do.
func must<Result, Fault>(_ use: () throws(Failure<Fault>) -> Result) -> Result {
  do throws(Failure<Fault>) { return try use() } catch { fail(error.message) }
}

/// Makes a slider that fills the screen.
func makeSlider(on screen: ScreenTransform, _ format: PixelFormat) -> StarSlider {
  do throws(SliderError) {
    let scale = try Scale(starCount: 5, step: .half)
    var configuration = SliderConfiguration(scale: scale, spacing: 16, margin: 24)
    configuration.face.fill = Color(rgb: 0xff_b000)
    return try StarSlider(configuration, bounds: Rect(screen.layout), on: screen, format: format)
  } catch { fail(error.message) }
}

/// Shows the stars, and prints what each finger gives them.
func run() -> Never {
  let display = must { () throws(DisplayError) in try openDisplay() }
  let screen = ScreenTransform(physical: display.size, rotation: display.panelRotation)
  let slider = makeSlider(on: screen, display.format)
  let touch = must { () throws(TouchError) in try TouchPanel(on: screen) }
  say("hello-stars: touch the stars on " + display.name + "; Ctrl+C ends")

  while true {
    must { () throws(DisplayError) in
      // No free buffer: the last frame is still on its way to the screen.
      if slider.needsPaint, let frame = try display.nextFrame() {
        try display.present(slider.paint(into: frame.surface, age: frame.age))
      }
      try display.wait(for: touch.descriptor)
    }
    must { () throws(TouchError) in
      try touch.poll { event in
        guard let rating = slider.handle(event), rating.kind == .committed, let steps = rating.value else { return }
        say("\(steps / 2)\(steps % 2 == 0 ? "" : ".5") stars")
      }
    }
  }
}

run()
