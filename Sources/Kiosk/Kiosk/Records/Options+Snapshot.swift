import Basics
import Display
import Pictures
import StarSlider
import System

// Pictures of the screen in files.
extension Options {
  /// Writes the scanout to a file, if the command line names one.
  func writeSnapshot(of display: any Display) throws(KioskError) {
    if let snapshot, let scanout = display.scanout { try Self.write(scanout, to: snapshot) }
  }

  private static func write(_ scanout: Surface, to path: String) throws(KioskError) {
    try PictureFile.write(to: path) { () throws(PNGError) in try PNG.encode(scanout) }
  }

  /// Writes a snapshot when the snapshot key is pressed in the window, to the file that the command line names or to a new file in the
  /// folder for temporary files.
  func takeWindowSnapshot(of display: any Display) {
    guard let scanout = display.scanout else { return }
    do throws(KioskError) {
      if let snapshot {
        try Self.write(scanout, to: snapshot)
        return Standard.error("the snapshot is in " + snapshot, .notice)
      }
      let path = try PictureFile.create("snapshot") { () throws(PNGError) in try PNG.encode(scanout) }
      Standard.error("the snapshot is in " + path, .notice)
    } catch { for line in error.lines { Standard.error(line) } }
  }

  /// Writes a snapshot on demand, to the file that the command line names or to the service's folder in memory. An error is reported, and
  /// the kiosk continues.
  func takeSnapshot(of display: any Display) {
    guard let path = snapshot ?? Environment["RUNTIME_DIRECTORY"].map({ $0 + "/snapshot.png" }) else {
      Standard.error("cannot write a snapshot: no file was named; pass --snapshot FILE.png", .warning)
      return
    }
    guard let scanout = display.scanout else { return }
    do throws(KioskError) { try Self.write(scanout, to: path) } catch {
      for line in error.lines { Standard.error(line) }
    }
  }
}

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
