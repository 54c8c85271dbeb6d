import Basics
import Display
import System

/// Writes a PNG picture to a file, whole or not at all.
enum PictureFile {
  static func write(to path: String, _ encode: () throws(PNGError) -> [UInt8]) throws(KioskError) {
    let picture: [UInt8]
    do throws(PNGError) {
      picture = try encode()
    } catch {
      throw .failure("cannot write " + path + ": " + error.message)
    }
    do throws(SystemError) {
      try writeFile(path, picture)
    } catch {
      throw .failure(error.message)
    }
  }
}
