import Basics
import System

/// `star-kiosk reset`: returns the console to text mode after the kiosk was killed.
enum Reset {
  static func run(_: Options) throws(KioskError) {
    let path: String
    do throws(SystemError) { path = try Console.reset() } catch { throw KioskError(error) }
    try Output.line(path + " is back in text mode")
  }
}
