import Basics
import CDRM
import CLinux
import Display
import System

// Safety: libdrm fills one variable before the call returns.

/// An open DRM device, its master status and its errors.
final class Card {
  let file: FileDescriptor

  /// Opens with O_NONBLOCK: otherwise libdrm's event reader blocks while there is no event.
  convenience init(_ path: String) throws(DisplayError) {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, flags: O_RDWR | O_NONBLOCK)
    } catch {
      throw DisplayError(opening: path, errno: error.errno)
    }
    self.init(file)
    guard let hasDumbBuffers = capability(DRM_CAP_DUMB_BUFFER) else { throw unusable("it is not a DRM display device") }
    if hasDumbBuffers == 0 {
      throw DisplayError(.unsupported, "use", path, reason: "the driver does not support dumb buffers")
    }
  }

  private init(_ file: consuming FileDescriptor) { self.file = file }

  var path: String { file.path }
  var descriptor: Int32 { file.raw }

  /// The driver's preferred number of bits per pixel: 16 behind a slow bus, or 0 if the driver does not report it.
  var preferredDepth: UInt64 { capability(DRM_CAP_DUMB_PREFERRED_DEPTH) ?? 0 }

  /// Returns a capability of the driver, DRM_CAP_*; `nil` if it does not report it.
  private func capability(_ name: Int32) -> UInt64? {
    var value: UInt64 = 0
    return unsafe drmGetCap(descriptor, UInt64(name), &value) == 0 ? value : nil
  }

  /// Becomes DRM master, the one open file of the device that may set modes.
  func becomeMaster() throws(DisplayError) {
    let code = -cdrm_set_master(descriptor)
    switch code {
    case 0: return
    case EBUSY, EACCES, EPERM, EINVAL:
      throw DisplayError(
        .busy, "become DRM master of", path, errno: code, reason: "another program controls the screen",
        suggestion: "stop that program (such as a desktop) or switch to another virtual terminal")
    default: throw error("become DRM master of", code: code)
    }
  }

  func dropMaster() { _ = cdrm_drop_master(descriptor) }

  /// Returns the error of a libdrm call that failed while opening, with `reason` unless the device was unplugged.
  func unusable(_ reason: String) -> DisplayError {
    let code = cdrm_errno()
    if code == ENODEV { return error("use", code: code) }
    return DisplayError(.unsupported, "use", path, errno: code, reason: reason)
  }

  /// Throws if a call returned -errno.
  func check(_ result: Int32, _ operation: String) throws(DisplayError) {
    if result < 0 { throw error(operation, code: -result) }
  }

  func error(_ operation: String, code: Int32) -> DisplayError {
    let (fault, reason): (DisplayFault, String?) =
      switch code {
      case EACCES, EPERM: (.busy, "another program controls the screen")
      case EBUSY, EAGAIN: (.busy, "the device is busy")
      case ENODEV, EIO, ENXIO: (.gone, "the device is gone")
      case EINVAL, ERANGE: (.unsupported, "the driver rejected the request")
      case ENOMEM, ENOSPC: (.outOfMemory, "the device is out of memory")
      default: (.unsupported, nil)
      }
    return DisplayError(fault, operation, path, errno: code, reason: reason)
  }
}
