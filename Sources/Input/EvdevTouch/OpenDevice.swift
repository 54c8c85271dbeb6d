import Basics
import CEvdev
import System
import Touch

/// A device that is open, with libevdev's view of it; both end together. The pointer stays inside: whoever held it alone
/// would hold it past the end.
struct OpenDevice: ~Copyable {
  private let file: FileDescriptor
  private let evdev: OpaquePointer

  /// Opens a device, non-blocking, and lets libevdev read its description and state.
  init(_ path: String) throws(TouchError) {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
    } catch { throw openError(error) }
    cev_be_silent()
    var evdev: OpaquePointer?
    let result = libevdev_new_from_fd(file.raw, &evdev)
    guard result == 0, let evdev else {
      if result == -ENODEV {
        throw TouchError(.gone, "open", path, "the device is gone", suggestion: "plug it in again", code: ENODEV)
      }
      throw TouchError(
        .notInput, "open", path, "not an input device", suggestion: "give one of /dev/input/event*", code: -result)
    }
    // Contacts, timeouts and the event loop then speak of the same time. On failure times only look odd.
    _ = libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
    self.file = file
    self.evdev = evdev
  }

  deinit { libevdev_free(evdev) }

  var descriptor: Int32 { file.raw }

  /// What the device says about itself.
  borrowing func description() -> DeviceDescription { DeviceDescription(evdev) }

  /// A property that udev gave the device; nil where there is no udev, or none of that name.
  borrowing func udevProperty(_ name: StaticString) -> String? {
    guard let (major, minor) = file.deviceNumbers,
      let record = try? readFile("/run/udev/data/c\(major):\(minor)", limit: 64 << 10)
    else { return nil }
    return UdevRecord.value(of: name, in: record)
  }

  /// What libevdev knows: right after opening, and after it has synchronised.
  borrowing func state(of device: DeviceDescription) -> DeviceState { DeviceState(evdev, device) }

  /// Keeps the events from everybody else (EVIOCGRAB).
  borrowing func grab() throws(TouchError) {
    let code = -libevdev_grab(evdev, LIBEVDEV_GRAB)
    if code == 0 { return }
    throw TouchError(
      .grabbed, "grab", file.path, errnoText(code),
      suggestion: "stop the program that holds it, or allow sharing it", code: code)
  }

  /// Reads records as the kernel has them, past libevdev: how many, or a negative errno. Fewer than there is room for are all
  /// that there were.
  borrowing func read(into records: UnsafeMutableBufferPointer<input_event>) -> Int {
    do throws(SystemError) {
      return try file.read(into: UnsafeMutableRawBufferPointer(records)) / MemoryLayout<input_event>.stride
    } catch { return -Int(error.errno) }
  }

  /// Lets libevdev ask the kernel for the state, after records were lost. What waits to be read is thrown away, being older.
  borrowing func synchronise() {
    var event = input_event()
    _ = next(LIBEVDEV_READ_FLAG_FORCE_SYNC, &event)
    while next(LIBEVDEV_READ_FLAG_SYNC, &event) == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) {}
  }

  /// libevdev_next_event(3): LIBEVDEV_READ_STATUS_... or a negative errno.
  borrowing func next(_ flag: libevdev_read_flag, _ event: inout input_event) -> Int32 {
    libevdev_next_event(evdev, UInt32(flag.rawValue), &event)
  }
}

extension TouchError {
  /// Reading a device failed.
  init(reading path: String, code: Int32) {
    if code == ENODEV {
      self.init(.gone, "read", path, "the device is gone", suggestion: "plug it in again", code: code)
    } else {
      self.init(.unreadable, "read", path, errnoText(code), suggestion: "open it again", code: code)
    }
  }
}

private func openError(_ error: SystemError) -> TouchError {
  let suggestion: String
  var problem = TouchError.Problem.unopened
  switch error.errno {
  case EACCES, EPERM: suggestion = "add the user to group input"
  case ENOENT:
    problem = .missing
    suggestion = "plug the panel in, or give another path"
  case ENODEV, ENXIO:
    problem = .gone
    suggestion = "plug it in again"
  case ENOTDIR, EISDIR, ELOOP:
    problem = .notInput
    suggestion = "give one of /dev/input/event*"
  default: suggestion = ""
  }
  return TouchError(problem, "open", error.subject, error.reason, suggestion: suggestion, code: error.errno)
}
