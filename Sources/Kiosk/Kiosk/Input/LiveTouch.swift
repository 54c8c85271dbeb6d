import Basics
import EvdevTouch
import Geometry
import Rating
import Settings
import System
import Touch

/// A touchscreen that is opened when it comes, and again when it comes back. The first frame never waits for it.
final class LiveTouch: TouchInput {
  private let watcher: TouchWatcher
  private let screen: Size<PhysicalSpace>
  private let corrections: Corrections
  /// From the open device's axes to the scanout; `nil` while there is no device.
  private var transform: TouchTransform?
  /// What was watched in the last wait; -1 for no device.
  private var (watchDescriptor, touchDescriptor) = (Int32(-1), Int32(-1))

  /// `path` `nil` takes the first touchscreen, now or later; a path that will not do is an error.
  init(path: String?, settings: Settings, screen: Size<PhysicalSpace>) throws(KioskError) {
    self.screen = screen
    corrections = Corrections(settings: settings)
    watcher = try TouchWatcher.watching(path, settings)
    if let error = watcher.lastError { Standard.error("waiting for a touchscreen: " + error.advised.message, .warning) }
    takeAxes()
  }

  func watch(with poller: Poller) {
    (watchDescriptor, touchDescriptor) = (watcher.watchDescriptor, watcher.touchDescriptor ?? -1)
    poller.add(touchDescriptor)
    poller.add(watchDescriptor)
  }

  var deadline: Int64? { watcher.retryAt }

  var isOver: Bool { false }

  private(set) var lastRound = Watchdog.Round.idle

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    let isTouched = !poller.readiness(of: touchDescriptor).isEmpty
    let folderChanged = !poller.readiness(of: watchDescriptor).isEmpty
    lastRound = .idle
    // A wake-up for the screen asks the panel nothing: each question is a system call.
    if !folderChanged && !isTouched && (watcher.retryAt ?? .max) > now { return }
    let before = watcher.screen?.recordsRead
    let change = watcher.update(now: now, folderChanged: folderChanged) { [self] event in
      if let transform { emit(transform.toPhysical(event)) }
    }
    // Of a device that is gone nothing is left to be read.
    switch change {
    case .none:
      if isTouched {
        let gotOn = watcher.screen?.recordsRead != before
        lastRound = Watchdog.Round(owes: !gotOn, gotOn: gotOn)
      }
    case .opened, .reopened: takeAxes()
    case .closed:
      self.transform = nil
      if let error = watcher.lastError {
        Standard.error("waiting for the touchscreen: " + error.advised.message, .warning)
      }
    }
  }

  /// A device that came back may be another one, with other axes.
  private func takeAxes() {
    transform = nil
    guard let device = watcher.screen else { return }
    transform = corrections.transform(for: device, on: screen)
  }
}

extension TouchWatcher {
  /// Watches for the touchscreen at a path, which must be one, or for the one that the settings prefer, now or later.
  static func watching(_ path: String?, _ settings: Settings) throws(KioskError) -> TouchWatcher {
    do throws(TouchError) {
      let watcher = try TouchWatcher(
        path.map { .path($0) } ?? .automatic(preferring: settings.touchNames), grab: settings.grabsTouch)
      if path != nil, let error = watcher.lastError { throw error }
      return watcher
    } catch {
      throw .failure(error.advised.message)
    }
  }
}

extension Failure where Kind == TouchFault {
  /// The error with the program's own advice, if the device is not a touchscreen.
  var advised: TouchError {
    kind == .refused || kind == .noTouchscreen ? suggesting("star-kiosk devices says why") : self
  }
}
