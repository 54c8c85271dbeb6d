/// The outcome of a command: a file with one field per line, which the courier publishes.
package struct CommandReply: Sendable {
  package enum State: Hashable, Sendable { case done, refused }

  /// The command's ID and action; empty if unknown.
  package var id = ""
  package var action = ""
  /// The topic of the reply, relative to the kiosk's own.
  package var topic = Command.defaultReply
  package var state = State.done
  /// Why the command was refused.
  package var reason = ""
  /// What the kiosk showed, by the name in its status, such as "start"; empty if unknown.
  package var view = ""
  package var faults: [String] = []
  /// Whether there is a snapshot file with the same counter.
  package var hasPicture = false

  package init() {}

  /// Parses a file that `text` returned; `nil` if its topic is not allowed for a reply.
  @export(interface) package init?(_ file: [UInt8]) {
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      if words.count != 2 { continue }
      let text = String(decoding: Array(words[1]), as: UTF8.self)
      if words[0].elementsEqual("id".utf8) {
        id = text
      } else if words[0].elementsEqual("action".utf8) {
        action = text
      } else if words[0].elementsEqual("topic".utf8) {
        if !Command.isReply(words[1]) { return nil }
        topic = text
      } else if words[0].elementsEqual("refused".utf8) {
        (state, reason) = (.refused, text)
      } else if words[0].elementsEqual("view".utf8) {
        view = text
      } else if words[0].elementsEqual("fault".utf8) {
        if faults.count < 32 { faults.append(text) }
      } else if words[0].elementsEqual("picture".utf8) {
        hasPicture = true
      }
    }
  }

  /// The content of the file.
  package var text: [UInt8] {
    var text = "topic " + topic + "\n"
    if !id.utf8.isEmpty { text += "id " + id + "\n" }
    if !action.utf8.isEmpty { text += "action " + action + "\n" }
    if state == .refused { text += "refused " + reason + "\n" }
    if !view.utf8.isEmpty { text += "view " + view + "\n" }
    for fault in faults { text += "fault " + fault + "\n" }
    if hasPicture { text += "picture yes\n" }
    return Array(text.utf8)
  }
}
