import Basics
import EvdevTouch
import Geometry
import KioskStatus
import Rating
import Settings
import System
import Touch

/// A touchscreen, opened whenever it is connected. The first frame never waits for it.
final class LiveTouch: TouchInput {
  private let watcher: TouchWatcher
  private var screen: Size<PhysicalSpace>
  private let corrections: Corrections
  private let status: StatusFile
  /// From the open device's axes to the scanout; `nil` without a device.
  private var transform: TouchTransform?
  /// The descriptors of the last wait; -1 without a device.
  private var (watchDescriptor, touchDescriptor) = (Int32(-1), Int32(-1))

  /// - Parameter path: `nil` opens the first touchscreen, now or later. A path must name a usable one.
  init(path: String?, settings: Settings, screen: Size<PhysicalSpace>, _ status: StatusFile) throws(KioskError) {
    self.screen = screen
    self.status = status
    corrections = Corrections(settings: settings)
    watcher = try TouchWatcher.watching(path, settings)
    if let error = watcher.lastError { Standard.error("waiting for a touchscreen: " + error.advised.message, .warning) }
    updateTransform()
  }

  func watch(with poller: Poller) {
    (watchDescriptor, touchDescriptor) = (watcher.watchDescriptor, watcher.touchDescriptor ?? -1)
    poller.add(touchDescriptor)
    poller.add(watchDescriptor)
  }

  var deadline: Int64? { watcher.retryAt }

  var isLive: Bool { true }

  private(set) var hasUnreadInput = false

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    let isTouched = !poller.readiness(of: touchDescriptor).isEmpty
    let folderChanged = !poller.readiness(of: watchDescriptor).isEmpty
    hasUnreadInput = false
    // A wake-up for the display reads no panel: each read is a system call.
    if !folderChanged && !isTouched && (watcher.retryAt ?? .max) > now { return }
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

  /// Another device may have other axes.
  private func updateTransform() {
    status.report(.noTouchscreen, watcher.screen == nil)
    transform = nil
    guard let device = watcher.screen else { return }
    transform = corrections.transform(for: device, on: screen)
  }
}

extension TouchWatcher {
  /// Watches for the touchscreen at a path, which must be usable now, or for the one that the settings prefer, now or later.
  static func watching(_ path: String?, _ settings: Settings) throws(KioskError) -> TouchWatcher {
    do throws(TouchError) {
      let watcher = try TouchWatcher(
        path.map { .path($0) } ?? .automatic(preferring: settings.touchNames), grab: settings.grab != .no)
      if path != nil, let error = watcher.lastError { throw error }
      return watcher
    } catch { throw KioskError(error.advised) }
  }
}

extension Failure where Kind == TouchFault {
  /// The error with the program's own advice, if the device is not a touchscreen.
  var advised: TouchError {
    kind == .refused || kind == .noTouchscreen ? suggesting("star-kiosk devices says why") : self
  }
}
