import Basics
import CEvdev
import Touch

/// An open keypad, or a device that only concerns speech: one with a headphone switch, or with keys for speech. Its descriptor does not block.
package final class Keypad {
  package let path: String
  package let device: DeviceDescription
  /// Whether other programs also receive its keys.
  package let isShared: Bool
  /// Whether it has arrows and enter, and the configuration accepts them.
  package let isKeypad: Bool
  private let hasSwitch: Bool

  private let open: OpenDevice
  private var filter: KeyFilter
  /// The number of records read so far. Records that replace lost ones count as one.
  package private(set) var recordsRead: Int64 = 0

  /// Opens a device. With `grab`, no other program receives its keys. A keyboard with letters and a device that is no keypad are grabbed only
  /// under `.everyKey`, because other programs need their keys, for example SysRq, the power key or bar codes.
  ///
  /// Returns `nil` if the device is not a keypad. With the filter's speech key, a device that only concerns speech is accepted as well.
  ///
  /// - Parameter acceptsKeypads: Whether a keypad operates the kiosk.
  convenience init?(
    path: String, grab: KeypadWatcher.Grab, _ filter: KeyFilter, acceptsKeypads: Bool
  ) throws(TouchError) {
    let open = try OpenDevice(path)
    let device = open.description()
    let verdict = device.keypadVerdict
    let isKeypad = verdict != .refused && acceptsKeypads
    let hasSwitch = filter.speechKey != nil && open.hasHeadphoneSwitch
    let hasSpeechKeys = filter.speechKey.map { device.hasSpeechKeys($0) } ?? false
    if !isKeypad && !hasSwitch && !hasSpeechKeys { return nil }
    let isShared = grab == .none || verdict != .keypad && grab == .keypads
    if !isShared { try open.grab() }
    self.init(path, device, open, filter, isShared: isShared, isKeypad: isKeypad, hasSwitch: hasSwitch)
  }

  private init(
    _ path: String, _ device: DeviceDescription, _ open: consuming OpenDevice, _ filter: KeyFilter, isShared: Bool,
    isKeypad: Bool, hasSwitch: Bool
  ) {
    (self.path, self.device, self.filter) = (path, device, filter)
    (self.isShared, self.isKeypad, self.hasSwitch) = (isShared, isKeypad, hasSwitch)
    self.open = open
  }

  package var descriptor: Int32 { open.descriptor }

  /// Whether headphones are plugged into the device.
  package var hasHeadphones: Bool { hasSwitch && open.hasHeadphones }

  /// Reads all pending records and emits presses with the kernel's time, in nanoseconds of the monotonic clock. Never waits and never
  /// allocates memory. After an error the keypad cannot be used.
  func drain(_ emit: (KeypadKey, Int64) -> Void) throws(TouchError) {
    while true {
      var event = input_event()
      let result = open.next(LIBEVDEV_READ_FLAG_NORMAL, &event)
      switch result {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        recordsRead &+= 1
        let record = EvdevRecord(event)
        if let key = filter.press(record), isKeypad || key.isOfSpeech { emit(key, record.time &* 1000) }
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        recordsRead &+= 1
        // Presses were lost. libevdev replays the difference between two states instead of the presses, so its events are ignored. The
        // visitor will press again.
        while open.next(LIBEVDEV_READ_FLAG_SYNC, &event) == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) {}
      case -EAGAIN: return
      case -EINTR: continue
      default: throw TouchError(reading: path, errno: -result)
      }
    }
  }
}
