import Basics
import Display
import StarSlider

final class MotionWorkload: PaintingWorkload {
  let name = "motion"
  let help = "a frame of the change from one screen to another, mixed from two pictures"

  func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError) { try body(MotionScene(options)) }
}

/// A frame of the change from one screen to another: two pictures of the whole screen are mixed, with the new one moved down by 6 pixels.
/// The floor copies the same number of bytes.
final class MotionScene: Scene {
  private let screen: Screen
  private let pictures: PictureMemory

  init(_ options: Options) throws(ProgramError) {
    screen = try Screen(options)
    try screen.clear()
    let (size, format) = (screen.display.size, screen.display.format)
    try Screen.requireMemory(2 * Floor.bytes(Rect(size), format), for: "copies of the screen")
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
  }

  func perform(_ count: Int) throws(ProgramError) { for _ in 0..<count { try paint() } }

  func draw(_ pictures: Pictures) throws(ProgramError) {
    try paint()
    try pictures.add("motion", try screen.scanout())
  }

  private func paint() throws(ProgramError) {
    let surface = try screen.nextFrame().surface
    mix(on: surface)
    try screen.present(Region(surface.bounds))
  }

  private func mix(on surface: Surface) { surface.mix(pictures[0], with: pictures[1], share: 192, movedBy: 0, 6) }

  func subjects() throws(ProgramError) -> [Subject] {
    try paint()
    let surface = try screen.scanout()
    let bytes = Floor.bytes(surface.bounds, surface.format)
    let floor = Subject(name: "motion floor", unit: "frame", bytes: bytes) { frames in
      timed { for _ in 0..<frames { surface.copy(self.pictures[0]) } }
    }
    let motion = Subject(name: "motion", unit: "frame", bytes: bytes, floor: floor.name) { frames in
      timed { for _ in 0..<frames { self.mix(on: surface) } }
    }
    return [motion, floor]
  }
}
