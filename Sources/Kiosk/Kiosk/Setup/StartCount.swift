import Basics
import KioskStatus
import System

/// Counts the starts of a service that ended in a signal with the same configuration file, for example because a library aborted. After
/// three such starts since the machine has booted, the kiosk starts without its remote configuration or, if it has none, with the last valid
/// configuration; see `OutOfOrder` if there is no other one. A power cut during a start counts for nothing.
///
/// | event | the file in the private folder |
/// | --- | --- |
/// | a start, before it reads the settings | one more than with the same configuration before, in this boot |
/// | a remote configuration is about to be read | says so |
/// | all screens are made, or the program ends by itself | removed |
/// | a start after three with a remote configuration | begins at one, without it |
/// | a start after three without one | stays, until the configuration differs |
final class StartCount {
  private static var most: Int64 { 3 }
  private static var name: String { "starts" }

  /// The configuration file's content; `nil` if it cannot be read.
  let text: [UInt8]?
  /// What the kiosk shows if no configuration can be used.
  let outOfOrder: OutOfOrder
  /// Why the configuration is not used; `nil` if it is.
  private(set) var error: KioskError?
  /// Whether the crashed starts had a remote configuration, which must not be used again.
  private(set) var suspectsRemote = false
  /// The folder of the count; `nil` once the start has ended well.
  private var folder: SharedFolder?
  /// The line that the file contains now, without its end.
  private var line: [UInt8] = []

  /// Counts this start. Without a folder, as at a shell, nothing is counted.
  ///
  /// - Parameter path: A folder that no other user writes to.
  init(of config: String?, in path: String? = Environment.serviceFolder) {
    text = OutOfOrder.content(of: config)
    outOfOrder = OutOfOrder(config: config, text: text)
    guard let config, let text, let path else { return }
    let folder = SharedFolder(path)
    self.folder = folder
    let words = ((try? folder.read(Self.name, limit: 128, of: .me)) ?? []).prefix { $0 != UInt8(ascii: "\n") }
      .split(separator: UInt8(ascii: " ")).map { String(decoding: Array($0), as: UTF8.self) }
    let (identity, boot) = ("\(checksum(text))", bootIdentity())
    var count: Int64 = 0
    if words.count >= 3, words[0].utf8.elementsEqual(identity.utf8), words[2].utf8.elementsEqual(boot.utf8) {
      count = decimal(words[1]) ?? 0
    }
    if count >= Self.most {
      suspectsRemote = words.count > 3
      if suspectsRemote { count = 0 }
    }
    if count >= Self.most {
      error = .failure(
        "the last \(count) starts with " + config + " crashed; change it, or remove " + path + "/" + Self.name
          + " to try it again")
    } else {
      write(Array((identity + " \(count + 1) " + boot).utf8))
    }
  }

  /// Writes the count. If the disk is full, the start is not counted.
  private func write(_ line: [UInt8]) {
    self.line = line
    try? folder?.write(Self.name, line + [UInt8(ascii: "\n")], mode: 0o600)
  }

  /// Records that a remote configuration is about to be read, because it may be the cause if this start crashes.
  func usesRemote() { if error == nil { write(line + Array(" remote".utf8)) } }

  /// Records that the start has ended without a crash. If the start did not use this configuration file, the count stays.
  func end() {
    if error == nil, let folder { folder.remove(Self.name) }
    folder = nil
  }
}
