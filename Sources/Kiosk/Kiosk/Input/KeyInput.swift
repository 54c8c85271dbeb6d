import Basics
import EvdevTouch
import Rating
import System
import Touch

/// A source of keys: keypads, or none.
protocol KeyInput: InputSource {
  /// Reads what `poller` has found readable, and passes on the pressed keys. Allocates nothing for a key.
  func drain(until now: Int64, woken poller: Poller, _ emit: (Key) -> Void)
}

/// No key input.
final class NoKeys: KeyInput {
  func drain(until now: Int64, woken poller: Poller, _ emit: (Key) -> Void) {}
}

/// Keypads and keyboards with arrow keys, connected now or later.
final class LiveKeys: KeyInput {
  private let watcher: KeypadWatcher

  /// - Parameter grab: Whether to keep a keypad's keys from other programs. A keyboard with letters is always shared.
  init(grab: Bool) throws(KioskError) {
    do throws(TouchError) { watcher = try KeypadWatcher(grab: grab) } catch { throw KioskError(error) }
    // Keys that were pressed before the first frame are dropped.
    report(watcher.update(now: MonotonicClock.now()) { _ in })
  }

  func watch(with poller: Poller) {
    poller.add(watcher.watchDescriptor)
    for keypad in watcher.keypads { poller.add(keypad.descriptor) }
  }

  var deadline: Int64? { watcher.retryAt }

  private(set) var hasUnreadInput = false

  func drain(until now: Int64, woken poller: Poller, _ emit: (Key) -> Void) {
    func isReadable(_ descriptor: Int32) -> Bool { !poller.readiness(of: descriptor).isEmpty }
    hasUnreadInput = false
    let folderChanged = isReadable(watcher.watchDescriptor)
    if !folderChanged && (watcher.retryAt ?? .max) > now
      && !watcher.keypads.contains(where: { isReadable($0.descriptor) })
    {
      return
    }
    // Counted twice rather than kept in an array: a wake-up must not allocate.
    var (woken, before) = (0, Int64(0))
    for keypad in watcher.keypads where isReadable(keypad.descriptor) {
      woken += 1
      before += keypad.recordsRead
    }
    let count = watcher.keypads.count
    let changes = watcher.update(now: now, folderChanged: folderChanged, isReadable: isReadable, emit)
    if woken > 0 && watcher.keypads.count == count {
      var after: Int64 = 0
      for keypad in watcher.keypads where isReadable(keypad.descriptor) { after += keypad.recordsRead }
      hasUnreadInput = after == before
    }
    report(changes)
  }

  private func report(_ changes: [KeypadWatcher.Change]) {
    for change in changes {
      switch change {
      case .opened(let path, let name, let isShared):
        Standard.error("keypad connected: " + path + ", \"" + name + "\"" + (isShared ? ", shared" : ""), .info)
      case .closed(let error): Standard.error("keypad disconnected: " + error.message, .warning)
      case .refused(let error): Standard.error("keypad ignored: " + error.message, .warning)
      }
    }
  }
}
