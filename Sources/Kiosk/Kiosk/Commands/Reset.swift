import Basics
import System

/// `star-kiosk reset`: puts a console that a killed program left behind back to text mode.
enum Reset {
  static func run(_: Options) throws(KioskError) {
    let path: String
    do throws(SystemError) { path = try Console.reset() } catch { throw KioskError(error) }
    try Output.line(path + " is back in text mode")
  }
}
