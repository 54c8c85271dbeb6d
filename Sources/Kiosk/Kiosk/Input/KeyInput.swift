import Basics
import EvdevTouch
import Rating
import System
import Touch

/// Where keys come from: keypads, or nowhere.
protocol KeyInput: AnyObject {
  /// Adds what has to be watched while the program sleeps.
  func watch(with poller: Poller)

  /// When `drain` must run though nothing is readable, nanoseconds of the terminal's clock; `nil` is never.
  var deadline: Int64? { get }

  /// Takes what has come, as `poller` has found, and hands on what was pressed. Nothing is allocated for a key.
  func drain(until now: Int64, woken poller: Poller, _ emit: (Key) -> Void)

  /// What the last `drain` was asked for and did, for the watchdog.
  var lastRound: Watchdog.Round { get }
}

extension KeyInput {
  var lastRound: Watchdog.Round { .idle }
}

/// No keys at all.
final class NoKeys: KeyInput {
  func watch(with poller: Poller) {}
  var deadline: Int64? { nil }
  func drain(until now: Int64, woken poller: Poller, _ emit: (Key) -> Void) {}
}

/// Keypads and keyboards with arrows, that are there or come later.
final class LiveKeys: KeyInput {
  private let watcher: KeypadWatcher

  /// `grab` keeps a keypad's keys from other programs; those of a keyboard with letters are shared.
  init(grab: Bool) throws(KioskError) {
    do throws(TouchError) {
      watcher = try KeypadWatcher(grab: grab)
    } catch {
      throw .failure(error.message)
    }
    // What was pressed before the first picture was meant for no screen.
    tell(watcher.update(now: MonotonicClock.now()) { _ in })
  }

  func watch(with poller: Poller) {
    poller.add(watcher.watchDescriptor)
    for keypad in watcher.keypads { poller.add(keypad.descriptor) }
  }

  var deadline: Int64? { watcher.retryAt }

  private(set) var lastRound = Watchdog.Round.idle

  func drain(until now: Int64, woken poller: Poller, _ emit: (Key) -> Void) {
    func isReadable(_ descriptor: Int32) -> Bool { !poller.readiness(of: descriptor).isEmpty }
    lastRound = .idle
    let folderChanged = isReadable(watcher.watchDescriptor)
    // A wake-up for a finger is none of the keypads'.
    if !folderChanged && (watcher.retryAt ?? .max) > now
      && !watcher.keypads.contains(where: { isReadable($0.descriptor) })
    {
      return
    }
    // Nothing is kept for later: a wake-up must not allocate.
    var (woken, before) = (0, Int64(0))
    for keypad in watcher.keypads where isReadable(keypad.descriptor) {
      woken += 1
      before += keypad.recordsRead
    }
    let count = watcher.keypads.count
    let changes = watcher.update(
      now: now, folderChanged: folderChanged, isReadable: isReadable, emit)
    if woken > 0 && watcher.keypads.count == count {
      var after: Int64 = 0
      for keypad in watcher.keypads where isReadable(keypad.descriptor) { after += keypad.recordsRead }
      lastRound = Watchdog.Round(owes: after == before, gotOn: after != before)
    }
    tell(changes)
  }

  private func tell(_ changes: [KeypadWatcher.Change]) {
    for change in changes {
      switch change {
      case .opened(let path, let name, let isShared):
        Standard.error("keys from " + path + ", \"" + name + "\"" + (isShared ? ", shared" : ""), .info)
      case .closed(let error): Standard.error("a keypad less: " + error.message, .warning)
      case .refused(let error): Standard.error("going on without a keypad: " + error.message, .warning)
      }
    }
  }
}
