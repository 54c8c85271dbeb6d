import Basics
import Display
import StarSlider
import System

/// Runs workloads a given number of times without a clock. The number of instructions of one repetition is callgrind's count for N
/// repetitions minus the count for 0, divided by N.
enum Counting {
  static func run(_ options: Options, _ repetitions: Int) throws(ProgramError) {
    for workload in options.workloads {
      switch workload {
      case .raster:
        guard case .memory(_, let format?) = options.screen else { continue }
        for side in options.sides {
          try RasterWorkload(side: side, format: format, blending: options.blending).paint(repetitions)
        }
      case .path:
        guard case .memory(_, let format?) = options.screen else { continue }
        for side in options.sides {
          try PathWorkload(side: side, format: format, blending: options.blending).paint(repetitions)
        }
      case .drag, .rotate:
        let scene = try DragScene(options, rotation: workload == .drag ? .none : .quarter)
        for _ in 0..<repetitions { try scene.step() }
      case .many:
        let many = try ManyWorkload(options)
        for _ in 0..<repetitions { try many.paint() }
      case .scale: try ScaleWorkload(options).run(repetitions)
      case .motion:
        let motion = try MotionWorkload(options)
        for _ in 0..<repetitions { try motion.paint() }
      case .screen, .change, .text, .line:
        try KioskWorkload.each(of: workload, options) { (part) throws(ProgramError) in try part.show(repetitions) }
      case .bytes, .start, .idle, .memory, .touch: break
      }
    }
  }
}

/// The pictures of workloads, written as binary PPM with 8 bits per channel.
struct Pictures {
  /// The frame of a drag that is written: its finger is at 0.6 of the row.
  static var dragFrame: Int { 300 }

  /// The prefix of the files' names.
  private let prefix: String

  @discardableResult init(_ options: Options, prefix: String) throws(ProgramError) {
    self.prefix = prefix
    for workload in options.workloads {
      switch workload {
      case .raster:
        guard case .memory(_, let format?) = options.screen else { continue }
        for side in options.sides {
          let raster = try RasterWorkload(side: side, format: format, blending: options.blending)
          raster.paint(1)
          try add("raster-\(side)", raster.surface)
          raster.paintCoverage(stroke: false)
          try add("inside-\(side)", raster.surface)
          raster.paintCoverage(stroke: true)
          try add("outline-\(side)", raster.surface)
        }
      case .path:
        guard case .memory(_, let format?) = options.screen else { continue }
        for side in options.sides {
          let logo = try PathWorkload(side: side, format: format, blending: options.blending)
          logo.paint(1)
          try add("path-\(side)", logo.surface)
        }
      case .drag, .rotate:
        let scene = try DragScene(options, rotation: workload == .drag ? .none : .quarter)
        for _ in 0...Self.dragFrame { try scene.step() }
        try add(workload.rawValue, try scene.screen.scanout())
      case .many:
        let many = try ManyWorkload(options)
        try many.paint()
        try add("many", try many.screen.scanout())
      case .motion:
        let motion = try MotionWorkload(options)
        try motion.paint()
        try add("motion", try motion.screen.scanout())
      case .scale:
        for count in options.sliders {
          var alone = options
          alone.sliders = [count]
          let scale = try ScaleWorkload(alone)
          try scale.run(Self.dragFrame + 1)
          try add("scale-\(count)", try scale.screen.scanout())
        }
      case .screen, .change, .text, .line:
        try KioskWorkload.each(of: workload, options) { (part) throws(ProgramError) in
          try part.show(1)
          let name = String(
            decoding: part.name.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
          try add(name, try part.screen.scanout())
        }
      case .bytes, .start, .idle, .memory, .touch: break
      }
    }
  }

  private func add(_ name: String, _ surface: Surface) throws(ProgramError) {
    try Screen.requireMemory(3 * surface.bounds.area, for: "the picture's bytes")
    let bytes = surface.ppm
    do throws(SystemError) { try writeFile(prefix + "-" + name + ".ppm", bytes) } catch {
      throw .failure(error.message)
    }
  }
}
