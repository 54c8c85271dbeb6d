import Basics
import EvdevTouch
import KioskStatus
import Settings
import StarSlider
import System
import Touch

/// A touchscreen, opened whenever one is connected. The first frame never waits for it.
final class LiveTouch: TouchInput {
  private let watcher: TouchWatcher
  private var screen: Size<PhysicalSpace>
  private let corrections: Corrections
  private let status: StatusFile
  /// The transform from the open device's axes to the scanout; `nil` without a device.
  private var transform: TouchTransform?
  /// The descriptors polled in the last wait; -1 without a device.
  private var (watchDescriptor, touchDescriptor) = (Int32(-1), Int32(-1))

  /// Watches for a touchscreen and opens it.
  ///
  /// - Parameter path: The path of a touchscreen; `nil` opens the first one that is found, now or later. A service waits for the one at the
  ///   path, too, because a panel may be slow or unplugged when the power comes on; at a shell, it must be usable now.
  init(path: String?, settings: Settings, screen: Size<PhysicalSpace>, _ status: StatusFile) throws(KioskError) {
    self.screen = screen
    self.status = status
    corrections = Corrections(settings: settings)
    watcher = try TouchWatcher.watching(path, settings, mayWait: Environment.stateDirectory != nil)
    if let error = watcher.watchError {
      Standard.error("touchscreens are looked for every 1.6 s: " + error.message, .warning)
    }
    if let error = watcher.lastError { Standard.error("waiting for a touchscreen: " + error.advised.message, .warning) }
    updateTransform()
  }

  func watch(with poller: Poller) {
    (watchDescriptor, touchDescriptor) = (watcher.watchDescriptor, watcher.touchDescriptor ?? -1)
    poller.add(touchDescriptor)
    poller.add(watchDescriptor)
  }

  var deadline: Int64? { watcher.deadline }

  var isLive: Bool { true }

  private(set) var hasUnreadInput = false

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    let isTouched = !poller.readiness(of: touchDescriptor).isEmpty
    let folderChanged = !poller.readiness(of: watchDescriptor).isEmpty
    hasUnreadInput = false
    // A wakeup for the display does not read the panel, because each read is a system call.
    if !folderChanged && !isTouched && (watcher.deadline ?? .max) > now { return }
    let before = watcher.recordsRead
    let change = watcher.update(now: now, folderChanged: folderChanged) { [self] event in
      if let transform { emit(transform.toPhysical(event)) }
    }
    switch change {
    case .none: hasUnreadInput = isTouched && watcher.recordsRead == before
    case .opened, .reopened: updateTransform()
    case .closed:
      updateTransform()
      if let error = watcher.lastError {
        Standard.error("waiting for the touchscreen: " + error.advised.message, .warning)
      }
    }
  }

  func use(screen: Size<PhysicalSpace>) {
    self.screen = screen
    updateTransform()
  }

  var calibrated: TouchWatcher? { watcher.screen == nil ? nil : watcher }

  func recalibrate() { updateTransform() }

  /// Chooses the transform again, because another device may have other axes.
  private func updateTransform() {
    status.report(.noTouchscreen, watcher.screen == nil)
    transform = nil
    guard let device = watcher.screen else { return }
    transform = corrections.transform(for: device, on: screen)
  }
}

extension TouchWatcher {
  /// Watches for the touchscreen at a path, which must be usable now unless the caller `mayWait`. Without a path, watches for the one that
  /// the settings prefer, now or later.
  static func watching(
    _ path: String?, _ settings: Settings, mayWait: Bool = false
  ) throws(KioskError) -> TouchWatcher {
    let watcher = TouchWatcher(
      path.map { .path($0) } ?? .automatic(preferring: settings.touch.names), grab: settings.touch.grab != .no,
      quirks: settings.touch.quirks)
    if path != nil && !mayWait, let error = watcher.lastError { throw KioskError(error.advised) }
    return watcher
  }
}

extension Failure where Kind == TouchFault {
  /// The error with advice that names `star-kiosk devices`, if the device is not a touchscreen.
  var advised: TouchError {
    kind == .refused || kind == .noTouchscreen ? suggesting("run star-kiosk devices for the reason") : self
  }
}
