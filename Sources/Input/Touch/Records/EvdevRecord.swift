/// One event of a device as the kernel's evdev interface reports it (`struct input_event`), independent of the word size.
package struct EvdevRecord: Hashable, Sendable {
  /// The time in microseconds, on the clock that was chosen for the device.
  package var time: Int64
  /// An `EV_...` constant.
  package var type: Int32
  /// A constant of that type: `SYN_...`, `BTN_...`, `ABS_...`.
  package var code: Int32
  /// The new value of that code.
  package var value: Int32

  @inlinable package init(time: Int64, type: Int32, code: Int32, value: Int32) {
    (self.time, self.type, self.code, self.value) = (time, type, code, value)
  }
}
