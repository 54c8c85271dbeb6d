import Basics
import Fleet
import Settings
import StarSlider
import Survey
import System

/// Remote control: reads signed messages from the courier's folder, verifies them again, and reports their outcome to the courier. It
/// does not trust the courier's verification, because the courier is exposed to the network. `ConfigurationTrial` makes the decisions;
/// this class handles the files.
final class FleetAgent {
  /// The kiosk's own configuration, which remote ones build on.
  var local: Configuration
  private(set) var trial = ConfigurationTrial()
  var report: ConfigurationReport
  var ledger: Ledger
  /// The configuration that is being checked or on trial.
  var candidate: (text: [UInt8], version: ConfigurationVersion)?
  /// The remote configuration in effect.
  private(set) var current: (text: [UInt8], version: ConfigurationVersion)?
  /// Whether checks run in a separate process.
  var forks = true
  /// The time in milliseconds since 1970; `nil` while no time server keeps the clock.
  var time: () -> Int64? = { WallClock.isSynchronised ? WallClock.now() : nil }

  let folder: SharedFolder
  let store: FleetStore
  private(set) var key: PublicKey
  /// The time of the last snapshot, in nanoseconds of the monotonic clock.
  var lastSnapshot: Int64?
  /// The counters of the last commands that were answered, carried out or not.
  var answered: [Int64] = []
  /// The times of the last refusals.
  var refusals: [Int64] = []
  let addressee: Addressee
  let options: Options
  private let inotify: Inotify
  var check: FleetCheck?
  var candidateFile: [UInt8] = []
  /// When to read the folder; `nil` if nothing has changed in it.
  var nextReading: Int64? = 0
  /// When to read the commands in the folder.
  private var nextOrders: Int64? = 0
  private var warned = ""
  /// The report in the folder.
  private var written: [UInt8] = []

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
    (self.options, self.local, self.key) = (options, local, key)
    let settings = local.settings
    addressee = Addressee(kiosk: settings.kioskID, groups: settings.fleet.groups)
    folder = SharedFolder(ControlFolder.path(beside: parentFolder(of: (try? realPath(journal)) ?? journal)))
    do throws(SystemError) {
      try folder.create(mode: 0o770)
      store = try FleetStore()
      inotify = try Inotify()
      try inotify.watchEntries(of: folder.path, permissions: false)
    } catch {
      Standard.error("remote control is off: " + error.message, .warning)
      return nil
    }
    ledger = store.readLedger(of: key) ?? Ledger(key: key)
    report =
      (try? folder.read(ControlFolder.report, limit: 64 << 10, of: .folder)).map { ConfigurationReport($0) }
      ?? ConfigurationReport()
    if let message = store.current, message.kind == .configuration, isMeant(message), message.isSigned(by: key) {
      current = (Array(message.content), message.version)
    }
    if store.hasTrial {
      // If the broker sends the message again, that must not begin another trial.
      if let message = store.trial, isMeant(message), message.isSigned(by: key) {
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

  /// The text of the remote configuration in effect, on trial or not; `nil` for the kiosk's own file.
  var text: [UInt8]? {
    if case .onTrial = trial.state { return candidate?.text }
    return current?.text
  }

  /// The version of that configuration; `nil` for the kiosk's own file.
  var versionInEffect: ConfigurationVersion? {
    if case .onTrial = trial.state { return candidate?.version }
    return current?.version
  }

  /// Returns the configuration in effect: the remote one on top of the kiosk's own. A remote one that has become invalid, for example
  /// after an upgrade, is not used.
  func inEffect(_ own: Configuration) -> Configuration {
    local = own
    exchangeKey(own.settings.fleet.publicKey)
    guard let text else { return own }
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
    do throws(SignatureError) {
      let new = try PublicKey(readingFrom: path)
      if new.text.utf8.elementsEqual(key.text.utf8) { return }
      self.key = new
      ledger = store.readLedger(of: new) ?? Ledger(key: new)
      (trial, candidate, current) = (ConfigurationTrial(), nil, nil)
      report = ConfigurationReport()
      (answered, nextReading, nextOrders) = ([], 0, 0)
      Standard.error("the public key for remote control has changed", .notice)
      tell()
    } catch { Standard.error("the earlier public key stays in effect: " + error.message, .warning) }
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
    ledger.note(candidate.version)
    writeLedger()
    remove(ControlFolder.configuration(for: candidate.version.target), ifIs: candidateFile)
  }

  func writeLedger() { do throws(SystemError) { try store.write(ledger) } catch { warn(error.message) } }

  /// Writes the report, and a line to the log.
  private func tell() {
    report.current = current?.version
    let text = report.text
    if text != written {
      do throws(SystemError) {
        try folder.write(ControlFolder.report, text)
        written = text
      } catch { warn(error.message) }
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

  func warn(_ text: String) {
    if !warned.utf8.elementsEqual(text.utf8) { Standard.error(text, .warning) }
    warned = text
  }

  // MARK: The folder

  /// The descriptor for poll(2); readable when the courier has written something.
  var descriptor: Int32 { inotify.descriptor }

  /// When to call `update`, in nanoseconds of the monotonic clock.
  func deadline(now: Int64) -> Int64? {
    var deadline = trial.deadline
    if check != nil { deadline = min(deadline ?? .max, now + Self.checkPause) }
    if let nextOrders { deadline = min(deadline ?? .max, nextOrders) }
    if trial.acceptsNext, let nextReading { deadline = min(deadline ?? .max, nextReading) }
    return deadline
  }

  /// Reads the folder and polls the check. Returns whether the caller must restore the configuration before the trial, and the commands
  /// that have arrived.
  ///
  /// - Parameter screen: The screen on which the candidate would be shown.
  func update(
    _ poller: Poller, _ screen: (ScreenTransform, PixelFormat), now: Int64
  ) -> (restores: Bool, orders: [Order]) {
    if !poller.readiness(of: descriptor).isEmpty && inotify.drain() {
      if nextReading == nil { nextReading = now + Self.readingPause }
      if nextOrders == nil { nextOrders = now + Self.readingPause }
    }
    var orders: [Order] = []
    if let due = nextOrders, now >= due {
      nextOrders = nil
      orders = takeOrders()
    }
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
