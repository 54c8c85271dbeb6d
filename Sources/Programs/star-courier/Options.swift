import Basics
import Broker
import Journal
import KioskStatus
import Settings
import System

/// The courier's settings after all defaults are applied.
struct CourierOptions {
  var journal: String
  var kiosk: String
  /// The kiosk's name and place, for people.
  var identity: KioskIdentity
  let broker: CourierSettings
  /// The journal's size limit in answers. Beyond it, the heartbeat reports a fault.
  var limit: Int64
  var fleet = FleetSettings()
  /// The name of the kiosk's time zone; empty if it has none.
  var timeZone = ""
  /// The certificates and the password as they were when the settings were read.
  var fileVersions: [FileVersion] = []

  /// Returns the keys whose new values take effect only after a restart.
  func changesForRestart(from running: CourierOptions) -> [String] {
    var changes: [String] = []
    if !same(journal, running.journal) { changes.append("[journal] path") }
    if !same(kiosk, running.kiosk) { changes.append("[kiosk] id") }
    if !same(identity.name, running.identity.name) { changes.append("[kiosk] name") }
    if identity.place != running.identity.place { changes.append("[kiosk] place") }
    if limit != running.limit { changes.append("[kiosk] keep-answers") }
    if fleet != running.fleet { changes.append("[fleet]") }
    return changes
  }

  /// Whether a connection with these settings can be kept with the other settings.
  func connects(as other: CourierSettings) -> Bool {
    var other = other
    other.heartbeat = broker.heartbeat
    return other == broker
  }
}

/// The version of a file. It changes when, for example, a certificate is renewed. A missing file has no identity.
struct FileVersion: Equatable {
  let file: FileIdentity?
  let changed: Int64
}

extension CourierSettings {
  /// The versions of the certificates, the key and the password.
  var fileVersions: [FileVersion] {
    [ca, certificate, key, passwordFile].compactMap { $0 }.map {
      let status = try? FileStatus($0)
      return FileVersion(file: status?.identity, changed: status?.changed ?? 0)
    }
  }
}

struct Options {
  var config: String?
  /// The options that are also settings of the section `[courier]`.
  var builder = SettingsBuilder()
  /// Overrides `[journal] path`.
  var journal: String?
  /// Overrides `[kiosk] id`.
  var kiosk: String?

  /// Runs the courier until a signal ends it. An error is also shown on the kiosk's service screen.
  func run() throws(ProgramError) {
    do throws(ProgramError) { try supervise() } catch {
      showOnSite(error)
      throw error
    }
  }

  /// Shows an error on the kiosk's service screen. A child process has shown its own.
  private func showOnSite(_ error: ProgramError) {
    if let line = error.lines.first { CourierState(.notRunning, line).write() }
  }

  private func supervise() throws(ProgramError) {
    let settings = try settings()
    if settings.broker.host.utf8.isEmpty {
      CourierState.remove()
      return Standard.error(Delivery.noBrokerNotice, .notice)
    }
    Standard.neverWait()
    // The delivery usually uses 3 MB.
    let supervisor = try Supervisor(task: "delivery", memory: 48 << 20, canReload: config != nil)
    try supervisor.run { crashedAt, watchdog in
      do throws(ProgramError) {
        // A crashed delivery may have reloaded the configuration.
        let current = crashedAt == nil ? settings : reloadedSettings(otherwise: settings)
        if current.broker.host.utf8.isEmpty {
          Standard.error(Delivery.noBrokerNotice, .notice)
          return 0
        }
        try Delivery(current, from: self, watchdog, crashedAt: crashedAt).run()
        return 0
      } catch {
        for line in error.lines { Standard.error(line) }
        showOnSite(error)
        return error.status
      }
    }
  }

  /// Reads the configuration again. Returns `old` and reports why if it is invalid.
  private func reloadedSettings(otherwise old: CourierOptions) -> CourierOptions {
    do throws(ProgramError) { return try settings() } catch {
      for line in error.lines { Standard.error(line) }
      return old
    }
  }

  /// Reads the configuration file and applies the command line and the defaults. Logs warnings.
  func settings() throws(ProgramError) -> CourierOptions {
    let settings = try configuration()
    guard let journal = journal ?? settings.journal ?? Journal.defaultPath else {
      throw .usage("no state directory; pass --journal PATH")
    }
    let kiosk = kiosk ?? (settings.kiosk.identity.id.utf8.isEmpty ? hostName() : settings.kiosk.identity.id)
    let isTopicLevel =
      (1...200).contains(kiosk.utf8.count) && kiosk.utf8.first != UInt8(ascii: "$")
      && !kiosk.utf8.contains { "+#/".utf8.contains($0) } && CourierSettings.canCarry(kiosk)
    if !isTopicLevel {
      throw .configuration(
        "cannot use the kiosk ID \"" + kiosk
          + "\" in a topic; allowed: 1 to 200 bytes without +, #, / and control characters, not starting with $")
    }
    var broker = settings.courier
    if broker.port == 0 { broker.port = broker.tls ? 8883 : 1883 }
    for line in Diagnostic.messages(of: settings.warnings) { Standard.error(line, .warning) }
    for secret in broker.secrets { if let warning = secretWarning(secret) { Standard.error(warning, .warning) } }
    return CourierOptions(
      journal: journal, kiosk: kiosk, identity: settings.kiosk.identity, broker: broker,
      limit: Int64(settings.kiosk.records.answers),
      fleet: settings.fleet, timeZone: Self.zone(settings.kiosk.schedule.timeZone), fileVersions: broker.fileVersions)
  }

