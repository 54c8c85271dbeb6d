import Basics
import System

extension Options {
  /// Runs the command that the arguments name.
  package func run() throws(KioskError) {
    switch command {
    case .devices: try DeviceList.run()
    case .reset: try resetConsole()
    case .doctor: try Doctor.run(self)
    case .status: try Status.run(self)
    case .check: try Check.run(self)
    case .selftest: try SelfTest.run()
    case .calibrate: try Calibrate.run(self)
    case .run: try Run.run(self)
    }
  }

  /// `star-kiosk reset`: puts a console that a killed program left behind back to text mode.
  private func resetConsole() throws(KioskError) {
    let path: String
    do throws(SystemError) { path = try Console.reset() } catch { throw KioskError(error) }
    try Output.line(path + " is back in text mode")
  }
}
