import Basics
import Boards
import KioskStatus
import Settings
import System

/// Counts the starts of a service that ended in a signal with the same configuration file, for example because a library aborted. After
/// three such starts since the machine has booted, the kiosk starts without its remote configuration or, if it has none, with the last valid
/// configuration. If there is no other configuration, the kiosk is out of order until the file changes or the machine boots. A power cut
/// during a start counts for nothing.
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

  /// The folder that no other user writes to; `nil` unless this is a service.
  private static var ownFolder: String? { Environment.stateDirectory == nil ? nil : Environment.privateFolder }

  private let config: String?
  /// The configuration file's content; `nil` if it cannot be read.
  private(set) var text: [UInt8]?
  /// Why the configuration is not used; `nil` if it is.
  private(set) var error: KioskError?
  /// Whether the crashed starts had a remote configuration, which must not be used again.
  private(set) var suspectsRemote = false
  /// Why the kiosk is out of order: the configuration is not used, and there is no other one; `nil` if it is in order.
  private(set) var outOfOrder: String?
  /// The folder of the count; `nil` once the start has ended well.
  private var folder: SharedFolder?
  /// The line that the file contains now, without its end.
  private var line: [UInt8] = []

  /// Counts this start. Without a folder, as at a shell, nothing is counted.
  init(of config: String?, in path: String? = StartCount.ownFolder) {
    self.config = config
    text = Self.content(of: config)
    guard let config, let text, let path else { return }
    let folder = SharedFolder(path)
    self.folder = folder
    let words = ((try? folder.read(Self.name, limit: 128, of: .me)) ?? []).prefix { $0 != UInt8(ascii: "\n") }
      .split(separator: UInt8(ascii: " ")).map { String(decoding: Array($0), as: UTF8.self) }
    let (identity, boot) = ("\(Self.hash(text))", bootIdentity())
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

  /// Returns only the settings of the devices, with which the kiosk shows that it is out of order; if one of them is invalid, those of
  /// this board. Questions, words and pictures are omitted, because one of them may have caused the crash. Remote control is omitted as
  /// well, because a remote configuration may be the cause.
  func standsOutOfOrder(_ options: Options, _ error: KioskError) throws(KioskError) -> Configuration {
    outOfOrder = error.lines.first ?? ""
    let search = try BoardSearch(options.board, in: options.boardsFolder)
    let stars = Array("[slider]\n".utf8)
    let configured: Configuration
    do throws(KioskError) {
      configured = try options.examined(on: search, text: Self.devices(of: text ?? []) + stars).validated()
    } catch {
      configured = try options.examined(on: search, text: stars).validated()
    }
    for line in error.lines { Standard.error(line) }
    Standard.error("there is no other valid configuration; the kiosk is out of order")
    return configured
  }

  private static func content(of config: String?) -> [UInt8]? {
    config.flatMap { try? readRegularFile($0, limit: INIDocument.maximumSize) }
  }

  /// Whether the kiosk is out of order and its configuration file has changed since, because an operator mended it or its disk has appeared.
  /// The next change counts from now.
  func mayEnd() -> Bool {
    guard outOfOrder != nil, let content = Self.content(of: config), content != text else { return false }
    text = content
    return true
  }

  /// Records why another configuration is not used either, if the kiosk is out of order.
  func stays(outOfOrder error: KioskError) { if outOfOrder != nil { outOfOrder = error.lines.first } }

  /// Records that a new configuration is in effect.
  func isReplaced() { outOfOrder = nil }

  /// Returns a configuration file with only the lines about devices and the kiosk's ID. The other lines are empty, so that line numbers
  /// stay the same.
  static func devices(of text: [UInt8]) -> [UInt8] {
    var section: SettingsSection?
    var kept: Set<Int32> = []
    for (number, content) in INIDocument(text, name: "").lines {
      var isID = false
      switch content {
      case .header(let header):
        section = .headed(header)
        isID = section == .kiosk
      case .entry(let key, _): isID = section == .kiosk && same(key, "id")
      }
      if isID || section == .screen || section == .touch || section == .journal { kept.insert(number) }
    }
    var (result, number): ([UInt8], Int32) = ([], 0)
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if kept.contains(number) { result += line }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  /// Returns the 64-bit FNV-1a hash.
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