  /// Reads the settings for a courier that runs already. Logs the changes that take effect only after a restart.
  func settings(replacing running: CourierOptions) throws(ProgramError) -> CourierOptions {
    var new = try settings()
    for change in new.changesForRestart(from: running) {
      Standard.error(change + " takes effect only after a restart", .warning)
    }
    (new.journal, new.kiosk, new.limit) = (running.journal, running.kiosk, running.limit)
    (new.identity, new.fleet) = (running.identity, running.fleet)
    return new
  }

  /// Returns the configured time zone, or the machine's, which is the target of a symbolic link.
  private static func zone(_ configured: String) -> String {
    if !configured.utf8.isEmpty { return configured }
    guard let file = try? realPath("/etc/localtime"), file.utf8.starts(with: (LocalTime.folder + "/").utf8) else {
      return ""
    }
    return String(decoding: Array(file.utf8.dropFirst(LocalTime.folder.utf8.count + 1)), as: UTF8.self)
  }

  /// Returns the file's settings. Errors in sections that only the kiosk uses are logged and do not stop the delivery; the kiosk shows its
  /// last valid configuration meanwhile. The courier has no such fallback: it sends answers only to the broker that the file names now.
  private func configuration() throws(ProgramError) -> Settings {
    var builder = builder
    if let config {
      do throws(SystemError) {
        builder.readFile(try readRegularFile(config, limit: INIDocument.maximumSize), name: config)
      } catch { throw .failure(error.message) }
    }
    let (settings, found) = builder.check { (path) throws(Diagnostic) in
      do throws(SystemError) { return try readRegularFile(path) } catch {
        throw Diagnostic(place: path, reason: error.message)
      }
    }
    // The courier ignores errors that the kiosk tolerates.
    let errors = found.filter { $0.severity == .error && $0.tolerance == nil }
    if !errors.isEmpty && !settings.courier.host.utf8.isEmpty && errors.allSatisfy({ Self.isOfKioskOnly($0) }) {
      for line in Diagnostic.messages(of: errors) { Standard.error(line, .warning) }
      return settings
    }
    do throws(Diagnostics) { return try settings.adding(found.filter { $0.tolerance == nil }) } catch {
      throw ProgramError(lines: Diagnostic.messages(of: error.list), status: 2)
    }
  }

  /// Whether a diagnostic is about a key of a section that the courier does not use. Returns false for a line without a key, because its
  /// section is not known.
  private static func isOfKioskOnly(_ diagnostic: Diagnostic) -> Bool {
    let reason = diagnostic.reason.utf8
    if reason.first != UInt8(ascii: "[") || diagnostic.isOption { return false }
    let header = reason.dropFirst().prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: " ") }
    guard let section = SettingsSection.allCases.first(where: { "\($0.name)".utf8.elementsEqual(header) }) else {
      return false
    }
    switch section {
    case .courier, .journal, .fleet, .kiosk: return false
    default: return true
    }
  }
}

extension Options {
  /// Parses the program's arguments, and runs the courier or prints the help.
  static func main() throws(ProgramError) {
    try syntax.read(into: Options())?.run()
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
        .text("kiosk", "ID", "The kiosk's name in topics. By default the host name.") { $0.kiosk = $1 },
        // Its name in version 0.1.
        .text("terminal", "ID", "") { $0.kiosk = $1 },
      ] + settingsOptions,
      notes: [
        "Topics below PREFIX/KIOSK: answer, an answer as JSON; status, online or offline, retained; heartbeat. MQTT 5, "
          + "quality of service 1. An answer is sent until the broker has acknowledged it; duplicates carry the same uuid.",
        "SIGHUP reloads the configuration; an invalid one is rejected. SIGTERM and SIGINT end the program. Without a broker, "
          + "it exits at once.",
        "Exit status: 0 ended as requested; 1 an operation failed; 2 invalid command line or configuration.",
      ])
  }

  private static var settingsOptions: [CommandOption<Options>] {
    var options: [CommandOption<Options>] = [.heading("Settings")]
    for key in SettingsSchema.keys where key.section == .courier {
      options.append(
        .value(key.literal, key.placeholder, key.help) { $0.builder.refusal(of: key.name, in: .courier, to: $1) })
    }
    return options
  }
}
