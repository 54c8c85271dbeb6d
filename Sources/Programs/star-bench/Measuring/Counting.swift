import Basics
import Display
import Geometry
import Raster
import System

/// Runs workloads a given number of times without a clock. The instructions of one repetition are callgrind's count for N, minus
/// the count for 0, divided by N.
enum Counting {
  static func run(_ options: Options, _ repetitions: Int) throws(ProgramError) {
    for workload in options.workloads {
      switch workload {
      case .raster:
        guard case .memory(_, let format?) = options.screen else { continue }
        for side in options.sides {
          try RasterWorkload(side: side, format: format, blending: options.blending).paint(repetitions)
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
      case .screen, .change, .text:
        try KioskWorkload.each(of: workload, options) { (part) throws(ProgramError) in try part.show(repetitions) }
      case .bytes, .start, .idle, .memory: break
      }
    }
  }
}

/// Writes the pictures of workloads as binary PPM with 8 bits per channel.
enum Pictures {
  /// The written frame of a drag, in which the finger is at 0.6 of the row.
  static var dragFrame: Int { 300 }

  static func write(_ options: Options, prefix: String) throws(ProgramError) {
    for workload in options.workloads {
      switch workload {
      case .raster:
        guard case .memory(_, let format?) = options.screen else { continue }
        for side in options.sides {
          let raster = try RasterWorkload(side: side, format: format, blending: options.blending)
          raster.paint(1)
          try write(raster.surface, to: prefix + "-raster-\(side).ppm")
          raster.paintCoverage(stroke: false)
          try write(raster.surface, to: prefix + "-inside-\(side).ppm")
          raster.paintCoverage(stroke: true)
          try write(raster.surface, to: prefix + "-outline-\(side).ppm")
        }
      case .drag, .rotate:
        let scene = try DragScene(options, rotation: workload == .drag ? .none : .quarter)
        for _ in 0...dragFrame { try scene.step() }
        try write(try scene.screen.scanout(), to: prefix + "-\(workload.rawValue).ppm")
      case .many:
        let many = try ManyWorkload(options)
        try many.paint()
        try write(try many.screen.scanout(), to: prefix + "-many.ppm")
      case .motion:
        let motion = try MotionWorkload(options)
        try motion.paint()
        try write(try motion.screen.scanout(), to: prefix + "-motion.ppm")
      case .scale:
        for count in options.sliders {
          var alone = options
          alone.sliders = [count]
          let scale = try ScaleWorkload(alone)
          try scale.run(dragFrame + 1)
          try write(try scale.screen.scanout(), to: prefix + "-scale-\(count).ppm")
        }
      case .screen, .change, .text:
        try KioskWorkload.each(of: workload, options) { (part) throws(ProgramError) in
          try part.show(1)
          let name = String(
            decoding: part.name.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
          try write(try part.screen.scanout(), to: prefix + "-" + name + ".ppm")
        }
      case .bytes, .start, .idle, .memory: break
      }
    }
  }

  private static func write(_ surface: Surface, to path: String) throws(ProgramError) {
    let head = "P6\n\(surface.size.width) \(surface.size.height)\n255\n"
    let count = head.utf8.count + Int(surface.size.width) * Int(surface.size.height) * 3
    try Screen.requireMemory(Int64(count), for: "the picture's bytes")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    bytes.append(contentsOf: head.utf8)
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width {
        let color = surface.color(x: x, y: y)
        bytes += [color.red, color.green, color.blue]
      }
    }
    do throws(SystemError) { try writeFile(path, bytes) } catch { throw .failure(error.message) }
  }
}
