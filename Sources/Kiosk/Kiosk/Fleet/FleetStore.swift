import Basics
import CLinux
import Fleet
import System

/// The kiosk's own files about remote configurations, in a folder that the courier cannot write to.
///
/// | file | content |
/// | --- | --- |
/// | `ledger` | the messages that were handled: a `Ledger` |
/// | `current` | the signed configuration in effect; if missing, the kiosk's own file is in effect |
/// | `trial` | a signed configuration that has not shown a picture yet |
/// | `check` | the findings of the last check |
///
/// A trial is accepted by a rename. A start that finds a trial removes it.
struct FleetStore {
  private let folder: String

  /// Creates the folder: the second one of $STATE_DIRECTORY in a service, otherwise `fleet` in the state folder.
  init() throws(SystemError) {
    let folders = (Environment["STATE_DIRECTORY"] ?? "").utf8.split(separator: UInt8(ascii: ":"))
    if folders.count > 1 {
      folder = String(decoding: Array(folders[1]), as: UTF8.self)
    } else if let state = Environment.stateFolder {
      folder = state + "/fleet"
    } else {
      throw SystemError("find", "a folder for configurations", errno: ENOENT)
    }
    try Self.makeFolder(folder, 0o700)
  }

  /// Creates a folder in an existing one, unless it exists.
  static func makeFolder(_ path: String, _ mode: mode_t) throws(SystemError) {
    if mkdir(path, mode) < 0 && cl_errno() != EEXIST { throw SystemError("make folder", path, errno: cl_errno()) }
  }

  var checkPath: String { folder + "/check" }

  func readLedger(of key: PublicKey) -> Ledger? {
    (try? readFile(folder + "/ledger", limit: 16 << 10)).flatMap { Ledger($0, key: key) }
  }

  func write(_ ledger: Ledger) throws(SystemError) { try writeFile(folder + "/ledger", ledger.text) }

  /// The stored messages. A malformed file counts as missing.
  var current: SignedMessage? { message("current") }
  var trial: SignedMessage? { message("trial") }
  /// Whether a trial is stored, readable or not.
  var hasTrial: Bool { exists(folder + "/trial") }

  private func message(_ name: String) -> SignedMessage? {
    (try? readFile(folder + "/" + name, limit: SignedMessage.longest)).flatMap { SignedMessage($0) }
  }

  func store(trial message: [UInt8]) throws(SystemError) { try writeFile(folder + "/trial", message) }
  func keepTrial() throws(SystemError) { try renameFile(folder + "/trial", to: folder + "/current") }
  func discardTrial() { removeFile(folder + "/trial") }
}
