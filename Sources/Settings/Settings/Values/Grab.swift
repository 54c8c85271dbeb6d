/// The devices whose events the kiosk keeps from other programs: the key `grab`.
package enum Grab: Hashable, Sendable {
  case no
  /// The touchscreen and keypads.
  case yes
  /// Every device with keys, and the touchscreen.
  case all
}
