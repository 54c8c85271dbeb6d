import Basics
import Display
import System

/// Writes a PNG picture to a file, completely or not at all.
enum PictureFile {
  static func write(to path: String, _ encode: () throws(PNGError) -> [UInt8]) throws(KioskError) {
    let picture: [UInt8]
    do throws(PNGError) { picture = try encode() } catch { throw KioskError("write", path, error.reason) }
    do throws(SystemError) { try writeFile(path, picture) } catch { throw KioskError(error) }
  }
}
