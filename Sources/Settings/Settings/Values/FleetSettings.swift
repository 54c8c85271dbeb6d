/// The settings of remote control: the section `[fleet]`.
package struct FleetSettings: Hashable, Sendable {
  /// The file of the public key; `nil` for no remote control.
  package var publicKey: String?
  /// The groups that the kiosk belongs to.
  package var groups: [String] = []
  /// Whether pictures of the screen may be sent.
  package var snapshots = false
  /// The first level of Home Assistant's discovery topics; empty for no discovery.
  package var discovery = ""

  package init() {}

  /// The maximum number of groups.
  package static var mostGroups: Int { 8 }
}
