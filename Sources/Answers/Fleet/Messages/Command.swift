/// A command to a kiosk: one line, the content of a signed message.
///
///     identify 6f1c2e4a-0b1d-4c3e-8f5a-1b2c3d4e5f60 1792939453 command/reply
///
/// The words are the action, an ID that the reply repeats, the time at which the command expires (seconds since 1970), and the topic of
/// the reply, relative to the kiosk's own. Only `update` has a fifth one, the URL: the rest of the line.
package struct Command: Sendable {
  package enum Action: Hashable, Sendable, CaseIterable {
    /// Send a picture of the screen.
    case snapshot
    /// Show the kiosk's name and address on the screen.
    case identify
    /// Read the configuration file again.
    case reload
    /// Start the cleaning.
    case clean
    /// End the program; the service manager starts it again.
    case restart
    /// Install another version of the disk image.
    case update

    package var name: StaticString {
      switch self {
      case .snapshot: "snapshot"
      case .identify: "identify"
      case .reload: "reload"
      case .clean: "clean"
      case .restart: "restart"
      case .update: "update"
      }
    }

    package init?(_ name: some Collection<UInt8>) {
      guard let action = Self.allCases.first(where: { "\($0.name)".utf8.elementsEqual(name) }) else { return nil }
      self = action
    }
  }

  package let action: Action
  package let id: String
  /// Seconds since 1970.
  package let expires: Int64
  /// The topic of the reply, below PREFIX/ID/.
  package let reply: String
  /// The bundle of `update`, valid or not (`UpdateURL`); empty if it is missing, and for other actions.
  package let url: [UInt8]

  /// How far in the future a command may expire, in seconds.
  package static var longestLife: Int64 { 86_400 }
  package static var defaultReply: String { "command/reply" }

  /// The maximum size of a content in bytes. A URL that is too long is read, so that the reply can say so.
  private static var longest: Int { 4096 }

  package init(
    _ action: Action, id: String, expires: Int64, reply: String = defaultReply, url: [UInt8] = []
  ) {
    (self.action, self.id, self.expires, self.reply, self.url) = (action, id, expires, reply, url)
  }

  /// Parses the content of a message; `nil` if it is not a valid command.
  package init?(_ content: ArraySlice<UInt8>) {
    if content.count > Self.longest { return nil }
    var line = content
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false)
    guard words.count >= 3, let action = Action(words[0]), Self.isID(words[1]),
      let expires = SignedMessage.number(words[2])
    else { return nil }
    if words.count >= 4 && !Self.isReply(words[3]) { return nil }
    if words.count == 5 && action != .update { return nil }
    self.init(
      action, id: String(decoding: Array(words[1]), as: UTF8.self), expires: expires,
      reply: words.count >= 4 ? String(decoding: Array(words[3]), as: UTF8.self) : Self.defaultReply,
      url: words.count == 5 ? Array(words[4]) : [])
  }

  /// The content of a message.
  package var content: [UInt8] {
    let words = Array("\(action.name) ".utf8) + Array((id + " \(expires) " + reply).utf8)
    return words + (url.isEmpty ? [] : [UInt8(ascii: " ")] + url) + [UInt8(ascii: "\n")]
  }

  /// Whether a string is a valid command ID: 1 to 64 letters, digits, hyphens, dots and underscores.
  package static func isID(_ id: ArraySlice<UInt8>) -> Bool { Target(Array("kiosk".utf8)[...], id) != nil }

  /// Whether a topic is allowed for a reply. It must be below `command`, so that a reply cannot pass for another message.
  package static func isReply(_ topic: ArraySlice<UInt8>) -> Bool {
    let levels = topic.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return (2...5).contains(levels.count) && levels[0].elementsEqual("command".utf8) && topic.count <= 128
      && levels.allSatisfy { isID($0) }
  }
}
