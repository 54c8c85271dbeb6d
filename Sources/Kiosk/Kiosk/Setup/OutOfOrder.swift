import Basics
import Boards
import Settings
import System

/// A service without a usable configuration. It does not leave its screen dark: it shows why it is out of order, until the file changes
/// because an operator has mended it or its disk has appeared.
///
/// | event | while in order | while out of order |
/// | --- | --- | --- |
/// | no configuration can be used at the start | out of order, with the reason | the later reason |
/// | the file has changed | | it is read |
/// | what was read cannot be used either | | stays, with the new reason |
/// | what was read is in effect | | in order |
final class OutOfOrder {
  private let config: String?
  /// The file's content when it was read last; `nil` if that was impossible.
  private var text: [UInt8]?
  /// Why there is no configuration; `nil` while the kiosk is in order.
  private(set) var reason: String?

  /// Creates the state of a kiosk in order. `text` is the file's content.
  init(config: String?, text: [UInt8]?) { (self.config, self.text) = (config, text) }

  /// Begins, and returns only the settings of the devices, with which the kiosk shows that it is out of order; if one of them is invalid,
  /// those of this board. Questions, words and pictures are omitted, because one of them may have caused a crash. Remote control is omitted
  /// as well, because a remote configuration may be the cause.
  func begin(_ options: Options, because error: KioskError) throws(KioskError) -> Configuration {
    reason = error.lines.first ?? ""
    let search = try options.boardSearch()
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

  /// Whether the kiosk is out of order and the file has changed since it was last looked at.
  func hasNewFile() -> Bool {
    guard reason != nil, let content = Self.content(of: config), content != text else { return false }
    text = content
    return true
  }

  /// Records why another configuration is not used either, if the kiosk is out of order.
  func stays(because error: KioskError) { if reason != nil { reason = error.lines.first } }

  func end() { reason = nil }

  static func content(of config: String?) -> [UInt8]? {
    config.flatMap { try? readRegularFile($0, limit: INIDocument.maximumSize) }
  }

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
}
