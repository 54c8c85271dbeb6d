import Kiosk
import System

/// Reads the command line and runs the command that it names.
@main
enum StarKiosk {
  static func main() { Standard.run { () throws(KioskError) in try Options.main() } }
}
