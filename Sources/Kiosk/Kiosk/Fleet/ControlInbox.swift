import Basics
import Fleet
import Settings
import System

/// The courier's folder, and which of the messages in it count. The kiosk verifies them again, because the courier is exposed to the
/// network.
final class ControlInbox {
  private let folder: SharedFolder
  private let watch = FolderWatch()
  private let addressee: Addressee
  private let store: FleetStore
  private var key: PublicKey
  private(set) var ledger: Ledger
  /// The time in milliseconds since 1970; `nil` while no time server keeps the clock.
  var time: () -> Int64? = { WallClock.isSynchronised ? WallClock.now() : nil }
  private var warning = RepeatedLine()

  init(_ settings: Settings, _ store: FleetStore, key: PublicKey, journal: String) throws(SystemError) {
    (self.store, self.key) = (store, key)
    addressee = Addressee(kiosk: settings.kioskID, groups: settings.fleet.groups)
    folder = SharedFolder(ControlFolder.path(beside: parentFolder(of: (try? realPath(journal)) ?? journal)))
    try folder.create(mode: 0o770)
    ledger = try store.readLedger(of: key) ?? Ledger(key: key)
    watch.watch(folder.path, permissions: false)
    if let error = watch.error {
      Standard.error("messages of remote control are looked for every 1.6 s: " + error.message, .warning)
    }
  }

  /// Switches to another public key. Returns false if it is the same. After an error, the earlier one stays.
  func exchange(_ new: PublicKey) throws(SystemError) -> Bool {
    if new.text.utf8.elementsEqual(key.text.utf8) { return false }
    (ledger, key) = (try store.readLedger(of: new) ?? Ledger(key: new), new)
    return true
  }

  // MARK: Messages

  /// The descriptor for poll(2); readable when the courier has written something.
  var descriptor: Int32 { watch.descriptor }
  /// When to call `hasChanged` even if nothing is readable; `nil` for never.
  var nextLook: Int64? { watch.nextLook }

  /// Returns whether the courier may have written something since the last call.
  func hasChanged(_ poller: Poller, now: Int64) -> Bool {
    watch.hasChanged(now: now, isReadable: !poller.readiness(of: descriptor).isEmpty)
  }

  var targets: [Target] { addressee.targets }
  func isMeant(_ message: SignedMessage) -> Bool { targets.contains(message.target) }
  func isSigned(_ message: SignedMessage) -> Bool { message.isSigned(by: key) }

  /// Returns a message that is meant for this kiosk and signed; otherwise `nil`.
  func trusted(_ message: SignedMessage?, _ kind: SignedMessage.Kind) -> SignedMessage? {
    guard let message, message.kind == kind, isMeant(message), isSigned(message) else { return nil }
    return message
  }

  /// Returns the content of a file that the courier has written; `nil` if it is not a regular file or is too large.
  func read(_ name: String) -> [UInt8]? { try? folder.read(name, limit: SignedMessage.longest, of: .any) }

  /// Removes a file that was handled, unless the courier has replaced it meanwhile.
  func remove(_ name: String, ifIs file: [UInt8]) { if read(name) == file { folder.remove(name) } }

  /// Removes the waiting commands and returns them.
  func takeCommands() -> [[UInt8]] {
    let names = (try? folder.names()) ?? []
    let counters = names.compactMap { ControlFolder.counter(in: $0, after: "command") }.sorted()
    return counters.prefix(ControlFolder.mostCommands).compactMap { counter in
      let name = ControlFolder.command(counter)
      defer { folder.remove(name) }
      return read(name)
    }
  }

  // MARK: Records

  /// Records that a configuration was handled.
  func note(_ version: ConfigurationVersion) {
    ledger.note(version)
    do throws(SystemError) { try store.write(ledger) } catch { warn(error.message) }
  }

  /// Records that a command is about to be carried out.
  func note(command counter: Int64) throws(SystemError) {
    var raised = ledger
    raised.note(command: counter)
    try store.write(raised)
    ledger = raised
  }

  /// Hands the URL of an update over to root's programs.
  func note(update url: [UInt8]) throws(SystemError) { try store.write(update: url) }

  /// The report that the last run has written.
  var report: ConfigurationReport? {
    (try? folder.read(ControlFolder.report, limit: 64 << 10, of: .folder)).map { ConfigurationReport($0) }
  }

  /// Writes a file for the courier.
  func write(_ name: String, _ content: [UInt8]) throws(SystemError) { try folder.write(name, content) }

  func warn(_ text: String) { warning.log(text, .warning) }
}
