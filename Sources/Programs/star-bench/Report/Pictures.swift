import Basics
import StarSlider
import System

/// The pictures of workloads, written as binary PPM with 8 bits per channel.
struct Pictures {
  /// The frame of a drag that is written: its finger is at 0.6 of the row.
  static var dragFrame: Int { 300 }

  let options: Options
  /// The prefix of the files' names.
  let prefix: String

  func add(_ name: String, _ surface: Surface) throws(ProgramError) {
    try Screen.requireMemory(3 * surface.bounds.area, for: "the picture's bytes")
    let bytes = surface.ppm
    do throws(SystemError) { try writeFile(prefix + "-" + name + ".ppm", bytes) } catch {
      throw .failure(error.message)
    }
  }
}
