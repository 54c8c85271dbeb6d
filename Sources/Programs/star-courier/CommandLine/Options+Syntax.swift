import Basics
import Settings

extension Options {
  static var syntax: CommandSyntax<Options> {
    CommandSyntax(
      "star-courier", "sends the kiosk's answers to an MQTT broker", usage: ["star-courier [OPTIONS]"],
      options: [
        .text("config", "FILE", "The kiosk's configuration file, section [courier]. Options override it.") {
          $0.config = $1
        },
        .text(
          "journal", "PATH",
          "The database of answers, default journal.sqlite in $STATE_DIRECTORY, else in star-slider below "
            + "$XDG_STATE_HOME or ~/.local/state."
        ) { $0.journal = $1 },
        .text("terminal", "ID", "The kiosk's name in topics, default the machine's host name.") { $0.terminal = $1 },
        .heading("Settings, with the values of their keys in kiosk.conf(5)"),
      ] + SettingsSchema.keys.filter { $0.section == .courier }.map { setting($0) },
      notes: [
        "Topics below PREFIX/TERMINAL: answer, an answer as JSON; status, online or offline, retained; heartbeat. MQTT 5, "
          + "quality of service 1. An answer is sent until the broker has acknowledged it; duplicates carry the same uuid.",
        "SIGHUP reads the configuration again; an invalid one is rejected. SIGTERM and SIGINT end the program. Without a "
          + "broker, it ends at once.", "Exit status: 0 success; 1 failure; 2 wrong usage or configuration.",
      ])
  }

  private static func setting(_ key: SettingsKey) -> CommandOption<Options> {
    .value(key.literal, "VALUE", key.summary + (key.defaultValue.isEmpty ? "" : " Default " + key.defaultValue + ".")) {
      (options, text) -> String? in
      do throws(Diagnostic) {
        try options.builder.set(option: key.name, in: .courier, to: text)
        return nil
      } catch {
        return error.message
      }
    }
  }
}
