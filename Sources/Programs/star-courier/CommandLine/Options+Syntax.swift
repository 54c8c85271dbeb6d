import Basics
import Settings
import System

extension Options {
  /// Parses the program's arguments, and runs the courier or prints the help.
  static func main() throws(ProgramError) {
    var options = Options()
    switch try syntax.parse(into: &options) {
    case .print(let text): try Output.text(text)
    case .words(let words):
      if let word = words.first { throw .usage("unexpected word " + word) }
      try options.run()
    }
  }

  private static var syntax: CommandSyntax<Options> {
    CommandSyntax(
      "star-courier", "sends the kiosk's answers to an MQTT broker", usage: ["star-courier [OPTIONS]"],
      options: [
        .text("config", "FILE", "Read settings from a file, kiosk.conf(5). Options override it.") { $0.config = $1 },
        .text(
          "journal", "PATH",
          "The database of answers. By default journal.sqlite in $STATE_DIRECTORY, else in star-slider below "
            + "$XDG_STATE_HOME or ~/.local/state."
        ) { $0.journal = $1 },
        .text("terminal", "ID", "The kiosk's name in topics. By default the host name.") { $0.terminal = $1 },
      ] + settingsOptions,
      notes: [
        "Topics below PREFIX/TERMINAL: answer, an answer as JSON; status, online or offline, retained; heartbeat. MQTT 5, "
          + "quality of service 1. An answer is sent until the broker has acknowledged it; duplicates carry the same uuid.",
        "SIGHUP reloads the configuration; an invalid one is rejected. SIGTERM and SIGINT end the program. Without a broker, "
          + "it exits at once.",
        "Exit status: 0 ended as requested; 1 an operation failed; 2 wrong usage or a wrong configuration.",
      ])
  }

  /// The keys of the section [courier].
  private static var settingsOptions: [CommandOption<Options>] {
    var options: [CommandOption<Options>] = [.heading("Settings")]
    for key in SettingsSchema.keys where key.section == .courier {
      options.append(.value(key.literal, key.placeholder, key.help) { $0.set("\(key.name)", $1) })
    }
    return options
  }

  /// Sets a setting. Returns why it is refused, or `nil`.
  private mutating func set(_ name: String, _ text: String) -> String? {
    do throws(Diagnostic) {
      try builder.set(option: name, in: .courier, to: text)
      return nil
    } catch {
      return error.message
    }
  }
}
