/// Which devices' events the kiosk keeps from other programs: the key `grab`.
package enum Grab: Hashable, Sendable {
  case no
  /// Those of the touchscreen and of keypads.
  case yes
  /// Those of every device with keys, too.
  case all
}
