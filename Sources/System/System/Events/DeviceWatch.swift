import CLinux

// Safety: the C function reads the text before it returns.

/// A watch for devices of one kind that appear, disappear or change, as when a monitor is plugged in: the kernel's uevents.
///
/// They come as `Signal.deviceChanged`, so that the event loop waits for no more descriptors than without them. If the socket cannot be
/// opened, `Signal.alarm` comes every ten seconds instead. A `SignalSource` must have blocked both signals.
package final class DeviceWatch {
  private static var pause: Int32 { 10 }

  /// The socket, or -1.
  private let descriptor: Int32
  private let subsystem: String

  /// - Parameter subsystem: The kernel's name of the kind, as in "drm".
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
