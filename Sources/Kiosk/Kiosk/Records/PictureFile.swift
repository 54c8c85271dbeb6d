import Basics
import Pictures
import System

/// Writes PNG pictures to files.
enum PictureFile {
  /// Writes a picture completely or not at all.
  static func write(to path: String, _ encode: () throws(PNGError) -> [UInt8]) throws(KioskError) {
    let picture: [UInt8]
    do throws(PNGError) { picture = try encode() } catch { throw KioskError("write", path, error.reason) }
    do throws(SystemError) { try writeFile(path, picture) } catch { throw KioskError(error) }
  }

  /// Writes it to a new file in the folder for temporary files, whose name begins with "star-kiosk-" and `name`. Returns its path.
  static func create(_ name: String, _ encode: () throws(PNGError) -> [UInt8]) throws(KioskError) -> String {
    let base = (Environment["TMPDIR"] ?? "/tmp") + "/star-kiosk-" + name
    let picture: [UInt8]
    do throws(PNGError) { picture = try encode() } catch { throw KioskError("write", base + ".png", error.reason) }
    do throws(SystemError) { return try createFile(base, ".png", picture) } catch { throw KioskError(error) }
  }
}
