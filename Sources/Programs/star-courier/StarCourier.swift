import Basics
import Settings
import System

/// Sends the journal's answers to an MQTT broker, in a process of its own, so that no network can delay the screen.
@main
enum StarCourier {
  static func main() {
    Standard.run { () throws(ProgramError) in
      var options = Options()
      switch try Options.syntax.parse(into: &options) {
      case .print(let text): try Output.text(text)
      case .words(let words):
        if let word = words.first { throw .usage("unexpected word " + word) }
        do throws(CourierError) {
          try run(options)
        } catch { throw ProgramError(lines: error.lines, status: error.kind.status) }
      }
    }
  }

  private static func run(_ options: Options) throws(CourierError) {
    let settings = try options.settings()
    for warning in settings.warnings { Standard.error(warning, .warning) }
    if settings.broker.host.utf8.isEmpty {
      Standard.error(Delivery.noBrokerNotice, .notice)
      return
    }
    try Delivery(settings, from: options).run()
  }
}
