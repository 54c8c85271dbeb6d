import CLinux

// Safety: the C function reads the text before it returns.

/// A watch for devices of given kinds that appear, disappear or change, for example when a monitor is connected. It receives the kernel's
/// uevents.
///
/// Changes arrive as `Signal.deviceChanged`, so that the event loop needs no further descriptor. If the socket cannot be opened,
/// `Signal.alarm` arrives every ten seconds instead. A `SignalSource` must have blocked both signals.
package final class DeviceWatch {
  private static var pause: Int32 { 10 }

  /// The socket, or -1.
  private let descriptor: Int32
  private let subsystem: String

  /// Watches some kinds of devices.
  ///
  /// - Parameter subsystem: The kernel's names of the kinds, separated by spaces, such as "drm graphics".
  package convenience init(of subsystem: String) { self.init(of: subsystem, owning: cl_device_watch()) }

  init(of subsystem: String, owning descriptor: Int32) {
    (self.subsystem, self.descriptor) = (subsystem, descriptor)
    if descriptor < 0 { cl_repeat_alarm(Self.pause) }
  }

  deinit { if descriptor < 0 { cl_repeat_alarm(0) } else { close(descriptor) } }

  /// Returns whether a device may have changed since the last call. Never blocks.
  package func take() -> Bool {
    if descriptor < 0 { return true }
    return unsafe cl_device_has_changed(descriptor, subsystem) == 1
  }
}
