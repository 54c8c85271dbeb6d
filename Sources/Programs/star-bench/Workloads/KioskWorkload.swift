import Basics
import Display
import StarSlider
import System

/// A workload of the kiosk's screens or of its text. The floor copies the same boxes from a finished picture.
class KioskWorkload {
  /// A part of the workload `screen`: a question, the reasons below it, or one of their buttons.
  enum Part: String, CaseIterable { case question, reasons, button }

  let name: String
  let unit: StaticString
  let screen: Screen
  /// The boxes that one operation paints; overlapping boxes are painted several times.
  private let boxes: [Rect<PhysicalSpace>]

  init(_ name: String, _ unit: StaticString, _ screen: Screen, boxes: [Rect<PhysicalSpace>]) {
    (self.name, self.unit, self.screen, self.boxes) = (name, unit, screen, boxes)
  }

  /// Calls `body` with each part of a workload. If there is none and the workload was not named, prints a warning.
  static func each(
    of workload: Options.Workload, _ options: Options, _ body: (KioskWorkload) throws(ProgramError) -> Void
  ) throws(ProgramError) {
    let parts = try options.orLeftOut(workload) { () throws(ProgramError) in try Self.parts(of: workload, options) }
    for part in parts ?? [] { try body(part) }
  }

  /// Returns the parts of a workload after running each once, so that everything cached is in place.
  ///
  /// - Throws: If this program cannot set text, or the screen is too small.
  private static func parts(of workload: Options.Workload, _ options: Options) throws(ProgramError) -> [KioskWorkload] {
    #if KIOSK_SCREENS
      var parts: [KioskWorkload] = []
      switch workload {
      case .line: parts.append(try LineWorkload(Screen(options), font: options.font, options.blending))
      case .change: parts.append(try ChangeWorkload(SampleKiosk(options)))
      case .text: parts.append(try TextWorkload(SampleKiosk(options)))
      default:
        let kiosk = try SampleKiosk(options)
        for part in options.parts { parts.append(ScreenWorkload(part, kiosk)) }
      }
      for part in parts { try part.show(4) }
      return parts
    #else
      throw .failure(
        "cannot set text: this star-bench is static, and text libraries are loaded at run time; use one that is not static"
      )
    #endif
  }

  /// Performs one operation.
  func paint(_ frame: Frame) throws(ProgramError) { preconditionFailure("every workload overrides paint") }

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
      timed { for _ in 0..<count { for box in self.boxes { surface.copy(box, of: memory[0]) } } }
    }
    let whole = Subject(name: name, unit: unit, bytes: bytes, floor: floor.name) { (count) throws(ProgramError) in
      try timed { () throws(ProgramError) in
        for _ in 0..<count { try self.paint(Frame(surface: surface, age: 1)) }
      }
    }
    return [whole, floor]
  }
}

extension Options {
  /// Sets the parts of `screen` from --parts. Returns what is wrong with the text, or `nil`.
  mutating func setParts(_ text: String) -> String? {
    parts = []
    for word in split(text, at: UInt8(ascii: ",")) {
      guard let part = KioskWorkload.Part.allCases.first(where: { word.utf8.elementsEqual($0.rawValue.utf8) }),
        !parts.contains(part)
      else { return "must be some of question, reasons, button, each once" }
      parts.append(part)
    }
    return nil
  }
}
