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
  /// `nil` if only unsigned buttons are permitted.
  let key: PublicKey?
  /// The commands that need no signature.
  let buttons: [String]
  private let folder: String

  /// Returns `nil` if the configuration permits no remote control. A failure is only a warning: answers are delivered nevertheless.
  static func start(_ settings: FleetSettings, kiosk: String, journalFolder: String) -> ControlRelay? {
    if settings.publicKey == nil && settings.buttons.isEmpty { return nil }
    if !Target.isName(kiosk) {
      Standard.error(
        "remote control is off: the kiosk's ID contains characters other than letters, digits, dots, hyphens and underscores",
        .warning)
      return nil
    }
    var key: PublicKey?
    if let path = settings.publicKey {
      do throws(SignatureError) { key = try PublicKey(readingFrom: path) } catch {
        Standard.error("signed messages are off: " + error.message, .warning)
      }
    }
    if key == nil && settings.buttons.isEmpty { return nil }
    return ControlRelay(key, Addressee(kiosk: kiosk, groups: settings.groups), settings.buttons, journalFolder)
  }

  private init(_ key: PublicKey?, _ addressee: Addressee, _ buttons: [String], _ journalFolder: String) {
    (self.key, self.buttons, targets) = (key, buttons, addressee.targets)
    folder = ControlFolder.path(beside: journalFolder)
  }

  /// The topics below the prefix.
  var topics: [String] {
    var topics: [String] = []
    if key != nil { for target in targets { topics += [target.topic + "/config/desired", target.topic + "/command"] } }
    if !buttons.isEmpty { topics.append(targets[0].topic + "/button") }
    return topics
  }

  /// The folder, which the kiosk creates; `nil` if it does not exist yet.
  var existingFolder: String? { (try? FileStatus(folder))?.kind == .folder ? folder : nil }

  /// The content of the kiosk's report file; `nil` if there is none.
  var reportFile: [UInt8]? { try? readFile(folder + "/" + ControlFolder.report, limit: 64 << 10) }

  /// Returns a message for `target` of one kind.
  func verified(
    _ payload: [UInt8], for target: Target, _ kind: SignedMessage.Kind
  ) throws(ControlRefusal) -> SignedMessage {
    guard let key, let message = SignedMessage(payload) else {
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

  /// Passes a configuration to the kiosk, unless the kiosk has already reported on it.
  func pass(_ payload: [UInt8], _ message: SignedMessage) throws(SystemError) {
    let report = reportFile.map { ConfigurationReport($0) }
    if report?.version == message.version && report?.state != .waiting { return }
    if report?.current == message.version { return }
    let path = folder + "/" + ControlFolder.configuration(for: message.target)
    if (try? readFile(path, limit: SignedMessage.longest)) == payload { return }
    try writeFile(path, payload)
  }
}

extension ControlRelay {
  /// Passes a command to the kiosk, unless too many are waiting. Returns whether it did.
  func pass(command payload: [UInt8], _ counter: Int64) throws(SystemError) -> Bool {
    let waiting = try listDirectory(folder).count { ControlFolder.counter(in: $0, after: "command") != nil }
    if waiting >= ControlFolder.mostCommands { return false }
    try writeFile(folder + "/" + ControlFolder.command(counter), payload)
    return true
  }

  /// Returns the replies that the kiosk has written, with their pictures, and removes them.
  func takeReplies() -> [(reply: CommandReply, picture: [UInt8]?)] {
    var replies: [(reply: CommandReply, picture: [UInt8]?)] = []
    let names = (try? listDirectory(folder)) ?? []
    for counter in names.compactMap({ ControlFolder.counter(in: $0, after: "reply") }).sorted() {
      let (path, pictured) = (
        folder + "/" + ControlFolder.reply(counter), folder + "/" + ControlFolder.snapshot(counter)
      )
      let reply = (try? readFile(path, limit: 64 << 10)).flatMap { CommandReply($0) }
      removeFile(path)
      let picture = reply?.hasPicture == true ? try? readFile(pictured, limit: 8 << 20) : nil
      removeFile(pictured)
      if let reply { replies.append((reply: reply, picture: picture)) }
    }
    return replies
  }
}

extension CommandReply {
  /// The message of a reply, which docs/courier.schema.json describes.
  func json(terminal: String, pictureBytes: Int?, current: ConfigurationVersion?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("terminal", terminal)
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
  func json(terminal: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("terminal", terminal)
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
