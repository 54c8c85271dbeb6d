import Basics
import CLinux
import Fleet
import System

/// The kiosk's own files about remote configurations, in a folder that the courier cannot enter.
///
/// | file | content |
/// | --- | --- |
/// | `ledger` | the messages that were handled: a `Ledger` |
/// | `ledger-KEY` | the ledger of an earlier public key, whose first digits are KEY |
/// | `current` | the signed configuration in effect; if missing, the kiosk's own file is in effect |
/// | `trial` | a signed configuration that has not shown a picture yet |
/// | `check` | the findings of the last check |
/// | `update` | the URL of the disk image's next version, for root's programs in the image |
///
/// Accepting a trial renames it to `current`. A start that finds a trial removes it. A ledger is kept after its key was replaced, so that
/// old messages are still refused if the key is used again.
struct FleetStore {
  private let folder: SharedFolder

  private static var longestLedger: Int { 16 << 10 }

  /// Creates the folder: the second one of $STATE_DIRECTORY in a service, otherwise `fleet` in the state folder.
  init() throws(SystemError) {
    guard let path = Environment.privateFolder, let state = Environment.stateFolder else {
      throw SystemError("find", "a folder for configurations", errno: ENOENT)
    }
    folder = SharedFolder(path.utf8.elementsEqual(state.utf8) ? path + "/fleet" : path)
    try folder.create(mode: 0o700)
  }

  var checkPath: String { folder.path + "/check" }

  /// The name of the ledger of a key that is not in use.
  private static func ledgerName(of key: ArraySlice<UInt8>) -> String {
    "ledger-" + String(decoding: Array(key.prefix(32)), as: UTF8.self)
  }

  /// Returns the ledger of a key. If the file `ledger` belongs to another key, renames it first.
  ///
  /// - Throws: What may pass, because an empty ledger would accept old messages again. Any other file that cannot be read counts as missing.
  func readLedger(of key: PublicKey) throws(SystemError) -> Ledger? {
    if let file = try ledgerFile("ledger") {
      if let ledger = Ledger(file, key: key) { return ledger }
      let label = Array("key ".utf8)
      let line = file.prefix { $0 != UInt8(ascii: "\n") }
      if line.starts(with: label), Hexadecimal.bytes(line.dropFirst(label.count)) != nil {
        try? folder.rename("ledger", to: Self.ledgerName(of: line.dropFirst(label.count)))
      }
    }
    let name = Self.ledgerName(of: Array(key.text.utf8)[...])
    return try ledgerFile(name).flatMap { Ledger($0, key: key) }
  }

  private func ledgerFile(_ name: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) { return try folder.read(name, limit: Self.longestLedger, of: .folder) } catch {
      if error.mayPass { throw error }
      return nil
    }
  }

  /// Hands a URL over to root's programs, in place of an earlier one.
  func write(update url: [UInt8]) throws(SystemError) {
    try folder.write("update", url + [UInt8(ascii: "\n")], mode: 0o600)
  }

  func write(_ ledger: Ledger) throws(SystemError) { try folder.write("ledger", ledger.text, mode: 0o600) }

  /// The stored messages. A malformed file counts as missing.
  var current: SignedMessage? { message("current") }
  var trial: SignedMessage? { message("trial") }
  /// Whether a trial is stored, readable or not.
  var hasTrial: Bool { folder.has("trial") }

  private func message(_ name: String) -> SignedMessage? {
    (try? folder.read(name, limit: SignedMessage.longest, of: .folder)).flatMap { SignedMessage($0) }
  }

  func store(trial message: [UInt8]) throws(SystemError) { try folder.write("trial", message, mode: 0o600) }
  func keepTrial() throws(SystemError) { try folder.rename("trial", to: "current") }
  func discardTrial() { folder.remove("trial") }
  func discardCurrent() { folder.remove("current") }
}
