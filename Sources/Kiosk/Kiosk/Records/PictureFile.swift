import Display
import System

/// Writes a PNG picture to a file, whole or not at all.
enum PictureFile {
  static func write(to path: String, _ encode: () throws(PNG.Failure) -> [UInt8]) throws(KioskError) {
    let picture: [UInt8]
    do throws(PNG.Failure) {
      picture = try encode()
    } catch {
      throw .failure("cannot make a picture for " + path + ": " + error.reason)
    }
    do throws(SystemError) {
      try writeFile(path, picture)
    } catch {
      throw .failure(error.message)
    }
  }
}
