import Basics
import Fleet
import Settings
import StarSlider
import Survey
import System

/// Remote control: has the configurations in the courier's folder checked and tried, and reports their outcome to the courier.
/// `ConfigurationTrial` makes the decisions; this class handles the files. `RemoteCommands` does the same for commands.
final class FleetAgent {
  /// The kiosk's own configuration, which remote ones build on.
  private(set) var local: Configuration
  private(set) var trial = ConfigurationTrial()
  var report: ConfigurationReport
  /// The report in the folder.
  private var written: [UInt8] = []
  /// The configuration that is being checked or on trial, and its file.
  var candidate: (text: [UInt8], version: ConfigurationVersion)?
  var candidateFile: [UInt8] = []
  /// The remote configuration in effect.
  private(set) var current: (text: [UInt8], version: ConfigurationVersion)?
  var check: FleetCheck?
  /// Whether checks run in a separate process.
  var forks = true
  /// When to read the folder; `nil` if nothing has changed in it.
  var nextReading: Int64? = 0

  let options: Options
  let store: FleetStore
  let inbox: ControlInbox
  let commands: RemoteCommands

  /// The time between a change in the folder and reading it, in nanoseconds. It limits how often the folder is read if the courier keeps
  /// writing.
  private static var readingPause: Int64 { 500_000_000 }
  private static var checkPause: Int64 { 100_000_000 }

  /// Returns the agent; `nil` if the configuration permits no remote control. A failure is only a warning: the kiosk runs without remote
  /// control.
  static func start(_ options: Options, _ local: Configuration, journal: String) -> FleetAgent? {
    guard options.config != nil, let path = local.settings.fleet.publicKey else { return nil }
    do throws(SignatureError) {
      return FleetAgent(options, local, key: try PublicKey(readingFrom: path), journal: journal)
    } catch {
      Standard.error("remote control is off: " + error.message, .warning)
      return nil
    }
  }

  private init?(_ options: Options, _ local: Configuration, key: PublicKey, journal: String) {
    (self.options, self.local) = (options, local)
    do throws(SystemError) {
      store = try FleetStore()
      inbox = try ControlInbox(local.settings, store, key: key, journal: journal)
    } catch {
      Standard.error("remote control is off: " + error.message, .warning)
      return nil
    }
    commands = RemoteCommands(inbox)
    report = inbox.report ?? ConfigurationReport()
    if let message = inbox.trusted(store.current, .configuration) {
      current = (Array(message.content), message.version)
    }
    if store.hasTrial {
      // If the broker sends the message again, that must not begin another trial.
      if let message = inbox.trusted(store.trial, .configuration) {
        candidate = (Array(message.content), message.version)
      }
      report.version = store.trial?.version
      report.diagnostics = ["the kiosk ended before it showed a picture of this configuration"]
      perform(trial.handle(.restarted), now: 0)
    } else if report.current != current?.version || report.state == .waiting {
      if report.state == .waiting { report.state = .none }
      tell()
    }
  }

  // MARK: Configurations

  /// The remote configuration in effect, on trial or not; `nil` for the kiosk's own file.
  var remote: (text: [UInt8], version: ConfigurationVersion)? {
    if case .onTrial = trial.state { return candidate }
    return current
  }

  /// Returns the configuration in effect: the remote one on top of the kiosk's own. A remote one that has become invalid, for example
  /// after an upgrade, is not used.
  func inEffect(_ own: Configuration) -> Configuration {
    local = own
    exchangeKey(own.settings.fleet.publicKey)
    guard let text = remote?.text else { return own }
    do throws(KioskError) { return try options.examined(remote: text, on: own).validated() } catch {
      refuseCurrent(error.lines)
      return own
    }
  }

  /// Switches to the public key that the file contains now, because an operator replaces a key by editing the file and reloading. As after
  /// a start with a new key, a configuration signed with the earlier key is no longer in effect. During a check or a trial, the key stays;
  /// a later reload replaces it.
  private func exchangeKey(_ path: String?) {
    guard let path, trial.acceptsNext else { return }
    func keep(_ reason: String) { Standard.error("the earlier public key stays in effect: " + reason, .warning) }
    let key: PublicKey
    do throws(SignatureError) { key = try PublicKey(readingFrom: path) } catch { return keep(error.message) }
    do throws(SystemError) { if try !inbox.exchange(key) { return } } catch { return keep(error.message) }
    (trial, candidate, current) = (ConfigurationTrial(), nil, nil)
    (report, nextReading) = (ConfigurationReport(), 0)
    commands.restart()
    Standard.error("the public key for remote control has changed", .notice)
    tell()
  }

  /// Records that the remote configuration in effect no longer works.
  func refuseCurrent(_ lines: [String]) {
    guard let (_, version) = current else { return }
    (report.state, report.version, report.diagnostics) = (.refused, version, [])
    for line in lines { report.add(oneLine(line)) }
    current = nil
    tell()
  }

