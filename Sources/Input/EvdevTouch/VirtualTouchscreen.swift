import Basics
import CEvdev
import StarSlider
import System

// Safety: the kernel copies the name, which ends with a zero, before the call returns.

/// A touchscreen that the program itself operates through uinput, for measurements. The kernel passes its events on like those of any other
/// device. It exists as long as the object.
package final class VirtualTouchscreen {
  /// The device's path, such as "/dev/input/event3".
  package let path: String
  private let file: FileDescriptor
  private var contact: Int32 = 0

  /// The maximum time, in nanoseconds, to wait until the file of a new device exists and udev has set its permissions.
  private static var longestWait: Int64 { 2_000_000_000 }

  /// Creates a touchscreen whose positions range from 0 to `size` - 1.
  @export(interface) package init(_ size: Size<PhysicalSpace>) throws(TouchError) {
    let path = "/dev/uinput"
    let file: FileDescriptor
    do throws(SystemError) { file = try FileDescriptor(opening: path, flags: O_RDWR) } catch {
      let advice: String =
        switch error.errno {
        case ENOENT, ENODEV, ENXIO: "load the kernel's module with: modprobe uinput"
        case EACCES, EPERM: "run the program as root, or let its user write to this file"
        default: ""
        }
      throw TouchError(.unopened, "open", path, errno: error.errno, suggestion: advice)
    }
    let code = unsafe cev_uinput_create(file.raw, "star-slider virtual touchscreen", size.width - 1, size.height - 1)
    if code < 0 {
      // These requests have existed since Linux 4.5.
      throw TouchError(.unopened, "make a touchscreen with", path, errno: -code)
    }
    self.path = try Self.device(of: file)
    self.file = file
  }

  /// Returns the path of the new device's file once it can be read.
  private static func device(of file: borrowing FileDescriptor) throws(TouchError) -> String {
    var name = [CChar](repeating: 0, count: 64)
    let code = unsafe cev_uinput_folder(file.raw, &name, name.count - 1)
    if code < 0 { throw TouchError(.missing, "find the touchscreen of", file.path, errno: -code) }
    let folder =
      "/sys/devices/virtual/input/"
      + String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let found = try? numberedDevices(in: folder, prefix: "event").first else {
      throw TouchError(
        .missing, "find the touchscreen in", folder, reason: "it has no event device",
        suggestion: "load the kernel's module with: modprobe evdev")
    }
    let path = TouchScreen.folder + "/" + fileName(of: found)
    let limit = MonotonicClock.now() + longestWait
    while !isReadable(path) && MonotonicClock.now() < limit { sleep(nanoseconds: 10_000_000) }
    return path
  }

  /// Touches a position with a new finger.
  package func press(x: Int32, y: Int32) throws(TouchError) {
    // Any number works that no finger on the screen has.
    contact = contact % 1000 + 1
    try report(contact, x, y)
  }

  /// Lifts the finger.
  package func lift() throws(TouchError) { try report(-1, 0, 0) }

  private func report(_ contact: Int32, _ x: Int32, _ y: Int32) throws(TouchError) {
    let code = cev_uinput_touch(file.raw, contact, x, y)
    if code < 0 { throw TouchError(.unreadable, "touch", path, errno: -code) }
  }
}
