import Rating
import System
import Touch

/// All keypads that there are, up to four; they may come late, go, and come back.
///
/// ```
/// when                              then
/// something changed in /dev/input   tries to open what is not open; when one may not be opened yet, or another
///                                   program has it, tries again as `Retries` says
/// ENODEV or another read error      closes that one; tries to open as above
/// ```
///
/// A device that is no keypad is closed again at once. Permissions are watched only while a device may not be opened. Waiting
/// costs no wakeup.
package final class KeypadWatcher {
  /// How many may be open at once.
  package static var most: Int { 4 }

  /// What `update` changed.
  package enum Change: Sendable {
    /// It is the last of `keypads`, or was, where more came at once.
    case opened(path: String, name: String, isShared: Bool)
    /// It was unplugged, or cannot be read.
    case closed(TouchError)
    /// Another program has it, and keeps it.
    case refused(TouchError)
  }

  /// Those that are open.
  package private(set) var keypads: [Keypad] = []

  private let folder: String
  private let grab: Bool
  private var watch: FolderWatch
  private var retries = Retries()
  /// What is to be told at the next update.
  private var changes: [Change] = []

  /// Watches, and opens what is there; the first `update` tells of it. Only a failing inotify is an error.
  package init(grab: Bool = true, folder: String = TouchScreen.folder) throws(TouchError) {
    self.folder = folder
    self.grab = grab
    watch = try FolderWatch(folder)
    retries.begin()
    look(now: MonotonicClock.now())
  }

  /// For poll(2), beside the keypads' own: readable when input devices changed.
  package var watchDescriptor: Int32 { watch.descriptor }

  /// When to call `update` though no descriptor is readable: nanoseconds on the monotonic clock. Nil: not at all.
  package var retryAt: Int64? { retries.at }

  /// Takes what is pending, opens and closes, and emits presses: call it when a descriptor is readable, or `retryAt` has
  /// come. `now` is on the monotonic clock, in nanoseconds. `folderChanged` and `isReadable`, which is asked with a
  /// keypad's descriptor, save system calls where poll(2) has answered already.
  @export(interface) package func update(
    now: Int64, folderChanged: Bool = true, isReadable: (Int32) -> Bool = { _ in true }, _ emit: (Key) -> Void
  ) -> [Change] {
    var hasLost = false
    for i in keypads.indices.reversed() where isReadable(keypads[i].descriptor) {
      do throws(TouchError) {
        try keypads[i].drain(emit)
      } catch {
        changes.append(.closed(error))
        keypads.remove(at: i)
        hasLost = true
      }
    }
    let changed = folderChanged && watch.takeChanges()
    if changed || hasLost { retries.begin() }
    if changed || hasLost || retries.areDue(now) { look(now: now) }
    if changes.isEmpty { return [] }
    defer { changes = [] }
    return changes
  }

  private func look(now: Int64) {
    // A folder that is not there, or that may not be read, has no keypads yet.
    guard let numbers = try? TouchScreen.eventNumbers(folder) else { return retries.stop() }
    var held: TouchError?
    var isClosed = false
    for number in numbers where keypads.count < Self.most {
      let path = folder + "/event\(number)"
      if keypads.contains(where: { $0.path.utf8.elementsEqual(path.utf8) }) { continue }
      do throws(TouchError) {
        let keypad = try Keypad(path: path, grab: grab)
        keypads.append(keypad)
        changes.append(.opened(path: path, name: keypad.device.name, isShared: keypad.isShared))
      } catch {
        switch error.problem {
        case .grabbed: held = error
        // udev allows opening a while after the node is there.
        case .unopened: isClosed = true
        case .missing, .notInput, .refused, .noTouchscreen, .gone, .unreadable: break
        }
      }
    }
    // What is allowed between the try and this is found by the first of the retries.
    watch.tellOfPermissions(isClosed)
    if held == nil && !isClosed { return retries.stop() }
    retries.wait(from: now)
    if let held, retries.at == nil { changes.append(.refused(held)) }
  }
}
