import Basics
import Fleet
import Settings
import System

/// Passes signed messages to the kiosk and the kiosk's reports to the broker, through files in a folder beside the journal.
///
/// The courier verifies signatures so that other clients of the broker cannot make it write to flash. The kiosk does not rely on that and
/// verifies each message again.
final class ControlRelay {
  let targets: [Target]
  let key: PublicKey
  private let folder: SharedFolder

  /// Returns `nil` if the configuration permits no remote control. A failure is only a warning: answers are delivered nevertheless.
  static func start(_ settings: FleetSettings, kiosk: String, journalFolder: String) -> ControlRelay? {
    guard let path = settings.publicKey else { return nil }
    if !Target.isName(kiosk) {
      Standard.error(
        "remote control is off: the kiosk's ID contains characters other than letters, digits, dots, hyphens and underscores",
        .warning)
      return nil
    }
    do throws(SignatureError) {
      let addressee = Addressee(kiosk: kiosk, groups: settings.groups)
      return ControlRelay(try PublicKey(readingFrom: path), addressee, journalFolder)
    } catch {
      Standard.error("remote control is off: " + error.message, .warning)
      return nil
    }
  }

  private init(_ key: PublicKey, _ addressee: Addressee, _ journalFolder: String) {
    (self.key, targets) = (key, addressee.targets)
    folder = SharedFolder(ControlFolder.path(beside: journalFolder))
  }

  /// The topics below the prefix.
  var topics: [String] { targets.flatMap { [$0.topic + "/config/desired", $0.topic + "/command"] } }

  /// The folder, which the kiosk creates; `nil` if it does not exist yet.
  var existingFolder: String? {
    (try? FileStatus(folder.path, followingLinks: false))?.kind == .folder ? folder.path : nil
  }

  /// The content of the kiosk's report file; `nil` if there is none.
  var reportFile: [UInt8]? { try? folder.read(ControlFolder.report, limit: 64 << 10, of: .folder) }

  /// Decodes a message. Throws unless it is signed with the key, and is of the given kind and for `target`.
  func verified(
    _ payload: [UInt8], for target: Target, _ kind: SignedMessage.Kind
  ) throws(ControlRefusal) -> SignedMessage {
    guard let message = SignedMessage(payload) else {
      throw ControlRefusal(reason: "it is not a valid signed message", version: nil)
    }
    // The hash costs as much as verifying the signature, so only the operator's messages get one.
    if !message.isSigned(by: key) {
      throw ControlRefusal(reason: "the signature does not match this kiosk's public key", version: nil)
    }
    if message.kind != kind { throw ControlRefusal(reason: "it is of the wrong kind for this topic", version: nil) }
    if message.target != target {
      throw ControlRefusal(reason: "it is signed for " + message.target.words, version: message.version)
    }
    return message
  }

  /// Passes a configuration to the kiosk, unless the kiosk has already reported on it. Returns whether it wrote a file.
  func pass(_ payload: [UInt8], _ message: SignedMessage) throws(SystemError) -> Bool {
    let report = reportFile.map { ConfigurationReport($0) }
    if report?.version == message.version && report?.state != .waiting { return false }
    if report?.current == message.version { return false }
    let name = ControlFolder.configuration(for: message.target)
    if let file = try? folder.read(name, limit: SignedMessage.longest, of: .any) {
      if file == payload { return false }
      // A newer configuration for the same target is still waiting for the kiosk.
      if let waiting = SignedMessage(file), waiting.counter > message.counter, waiting.target == message.target,
        waiting.isSigned(by: key)
      {
        return false
      }
    }
    try folder.write(name, payload)
    return true
  }
}

extension ControlRelay {
  /// Passes a command to the kiosk, unless too many are waiting. Returns whether it did.
  func pass(command payload: [UInt8], _ counter: Int64) throws(SystemError) -> Bool {
    let waiting = try folder.names().count { ControlFolder.counter(in: $0, after: "command") != nil }
    if waiting >= ControlFolder.mostCommands { return false }
    try folder.write(ControlFolder.command(counter), payload)
    return true
  }

  /// Returns the oldest reply that the kiosk has written. Removes invalid ones, and the oldest of too many.
  func oldestReply() -> (counter: Int64, reply: CommandReply)? {
    let names = (try? folder.names()) ?? []
    let counters = names.compactMap { ControlFolder.counter(in: $0, after: "reply") }.sorted()
    for counter in counters.dropLast(2 * ControlFolder.mostCommands) { removeReply(counter) }
    for counter in counters.suffix(2 * ControlFolder.mostCommands) {
      if let file = try? folder.read(ControlFolder.reply(counter), limit: 64 << 10, of: .folder),
        let reply = CommandReply(file)
      {
        return (counter, reply)
      }
      removeReply(counter)
    }
    return nil
  }

  /// Returns the picture of a reply; `nil` if it cannot be read.
  func picture(_ counter: Int64) -> [UInt8]? {
    try? folder.read(ControlFolder.snapshot(counter), limit: 8 << 20, of: .folder)
  }

  func removeReply(_ counter: Int64) {
    folder.remove(ControlFolder.reply(counter))
    folder.remove(ControlFolder.snapshot(counter))
  }
}

extension CommandReply {
  /// The message of a reply, which docs/courier.schema.json describes.
  func json(kiosk: String, pictureBytes: Int?, current: ConfigurationVersion?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("kiosk", kiosk)
      json.add("id", id)
      json.add("action", action)
      json.add("state", state == .done ? "done" : "refused" as StaticString)
      json.add("reason", state == .done ? nil : reason)
      json.add("view", view.utf8.isEmpty ? nil : view)
      json.add("faults", faults)
      json.add("picture_bytes", pictureBytes.map { Int64($0) })
      json.add("version", Version.number)
      json.add("counter", current?.counter)
      json.add("hash", current?.hash)
    }
    return json.bytes
  }
}

/// Why a message is not passed on.
struct ControlRefusal: Error {
  let reason: String
  let version: ConfigurationVersion?
}

extension ConfigurationReport {
  /// The message of a report, which docs/courier.schema.json describes.
  func json(kiosk: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("kiosk", kiosk)
      json.add("state", state.name)
      Self.add(version, to: &json)
      json.add("diagnostics", diagnostics)
      if let current {
        json.object("current") { json in Self.add(current, to: &json) }
      } else {
        json.add("current", number: "null")
      }
    }
    return json.bytes
  }

  private static func add(_ version: ConfigurationVersion?, to json: inout JSONWriter) {
    json.add("scope", version.map { "\($0.target.scope)" })
    json.add("target", version?.target.name)
    json.add("counter", version?.counter)
    json.add("hash", version?.hash)
  }
}
