import Basics
import Display
import StarSlider
import System

/// A workload that paints as the kiosk does. If it cannot run and was not named, it is skipped with a warning.
protocol KioskWorkload: PaintingWorkload {
  /// Returns the parts that are painted.
  ///
  /// - Throws: If this program cannot set text, or the screen is too small.
  func parts(_ options: Options) throws(ProgramError) -> [KioskPart]
}

extension KioskWorkload {
  func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError) {
    let parts = try options.orLeftOut(self) { () throws(ProgramError) in
      let parts = try self.parts(options)
      // Everything cached is then in place.
      for part in parts { try part.show(4) }
      return parts
    }
    if let parts { try body(KioskScene(parts)) }
  }

  #if !KIOSK_SCREENS
    func parts(_ options: Options) throws(ProgramError) -> [KioskPart] {
      throw .failure(
        "cannot set text: this star-bench is static, and text libraries are loaded at run time; use one that is not static"
      )
    }
  #endif
}

/// The parts of a workload, which share one screen.
private final class KioskScene: Scene {
  private let parts: [KioskPart]

  init(_ parts: [KioskPart]) { self.parts = parts }

  func subjects() throws(ProgramError) -> [Subject] {
    var subjects: [Subject] = []
    for part in parts { subjects += try part.subjects() }
    return subjects
  }

  func perform(_ count: Int) throws(ProgramError) { for part in parts { try part.show(count) } }

  func draw(_ pictures: Pictures) throws(ProgramError) {
    for part in parts {
      try part.show(1)
      let name = part.name.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "-") : $0 }
      try pictures.add(String(decoding: name, as: UTF8.self), try part.screen.scanout())
    }
  }
}

/// What a workload of the kiosk paints. The floor copies the same boxes from a finished picture.
class KioskPart {
  let name: String
  let unit: StaticString
  let screen: Screen
  /// The boxes that one operation paints; overlapping boxes are painted several times.
  let boxes: [Rect<PhysicalSpace>]

  init(_ name: String, _ unit: StaticString, _ screen: Screen, boxes: [Rect<PhysicalSpace>]) {
    (self.name, self.unit, self.screen, self.boxes) = (name, unit, screen, boxes)
  }

  /// Performs one operation.
  func paint(_ frame: Frame) throws(ProgramError) { preconditionFailure("every part overrides paint") }

  /// Performs the floor's operation.
  func copyBoxes(of picture: Surface, to surface: Surface) {
    for box in boxes { surface.copy(box, of: picture) }
  }

  /// Performs operations, each in its own frame.
  final func show(_ count: Int) throws(ProgramError) {
    for _ in 0..<count {
      let frame = try screen.nextFrame()
      try paint(frame)
      try screen.present(Region(frame.surface.bounds))
    }
  }

  final func subjects() throws(ProgramError) -> [Subject] {
    let surface = try screen.scanout()
    guard let memory = PictureMemory(1, size: surface.size, format: surface.format) else {
      throw .failure("not enough memory for a copy of the screen")
    }
    memory[0].copy(surface)
    let bytes = boxes.reduce(0) { $0 + Floor.bytes($1, surface.format) }
    let floor = Subject(name: name + " floor", unit: unit, bytes: bytes) { count in
      timed { for _ in 0..<count { self.copyBoxes(of: memory[0], to: surface) } }
    }
    let whole = Subject(name: name, unit: unit, bytes: bytes, floor: floor.name) { (count) throws(ProgramError) in
      try timed { () throws(ProgramError) in
        for _ in 0..<count { try self.paint(Frame(surface: surface, age: 1)) }
      }
    }
    return [whole, floor]
  }
}
