import Basics
import CEvdev
import StarSlider
import System
import Touch

/// A touchscreen that may be connected and disconnected at any time.
///
/// ```
/// state      event                                  action
/// waiting    a change in /dev/input                 tries to open; open, or retrying
/// retrying   its time has come                      tries to open; open, or retrying, after five tries waiting
/// open       ENODEV or another read error           cancels contacts; tries to open as above
/// ```
///
/// Permissions are watched in all states except *open*. While waiting, it never wakes the CPU, unless the kernel refuses to watch. The
/// retries (0.1, 0.2, 0.4, 0.8, 1.6 s) are for changes that inotify does not report: udev creates its links in other folders after the
/// node, and the end of a grab changes nothing in the folder.
package final class TouchWatcher {
  /// Which touchscreen to open.
  package enum Choice: Sendable, Hashable {
    /// The first touchscreen, preferably one whose name contains one of these texts.
    case automatic(preferring: [String] = [])
    /// The device at a path, which may be one of udev's links.
    case path(String)
  }

  /// A change that `update` made.
  package enum Change: Sendable {
    case none
    /// A screen was opened. Its axes may differ, so the caller must make a new transform.
    case opened
    /// The screen is gone; `lastError` has the reason, and its contacts were cancelled.
    case closed
    /// The screen was closed, and another was opened at once.
    case reopened
  }

  package let choice: Choice
  package private(set) var screen: TouchScreen?
  /// Why there is no screen.
  package private(set) var lastError: TouchError?
  /// When to call `update` even if no descriptor is readable, in nanoseconds of the monotonic clock; `nil` for never.
  package var deadline: Int64? {
    if let screen { return screen.deadline }
    guard let look = watch.nextLook else { return retries.at }
    return min(look, retries.at ?? .max)
  }

  /// When to try to open a screen again.
  var retryAt: Int64? { retries.at }

  private let folder: String
  private let grab: Bool
  private let quirks: AxisQuirks
  private let watch = FolderWatch()
  private var nextContact: Int32 = 1
  private var retries = Retries()

  /// Watches the folder and tries to open a touchscreen. Without one, `lastError` is set.
  ///
  /// - Parameter quirks: The ranges of devices that announce none.
  package init(
    _ choice: Choice, grab: Bool = true, folder: String = TouchScreen.folder, quirks: AxisQuirks = AxisQuirks()
  ) {
    self.choice = choice
    self.grab = grab
    self.folder = folder
    self.quirks = quirks
    retries.begin()
    tryToOpen(now: MonotonicClock.now())
  }

  /// Why the kernel does not report new devices; `deadline` then tells when to look for them.
  package var watchError: SystemError? { watch.error }
  /// A descriptor for poll(2); readable when input devices changed.
  package var watchDescriptor: Int32 { watch.descriptor }
  /// A descriptor for poll(2); readable when there are touches.
  package var touchDescriptor: Int32? { screen?.descriptor }
  /// The number of records read from the open device; `nil` without one.
  package var recordsRead: Int64? { screen?.recordsRead }

  /// Reads all pending records and changes, and emits touch events. Call it when a descriptor is readable, or at `deadline`.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds of the monotonic clock.
  ///   - folderChanged: Whether poll(2) reported `watchDescriptor`; false saves a system call.
  @export(interface)
  package func update(now: Int64, folderChanged: Bool = true, _ emit: (TouchEvent<RawSpace>) -> Void) -> Change {
    let hadScreen = screen != nil
    var change = Change.none
    // Touches before a disconnection count, so they are read first. The screen is moved out of the property meanwhile, because a second
    // reference would cost 50 instructions of reference counting.
    if let taken = screen.take() {
      do throws(TouchError) {
        try taken.drain(emit)
        if taken.deadline != nil { taken.releaseDue(now, emit) }
        screen = taken
      } catch {
        lastError = error
        nextContact = taken.nextContact
        change = .closed
      }
    }
    let isChanged = watch.hasChanged(now: now, isReadable: folderChanged)
    let isNew = isChanged || change == .closed
    if screen == nil && (isNew || retries.areDue(now)) {
      let reason = lastError
      // A look without a report is repeated soon enough.
      if isNew && watch.error == nil { retries.begin() }
      tryToOpen(now: now)
      if screen != nil {
        change = hadScreen ? .reopened : .opened
      } else if change == .closed {
        // The reason for closing is more useful than the reason why it cannot be opened again.
        lastError = reason
      }
    }
    return change
  }

  private func openScreen() throws(TouchError) -> TouchScreen {
    switch choice {
    case .path(let path):
      return try TouchScreen(
        path: path, grab: grab, firstContact: nextContact, debounces: true, quirks: quirks)
    case .automatic(let names):
      return try TouchScreen.automatic(
        in: folder, preferring: names, grab: grab, firstContact: nextContact, debounces: true, quirks: quirks)
    }
  }

  private func tryToOpen(now: Int64) {
    // Set before the attempt, so that a permission granted right after it is noticed.
    watch.watch(folder, permissions: true)
    do throws(TouchError) {
      screen = try openScreen()
      watch.watch(folder, permissions: false)
      lastError = nil
      retries.stop()
    } catch {
      lastError = error
      retries.wait(from: now)
    }
  }
}
