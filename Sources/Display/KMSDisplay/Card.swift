import Basics
import CDRM
import CLinux
import Display
import System

/// An open DRM device: its descriptor, the right to set it (master), and words for its errors.
final class Card {
  let file: FileDescriptor

  /// Opens without waiting reads: libdrm's event reader would block where no event is.
  init(_ path: String) throws(DisplayError) {
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, flags: O_RDWR | O_NONBLOCK)
    } catch {
      throw DisplayError(
        "open", path, code: error.errno, reason: error.reason,
        advice: error.errno == EACCES || error.errno == EPERM ? "add the user to group video" : "",
        recovery: error.errno == ENOENT || error.errno == ENODEV ? .retry : .giveUp)
    }
    var hasDumbBuffers: UInt64 = 0
    if drmGetCap(file.raw, UInt64(DRM_CAP_DUMB_BUFFER), &hasDumbBuffers) != 0 {
      throw unusable("it is not a display of the DRM kind")
    }
    if hasDumbBuffers == 0 { throw DisplayError("use", path, reason: "the driver has no dumb buffers") }
  }

  var path: String { file.path }

  /// Bits per pixel that the driver would rather have: 16 behind a slow bus; 0 where it does not say.
  var preferredDepth: UInt64 {
    var depth: UInt64 = 0
    return drmGetCap(file.raw, UInt64(DRM_CAP_DUMB_PREFERRED_DEPTH), &depth) == 0 ? depth : 0
  }

  /// Takes the right to set modes. Only one open file of a device has it.
  func becomeMaster() throws(DisplayError) {
    let result = cdrm_set_master(file.raw)
    if result == 0 { return }
    let isHeld = -result == EBUSY || -result == EACCES || -result == EPERM || -result == EINVAL
    if !isHeld { throw error("take", code: -result) }
    throw DisplayError(
      "take", path, code: -result, reason: "another program holds the screen",
      advice: "stop the other program (a desktop, a second kiosk) or switch to another virtual terminal",
      recovery: .retry)
  }

  func dropMaster() { _ = cdrm_drop_master(file.raw) }

  /// Why it is no screen, after a call that failed: `reason`, unless it went away meanwhile.
  func unusable(_ reason: String) -> DisplayError {
    let code = cdrm_errno()
    if code == ENODEV { return error("use", code: code) }
    return DisplayError(
      "use", path, code: code, reason: reason, advice: "star-kiosk devices says which screens there are")
  }

  /// An error in the words that fit the errno.
  func error(_ operation: String, code: Int32) -> DisplayError {
    switch code {
    case EACCES, EPERM:
      DisplayError(operation, path, code: code, reason: "another program holds the screen", recovery: .retry)
    case EBUSY, EAGAIN:
      DisplayError(operation, path, code: code, reason: "the screen is busy", recovery: .retry)
    case ENODEV, EIO, ENXIO:
      DisplayError(operation, path, code: code, reason: "the device is gone", recovery: .reopen)
    case EINVAL, ERANGE:
      DisplayError(operation, path, code: code, reason: "the driver refused it")
    case ENOMEM, ENOSPC:
      DisplayError(operation, path, code: code, reason: "the device has not enough memory")
    default:
      DisplayError(operation, path, code: code, reason: errnoText(code))
    }
  }

  /// Cards to try, in the order of their numbers; which is used is for their connectors to say.
  static func paths() -> [String] { numberedDevices(in: "/dev/dri", prefix: "card") }
}
