import Basics
import EvdevTouch
import Settings
import StarSlider
import System
import Touch

/// A source of keys: keypads, or none.
protocol KeyInput: InputSource {
  /// Reads the devices that `poller` found readable, and passes on the pressed keys with the kernel's time, in nanoseconds of the monotonic
  /// clock. Handling a key allocates no memory.
  ///
  /// - Returns: Whether any key was pressed or released, or a keyboard was connected or disconnected.
  func drain(until now: Int64, woken poller: Poller, _ emit: (KeypadKey, Int64) -> Void) -> Bool

  /// Whether headphones are plugged in, as of the last `drain`.
  var hasHeadphones: Bool { get }
}

extension KeyInput {
  var hasHeadphones: Bool { false }
}

/// No key input.
final class NoKeys: KeyInput {
  func drain(until now: Int64, woken poller: Poller, _ emit: (KeypadKey, Int64) -> Void) -> Bool { false }
}

/// Keypads and keyboards with arrow keys, whether connected now or later.
final class LiveKeys: KeyInput {
  private let watcher: KeypadWatcher

  init(_ settings: Settings) {
    let grab: KeypadWatcher.Grab =
      switch settings.touch.grab {
      case .no: .none
      case .yes: .keypads
      case .all: .everyKey
      }
    watcher = KeypadWatcher(
      grab: grab, limit: settings.touch.acceptsKeys ? KeypadWatcher.maximumCount : 0,
      filter: KeyFilter(
        repeats: settings.touch.repeatsKeys, delay: settings.touch.keyDelay,
        speechKey: settings.speaks ? settings.voice.speechKey : nil))
    if let error = watcher.watchError {
      Standard.error("keypads are looked for every 1.6 s: " + error.message, .warning)
    }
    // Keys that were pressed before the first frame are dropped.
    report(watcher.update(now: MonotonicClock.now()) { _, _ in })
  }

  func watch(with poller: Poller) {
    poller.add(watcher.watchDescriptor)
    for keypad in watcher.keypads { poller.add(keypad.descriptor) }
  }

  var deadline: Int64? { watcher.retryAt }

  private(set) var hasUnreadInput = false

  var hasHeadphones: Bool { watcher.hasHeadphones }

  func drain(until now: Int64, woken poller: Poller, _ emit: (KeypadKey, Int64) -> Void) -> Bool {
    func isReadable(_ descriptor: Int32) -> Bool { !poller.readiness(of: descriptor).isEmpty }
    hasUnreadInput = false
    let folderChanged = isReadable(watcher.watchDescriptor)
    if !folderChanged && (watcher.retryAt ?? .max) > now
      && !watcher.keypads.contains(where: { isReadable($0.descriptor) })
    {
      return false
    }
    // The loop is repeated below instead of collecting keypads in an array, because a wakeup must not allocate memory.
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
    return true
  }

  private func report(_ changes: [KeypadWatcher.Change]) {
    for change in changes {
      switch change {
      case .opened(let path, let name, let isShared):
        Standard.error("keypad connected: " + path + ", \"" + name + "\"" + (isShared ? ", shared" : ""), .info)
      case .openedForSpeech(let path, let name):
        Standard.error("headphones or keys for speech connected: " + path + ", \"" + name + "\"", .info)
      case .sealed(let path, let name):
        Standard.error("keyboard grabbed from all programs: " + path + ", \"" + name + "\"", .info)
      case .closed(let error): Standard.error("keypad disconnected: " + error.message, .warning)
      case .refused(let error): Standard.error("keypad ignored: " + error.message, .warning)
      }
    }
  }
}
