import CEvdev
import Rating
import Touch

/// A keypad that is open: non-blocking, and ours alone where that harms nobody.
package final class Keypad {
  package let path: String
  /// As it described itself when it was opened.
  package let device: DeviceDescription
  /// Whether other programs get its keys, too.
  package let isShared: Bool

  private let open: OpenDevice
  /// How many records were read since it was opened, those of lost ones' replacement counting as one.
  package private(set) var recordsRead: Int64 = 0

  /// Opens one device. `grab` keeps the keys of a keypad from every other program, but never those of a keyboard with
  /// letters: SysRq, the power key and a scanner's own program live there.
  init(path: String, grab: Bool) throws(TouchError) {
    let open = try OpenDevice(path)
    let device = open.description()
    let verdict = device.keypadVerdict
    if verdict == .refused {
      throw TouchError(
        .refused, "use", path, "\"" + device.name + "\" is no keypad",
        suggestion: "star-kiosk devices lists those that are")
    }
    isShared = verdict == .keyboard || !grab
    if !isShared { try open.grab() }
    self.path = path
    self.device = device
    self.open = open
  }

  /// For poll(2).
  package var descriptor: Int32 { open.descriptor }

  /// Reads all there is, and emits presses; allocates nothing. Never waits. After an error it is of no use.
  func drain(_ emit: (Key) -> Void) throws(TouchError) {
    while true {
      var event = input_event()
      let result = open.next(LIBEVDEV_READ_FLAG_NORMAL, &event)
      switch result {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        recordsRead &+= 1
        if let key = Key(press: EvdevRecord(event)) { emit(key) }
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        recordsRead &+= 1
        // Presses were lost. What libevdev makes up for them is the difference between two states, not what was pressed,
        // nor how often: it counts for nothing, and whoever pressed presses again.
        while open.next(LIBEVDEV_READ_FLAG_SYNC, &event) == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) {}
      case -EAGAIN: return
      case -EINTR: continue
      default: throw TouchError(reading: path, code: -result)
      }
    }
  }
}
