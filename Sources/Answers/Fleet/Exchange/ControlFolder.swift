/// The folder beside the journal in which courier and kiosk exchange files.
///
/// | file | written by | content |
/// | --- | --- | --- |
/// | `configuration-SCOPE-NAME` | courier | the newest signed message for its target |
/// | `command-COUNTER` | courier | a signed message |
/// | `report` | kiosk | a `ConfigurationReport` |
/// | `reply-COUNTER` | kiosk | a `CommandReply` |
/// | `snapshot-COUNTER` | kiosk | a picture for the reply of the same counter |
///
/// The reader removes a file once it has handled it. The files are not trusted: the kiosk verifies every message again, and both programs
/// use `SharedFolder`, since either user may put links and pipes there.
package enum ControlFolder {
  /// Returns the folder's path.
  package static func path(beside folder: String) -> String { folder + "/control" }

  package static func configuration(for target: Target) -> String { "configuration-\(target.scope)-" + target.name }
  package static func command(_ counter: Int64) -> String { "command-\(counter)" }
  package static var report: String { "report" }
  package static func reply(_ counter: Int64) -> String { "reply-\(counter)" }
  package static func snapshot(_ counter: Int64) -> String { "snapshot-\(counter)" }

  /// Returns the counter in the name of a command or reply; `nil` for other files.
  package static func counter(in name: String, after label: StaticString) -> Int64? {
    let label = Array("\(label)-".utf8)
    let bytes = Array(name.utf8)
    if !bytes.starts(with: label) { return nil }
    return SignedMessage.number(bytes[label.count...])
  }

  /// The maximum number of waiting commands; further ones are dropped.
  package static var mostCommands: Int { 8 }
}
