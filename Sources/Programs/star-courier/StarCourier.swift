import CLinux
import Settings
import System

/// Sends the journal's answers to an MQTT broker, in a process of its own, so that no network can delay the screen.
@main
enum StarCourier {
  static func main() {
    Standard.prepare()
    do throws(CourierError) {
      try run(try Options.parse())
    } catch {
      for line in error.lines { Standard.error(line) }
      exit(error.kind.status)
    }
  }

  private static func run(_ options: Options) throws(CourierError) {
    switch options.command {
    case .help: try print(Help.text)
    case .version: try print(Help.version)
    case .run:
      let settings = try options.settings()
      for warning in settings.warnings { Standard.error(warning, .warning) }
      if settings.broker.host.utf8.isEmpty {
        Standard.error(Delivery.noBrokerNotice, .notice)
        return
      }
      let delivery = try Delivery(settings, from: options)
      try delivery.run()
    }
  }

  private static func print(_ text: StaticString) throws(CourierError) {
    do throws(SystemError) { try Standard.output(text) } catch { throw CourierError(error) }
  }
}