  /// Refuses the remote configuration in effect and deletes it, so that later starts do not use it either.
  func discardCurrent(_ lines: [String]) {
    store.discardCurrent()
    refuseCurrent(lines)
  }

  /// Returns the trial's configuration.
  func candidateConfiguration() throws(KioskError) -> Configuration {
    try options.examined(remote: candidate?.text ?? [], on: local).validated()
  }

  /// Handles an event. Returns whether the caller must apply the candidate or restore the previous configuration.
  @discardableResult func handle(
    _ event: ConfigurationTrial.Event, _ lines: [String] = [], now: Int64 = 0
  ) -> (swap: Bool, restore: Bool) {
    if event == .failed || !lines.isEmpty {
      report.diagnostics = []
      for line in lines { report.add(oneLine(line)) }
    }
    let effects = trial.handle(event)
    perform(effects, now: now)
    return (effects.contains(.swap) && trial.state != .rolledBack, effects.contains(.restore))
  }

  private func perform(_ effects: ConfigurationTrial.Effects, now: Int64) {
    if effects.contains(.stop) {
      check?.stop()
      check = nil
      report.diagnostics = ["the check took longer than \(ConfigurationTrial.checkTime / 1_000_000_000) s"]
    }
    if effects.contains(.store) {
      do throws(SystemError) {
        try store.store(trial: candidateFile)
        note()
      } catch { handle(.failed, [error.message]) }
    }
    if effects.contains(.discard) { store.discardTrial() }
    if effects.contains(.keep) {
      do throws(SystemError) {
        try store.keepTrial()
        current = candidate
      } catch { Standard.error(error.message) }
    }
    if effects.contains(.report) {
      if trial.state != .accepted { note() }
      switch trial.state {
      case .accepted: report.state = .accepted
      case .refused: report.state = .refused
      case .rolledBack: report.state = .rolledBack
      case .none, .received, .verified, .checked, .onTrial: break
      }
      tell()
      // The configurations that waited for this one come next.
      if candidate != nil && trial.state != .none { nextReading = now }
    }
  }

  /// Records that the candidate was handled.
  private func note() {
    guard let candidate else { return }
    inbox.note(candidate.version)
    inbox.remove(ControlFolder.configuration(for: candidate.version.target), ifIs: candidateFile)
  }

  /// Writes the report, and a line to the log.
  private func tell() {
    report.current = current?.version
    let text = report.text
    if text != written {
      do throws(SystemError) {
        try inbox.write(ControlFolder.report, text)
        written = text
      } catch { inbox.warn(error.message) }
    }
    let name = Self.name(of: report.version)
    switch report.state {
    case .none: break
    case .waiting: Standard.error(name + " waits until the kiosk is idle", .notice)
    case .accepted: Standard.error(name + " is in effect", .notice)
    case .refused, .rolledBack:
      Standard.error(name + (report.state == .refused ? " was refused" : " was rolled back"))
      for line in report.diagnostics { Standard.error(line) }
    }
  }

  // MARK: The folder

  /// The descriptor for poll(2); readable when the courier has written something.
  var descriptor: Int32 { inbox.descriptor }

  /// When to call `update`, in nanoseconds of the monotonic clock.
  func deadline(now: Int64) -> Int64? {
    var deadline = trial.deadline
    if check != nil { deadline = min(deadline ?? .max, now + Self.checkPause) }
    if let next = inbox.nextLook { deadline = min(deadline ?? .max, next) }
    if let next = commands.nextReading { deadline = min(deadline ?? .max, next) }
    if trial.acceptsNext, let nextReading { deadline = min(deadline ?? .max, nextReading) }
    return deadline
  }

  /// Reads the folder and polls the check. Returns whether the caller must restore the configuration before the trial, and the commands
  /// that have arrived.
  ///
  /// - Parameter screen: The screen on which the candidate would be shown.
  func update(
    _ poller: Poller, _ screen: (ScreenTransform, PixelFormat), now: Int64
  ) -> (restores: Bool, orders: [RemoteCommands.Order]) {
    if inbox.hasChanged(poller, now: now) {
      nextReading = nextReading ?? now + Self.readingPause
      commands.read(at: now + Self.readingPause)
    }
    let orders = commands.takeOrders(now: now)
    if let result = check?.ended() {
      check = nil
      checkEnded(result, now: now)
    }
    let isLate = trial.deadline.map { now >= $0 } ?? false
    var restores = false
    if isLate {
      let lines = ["no picture of it was shown within \(ConfigurationTrial.trialTime / 1_000_000_000) s"]
      restores = handle(.timePassed(now: now), lines).restore
    }
    if trial.acceptsNext, let due = nextReading, now >= due {
      nextReading = nil
      readConfigurations(screen, now: now)
    }
    return (restores, orders)
  }

  func checkEnded(_ result: FleetCheck.Result, now: Int64) {
    handle(result.isValid ? .passed : .failed, result.lines, now: now)
    if trial.state != .checked { return }
    report.state = .waiting
    tell()
  }
}
