/// The files that courier and kiosk exchange: a folder beside the journal.
///
/// | file | written by | content |
/// | --- | --- | --- |
/// | `configuration-SCOPE-NAME` | courier | a signed message; the newest one of its target |
/// | `command-COUNTER` | courier | a signed message, or, without a signature, a button's |
/// | `report` | kiosk | a `ConfigurationReport` |
/// | `reply-COUNTER` | kiosk | a `CommandReply` |
/// | `snapshot-COUNTER` | kiosk | a picture for the reply of the same counter |
///
/// The reader removes a file once it is handled. Nothing in them is trusted: the kiosk verifies every message again.
package enum ControlFolder {
  /// Returns the folder's path.
  package static func path(beside folder: String) -> String { folder + "/control" }

  package static func configuration(for target: Target) -> String { "configuration-\(target.scope)-" + target.name }
  package static func command(_ counter: Int64) -> String { "command-\(counter)" }
  package static var report: String { "report" }
  package static func reply(_ counter: Int64) -> String { "reply-\(counter)" }
  package static func snapshot(_ counter: Int64) -> String { "snapshot-\(counter)" }

  /// Returns the number in the names of commands or replies; `nil` for other files.
  package static func counter(in name: String, after label: StaticString) -> Int64? {
    let label = Array("\(label)-".utf8)
    let bytes = Array(name.utf8)
    if !bytes.starts(with: label) { return nil }
    return SignedMessage.number(bytes[label.count...])
  }

  /// The number of commands that wait at most. Further ones are dropped.
  package static var mostCommands: Int { 8 }
}
