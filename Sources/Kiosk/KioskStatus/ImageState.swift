import Basics
import System

/// The version of the disk image that this machine runs from, and what became of its last update. Root's programs in the image write it to a
/// small file in memory; other machines have none. Each line is a key, a space and a value:
///
///     version 0.2.0~20261130.0e6313f
///     slot a
///     update failed
///     detail slot b: the kiosk has shown no picture
package struct ImageState: Sendable {
  /// What became of the last update. The raw value is the word in the file, in a status and in a heartbeat.
  package enum Update: String, Sendable, CaseIterable {
    /// There was none.
    case none
    case fetching
    case installing
    /// It is installed. The machine restarts when the kiosk is idle.
    case waiting
    /// It was started for the first time and is not confirmed yet.
    case trying
    /// The machine runs from the version before it, or never left it.
    case failed
    case done
  }

  package private(set) var version: String?
  /// The slot that the machine has started from, "a" or "b".
  package private(set) var slot: String?
  package private(set) var update: Update?
  /// Why the update failed, what is downloaded, or which settings are installed.
  package private(set) var detail: String?

  // The maximum numbers of bytes in the file, in a version, and in a detail.
  private static var longest: Int { 1024 }
  private static var longestVersion: Int { 64 }
  private static var longestDetail: Int { 200 }

  /// Reads the file; `nil` on a machine that does not run from an image with updates.
  package static func read() -> ImageState? { read(in: "/run/star-image") }

  static func read(in folder: String) -> ImageState? {
    (try? SharedFolder(folder).read("state", limit: longest, of: .me)).flatMap { ImageState($0) }
  }

  /// Parses the file's content; `nil` if no line is valid. An invalid line counts as missing, and so does the second one with a key.
  init?(_ file: [UInt8]) {
    if file.count > Self.longest { return nil }
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
      if words.count != 2 || words[1].isEmpty { continue }
      let value = words[1]
      if words[0].elementsEqual("version".utf8) {
        version = version ?? Self.version(value)
      } else if words[0].elementsEqual("slot".utf8) {
        slot = slot ?? (value.elementsEqual("a".utf8) ? "a" : value.elementsEqual("b".utf8) ? "b" : nil)
      } else if words[0].elementsEqual("update".utf8) {
        update = update ?? Update.allCases.first { $0.rawValue.utf8.elementsEqual(value) }
      } else if words[0].elementsEqual("detail".utf8), value.count <= Self.longestDetail {
        detail = detail ?? oneLine(String(decoding: Array(value), as: UTF8.self))
      }
    }
    if version == nil && slot == nil && update == nil { return nil }
  }

  private static func version(_ value: ArraySlice<UInt8>) -> String? {
    if value.count > longestVersion || !value.allSatisfy({ 0x21...0x7e ~= $0 }) { return nil }
    return String(decoding: Array(value), as: UTF8.self)
  }

  /// The fault of a machine whose last update failed.
  package var faults: [String] { update == .failed ? ["update_failed"] : [] }

  /// What `doctor` says about the image.
  package var description: String {
    "version " + (version ?? "unknown") + ", started from slot " + (slot ?? "unknown")
  }

  /// What `doctor` says about the last update; `nil` if there was none.
  package var updateDescription: String? {
    guard let update else { return nil }
    if update == .none { return nil }
    return update.rawValue + (detail.map { ": " + $0 } ?? "")
  }

  /// Writes the member `image` of a status or a heartbeat, which docs/courier.schema.json describes.
  package func add(to json: inout JSONWriter) {
    json.object("image") { json in
      json.add("version", version)
      json.add("slot", slot)
      json.add("update", update?.rawValue)
      if let detail { json.add("detail", detail) }
    }
  }
}
