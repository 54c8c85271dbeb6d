import Basics
import CEvdev
import System
import Touch

/// An open input device with libevdev's view of it.
///
/// Safety: libevdev's pointer is valid until `deinit` and never leaves this type.
@safe struct OpenDevice: ~Copyable {
  private let file: FileDescriptor
  private let evdev: OpaquePointer

  /// Opens a device without blocking. libevdev reads its description and state.
  init(_ path: String) throws(TouchError) {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
    } catch { throw openError(error, path) }
    cev_be_silent()
    var evdev: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(file.raw, &evdev)
    guard result == 0, let evdev = unsafe evdev else {
      if result == -ENODEV {
        throw TouchError(
          .gone, "open", path, errno: ENODEV, reason: "the device is gone", suggestion: "reconnect it")
      }
      throw TouchError(
        .notInput, "open", path, errno: -result, reason: "not an input device",
        suggestion: "give one of /dev/input/event*")
    }
    // Touches, timeouts and the event loop share this clock. If it cannot be set, only times in logs differ.
    _ = unsafe libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
    self.file = file
    unsafe self.evdev = evdev
  }

  deinit { unsafe libevdev_free(evdev) }

  var descriptor: Int32 { file.raw }

  borrowing func description() -> DeviceDescription {
    var device = unsafe DeviceDescription(evdev)
    device.udevTouchscreen = udevProperty("ID_INPUT_TOUCHSCREEN").map {
      !$0.utf8.elementsEqual("0".utf8) && !$0.utf8.isEmpty
    }
    return device
  }

  /// Returns a property that udev assigned to the device, or `nil` if there is none.
  borrowing func udevProperty(_ name: StaticString) -> String? {
    guard let (major, minor) = file.deviceNumbers,
      let record = try? readFile("/run/udev/data/c\(major):\(minor)", limit: 64 << 10)
    else { return nil }
    return UdevRecord.value(of: name, in: record)
  }

  /// Whether the device reports if headphones are plugged in.
  var hasHeadphoneSwitch: Bool {
    unsafe libevdev_has_event_code(evdev, UInt32(EV_SW), UInt32(SW_HEADPHONE_INSERT)) == 1
  }

  /// Whether headphones are plugged in, as libevdev knows it: from the kernel (EVIOCGSW) at the opening, then from the records it has read.
  var hasHeadphones: Bool {
    unsafe libevdev_get_event_value(evdev, UInt32(EV_SW), UInt32(SW_HEADPHONE_INSERT)) != 0
  }

  /// Returns the state that libevdev holds, right after opening or `synchronise`.
  borrowing func state(of device: DeviceDescription) -> DeviceState { unsafe DeviceState(evdev, device) }

  /// Stops all other programs from receiving the events (EVIOCGRAB).
  borrowing func grab() throws(TouchError) {
    let errno = unsafe -libevdev_grab(evdev, LIBEVDEV_GRAB)
    if errno == 0 { return }
    throw TouchError(
      .grabbed, "grab", file.path, errno: errno, suggestion: "stop the program that holds it, or allow sharing it")
  }

  /// Reads records straight from the kernel. Returns their number, or a negative errno. A number below the capacity means
  /// that no more are pending.
  borrowing func read(into records: inout [input_event]) -> Int {
    let count = file.tryRead(into: &records)
    return count < 0 ? count : count / MemoryLayout<input_event>.stride
  }

  /// Makes libevdev read the state from the kernel after lost records. Pending records are older and are dropped.
  borrowing func synchronise() {
    var event = input_event()
    _ = next(LIBEVDEV_READ_FLAG_FORCE_SYNC, &event)
    while next(LIBEVDEV_READ_FLAG_SYNC, &event) == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) {}
  }

  /// Calls libevdev_next_event(3). Returns LIBEVDEV_READ_STATUS_... or a negative errno.
  borrowing func next(_ flag: libevdev_read_flag, _ event: inout input_event) -> Int32 {
    unsafe libevdev_next_event(evdev, UInt32(flag.rawValue), &event)
  }
}

extension Failure where Kind == TouchFault {
  /// Creates the error for a failed read of a device.
  init(reading path: String, errno: Int32) {
    if errno == ENODEV {
      self.init(.gone, "read", path, errno: errno, reason: "the device is gone", suggestion: "reconnect it")
    } else {
      self.init(.unreadable, "read", path, errno: errno, suggestion: "open it again")
    }
  }
}

private func openError(_ error: SystemError, _ path: String) -> TouchError {
  let (kind, suggestion): (TouchFault, String) =
    switch error.errno {
    case EACCES, EPERM: (.unopened, "add the user to group input")
    case ENOENT: (.missing, "plug the panel in, or give another path")
    case ENODEV, ENXIO: (.gone, "reconnect it")
    case ENOTDIR, EISDIR, ELOOP: (.notInput, "give one of /dev/input/event*")
    default: (.unopened, "")
    }
  return TouchError(kind, "open", path, errno: error.errno, reason: error.reason, suggestion: suggestion)
}
