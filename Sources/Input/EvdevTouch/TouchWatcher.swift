import CEvdev
import Geometry
import Rating
import System
import Touch

/// A touchscreen that may come late, go, and come back: what an event loop holds.
///
/// ```
/// state      when                                   then
/// waiting    something changed in /dev/input        tries to open; open, or retrying
/// retrying   its time has come                      tries to open; open, or retrying, after five tries waiting
/// open       ENODEV or another read error           cancels contacts; tries to open as above
/// ```
///
/// Permissions are watched in all states but *open*. Waiting costs no wakeup. The retries (0.1, 0.2, 0.4, 0.8, 1.6 s) are for
/// what inotify does not show: udev makes its links in other folders after the node, and a program that lets go of a grab
/// changes nothing in the folder.
package final class TouchWatcher {
  package enum Choice: Sendable, Hashable {
    /// The first touchscreen; before all one whose name has one of these in it.
    case automatic(preferring: [String] = [])
    /// This one; a link of udev's is fine.
    case path(String)
  }

  /// What `update` changed.
  package enum Change: Sendable {
    case none
    /// A screen was opened: its axes may differ, so make the transform again.
    case opened
    /// The screen is gone, for the reason in `lastError`; its contacts were cancelled.
    case closed
    /// The screen was lost and another, or itself again, opened at once.
    case reopened
  }

  package let choice: Choice
  /// The screen while there is one.
  package private(set) var screen: TouchScreen?
  /// Why there is none, for the log and for `doctor`.
  package private(set) var lastError: TouchError?
  /// When to call `update` though no descriptor is readable: nanoseconds on the monotonic clock. Nil: not at all.
  package var retryAt: Int64? { retries.at }

  private let folder: String
  private let grab: Bool
  private var watch: FolderWatch
  private var nextID: Int32 = 1
  private var retries = Retries()

  /// Watches, and tries to open at once. Only a failing inotify is an error: no panel is none, and stands in `lastError`.
  package init(_ choice: Choice, grab: Bool = true, folder: String = TouchScreen.folder) throws(TouchError) {
    self.choice = choice
    self.grab = grab
    self.folder = folder
    watch = try FolderWatch(folder)
    tryAgain(now: MonotonicClock.now(), afresh: true)
  }

  /// For poll(2): readable when input devices changed.
  package var watchDescriptor: Int32 { watch.descriptor }
  /// For poll(2): readable when there are touches.
  package var touchDescriptor: Int32? { screen?.descriptor }

  /// Takes what is pending, opens or closes, and emits contacts: call it when a descriptor is readable, or `retryAt` has
  /// come. `now` is on the monotonic clock, in nanoseconds; `folderChanged` false saves a system call where poll(2) has
  /// said that `watchDescriptor` is not readable.
  @export(interface) package func update(now: Int64, folderChanged: Bool = true, _ emit: (TouchEvent<RawSpace>) -> Void)
    -> Change
  {
    let hadScreen = screen != nil
    var change = Change.none
    // Touches first: what a panel said before it went still counts.
    if let screen {
      do throws(TouchError) {
        try screen.drain(emit)
      } catch {
        lastError = error
        nextID = screen.nextID
        self.screen = nil
        change = .closed
      }
    }
    let changed = folderChanged && watch.takeChanges()
    if screen == nil && (changed || change == .closed || retries.areDue(now)) {
      let reason = lastError
      tryAgain(now: now, afresh: changed || change == .closed)
      if screen != nil {
        change = hadScreen ? .reopened : .opened
      } else if change == .closed {
        // Why it went says more than why it is not there.
        lastError = reason
      }
    }
    return change
  }

  private func openScreen() throws(TouchError) -> TouchScreen {
    switch choice {
    case .path(let path): return try TouchScreen(path: path, grab: grab, firstID: nextID)
    case .automatic(let names):
      return try TouchScreen.automatic(in: folder, preferring: names, grab: grab, firstID: nextID)
    }
  }

  private func tryAgain(now: Int64, afresh: Bool) {
    if afresh { retries.begin() }
    // Before the try: what is allowed right after it must be heard of.
    watch.tellOfPermissions(true)
    do throws(TouchError) {
      screen = try openScreen()
      watch.tellOfPermissions(false)
      lastError = nil
      retries.stop()
    } catch {
      lastError = error
      retries.wait(from: now)
    }
  }
}
