import CLinux
import Settings
import System

/// The composition root: brings the journal's answers to an MQTT broker, in a process of its own, so that no network can
/// stall the screen.
@main
enum StarCourier {
  static func main() {
    Standard.prepare()
    do throws(CourierError) {
      try run(try Options.parse())
    } catch {
      for line in error.lines { Standard.error(line) }
      exit(error.status)
    }
  }

  private static func run(_ options: Options) throws(CourierError) {
    switch options.command {
    case .help: try Output.text(Help.text)
    case .version: try Output.text(Help.version)
    case .run:
      let settings = try options.settings()
      for warning in settings.warnings { Standard.error(warning, .warning) }
      if settings.broker.host.utf8.isEmpty {
        Standard.error(Delivery.withoutBroker, .notice)
        return
      }
      let delivery = try Delivery(settings, from: options)
      try delivery.run()
    }
  }
}
