import Basics
import Display
import StarSlider

final class MotionWorkload: KioskWorkload {
  let name = "motion"
  let help = "a frame of the change from one screen to another, mixed from two pictures"

  func parts(_ options: Options) throws(ProgramError) -> [KioskPart] { [try Motion(Screen(options))] }
}

/// A frame of the change from one screen to another: two pictures of the whole screen are mixed, with the new one moved down by 6 pixels.
private final class Motion: KioskPart {
  private let pictures: PictureMemory

  init(_ screen: Screen) throws(ProgramError) {
    try screen.clear()
    let (size, format) = (screen.display.size, screen.display.format)
    // The floor keeps a third one.
    try Screen.requireMemory(3 * Floor.bytes(Rect(size), format), for: "copies of the screen")
    guard let pictures = PictureMemory(2, size: size, format: format) else {
      throw .failure("not enough memory for copies of the screen")
    }
    self.pictures = pictures
    let slider = try FiveStars(on: screen).slider()
    for (index, value) in [0, slider.layout.scale.maximum].enumerated() {
      pictures[index].fill(pictures[index].bounds, with: .white)
      slider.set(value)
      _ = slider.paint(into: pictures[index], age: 0)
    }
    super.init("motion", "frame", screen, boxes: [Rect(size)])
  }

  override func paint(_ frame: Frame) {
    frame.surface.mix(pictures[0], with: pictures[1], share: 192, movedBy: 0, 6)
  }
}
