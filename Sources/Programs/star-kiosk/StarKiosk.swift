import CLinux
import Kiosk
import System

/// Reads the command line and runs the command that it names.
@main
enum StarKiosk {
  static func main() {
    Standard.prepare()
    do throws(KioskError) {
      try Options.parse().run()
    } catch {
      for line in error.lines { Standard.error(line) }
      exit(error.status)
    }
  }
}
