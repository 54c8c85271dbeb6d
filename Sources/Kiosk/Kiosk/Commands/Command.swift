extension Options {
  /// Runs the command that the arguments name.
  package func run() throws(KioskError) {
    switch command {
    case .devices: try DeviceList.run()
    case .reset: try Reset.run()
    case .doctor: try Doctor.run(self)
    case .status: try Status.run(self)
    case .check: try Check.run(self)
    case .selftest: try SelfTest.run()
    case .calibrate: try Calibrate.run(self)
    case .run: try Run.run(self)
    }
  }
}
