/// A device in a list for the operator: whether the kiosk can use it, and why or why not.
package struct ListedDevice: Sendable {
  package let path: String
  package let isUsable: Bool
  /// A phrase such as "HDMI-A-1 is connected, 1920x1080" or "permission denied; add the user to the group video".
  package let reason: String

  package init(path: String, isUsable: Bool, reason: String) {
    (self.path, self.isUsable, self.reason) = (path, isUsable, reason)
  }
}
