import Basics
import System
import Touch

/// The keypads of the machine, up to four, and as many devices that only concern speech. They may be connected and disconnected at any time.
///
/// ```
/// event                             action
/// a change in /dev/input            opens the keypads that are not open; if a device cannot be opened yet, or is grabbed
///                                   by another program, tries again as `Retries` says
/// ENODEV or another read error      closes that keypad; opens keypads as above
/// a change in /dev/snd              looks for sound cards on USB, if speech has a key
/// ```
///
/// A device that is not a keypad is closed again at once; if every key is to be grabbed, it is sealed instead. Permissions are watched only
/// while a device cannot be opened. While idle, it never wakes the CPU, unless the kernel refuses to watch.
package final class KeypadWatcher {
  package static var maximumCount: Int { 4 }

  /// A change that `update` made.
  package enum Change: Sendable {
    case opened(path: String, name: String, isShared: Bool)
    /// A device with a headphone switch or keys for speech was opened.
    case openedForSpeech(path: String, name: String)
    /// A keyboard that is not used as a keypad was grabbed.
    case sealed(path: String, name: String)
    /// The keypad was disconnected, or cannot be read.
    case closed(TouchError)
    /// Another program has grabbed the keypad.
    case refused(TouchError)
  }

  /// Which keys are kept from other programs.
  package enum Grab: Sendable {
    case none
    case keypads
    /// The keys of every device, used or not.
    case everyKey
  }

  /// The open devices.
  package private(set) var keypads: [Keypad] = []
  private var sealed: [SealedKeyboard] = []

  private let folder: String
  private let grab: Grab
  private let filter: KeyFilter
  /// The maximum number of keypads to use.
  private let limit: Int
  /// `nil` without speech.
  private var cards: PluggedCards?
  private let watch = FolderWatch()
  private var retries = Retries()
  /// The changes that the next `update` returns.
  private var changes: [Change] = []

  /// Watches the folder and opens its keypads; the first `update` returns them.
  @export(interface) package init(
    grab: Grab = .keypads, limit: Int = KeypadWatcher.maximumCount, filter: KeyFilter = KeyFilter(),
    folder: String = TouchScreen.folder, cards: @autoclosure () -> PluggedCards = PluggedCards()
  ) {
    self.folder = folder
    self.grab = grab
    self.limit = limit
    self.filter = filter
    if filter.speechKey != nil {
      let cards = cards()
      self.cards = cards
      watch.watch(cards.devices, permissions: false)
    }
    retries.begin()
    openKeypads(now: MonotonicClock.now())
  }

  /// Why the kernel does not report new devices; `retryAt` then tells when to look for them.
  package var watchError: SystemError? { watch.error }

  /// A descriptor for poll(2) in addition to those of the keypads; readable when input devices changed.
  package var watchDescriptor: Int32 { watch.descriptor }

  /// When to call `update` even if no descriptor is readable, in nanoseconds of the monotonic clock; `nil` for never.
  package var retryAt: Int64? {
    guard let look = watch.nextLook else { return retries.at }
    return min(look, retries.at ?? .max)
  }

  /// Whether headphones are plugged into any device, or have a sound card on USB.
  package var hasHeadphones: Bool { keypads.contains { $0.hasHeadphones } || cards?.hasVisitors == true }

  /// Reads all pending records and changes, and emits presses with the kernel's time, in nanoseconds of the monotonic clock. Call it
  /// when a descriptor is readable, or at `retryAt`.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds of the monotonic clock.
  ///   - folderChanged: Whether poll(2) reported `watchDescriptor`; false saves a system call.
  ///   - isReadable: Whether poll(2) reported a keypad's descriptor; false saves a system call.
  @export(interface) package func update(
    now: Int64, folderChanged: Bool = true, isReadable: (Int32) -> Bool = { _ in true },
    _ emit: (KeypadKey, Int64) -> Void
  ) -> [Change] {
    var isNew = watch.hasChanged(now: now, isReadable: folderChanged)
    for i in keypads.indices.reversed() where isReadable(keypads[i].descriptor) {
      do throws(TouchError) {
        try keypads[i].drain(emit)
      } catch {
        changes.append(.closed(error))
        keypads.remove(at: i)
        isNew = true
      }
    }
    // A look without a report is repeated soon enough.
    if isNew && watch.error == nil { retries.begin() }
    if isNew { cards?.look(now: now) }
    if isNew || retries.areDue(now) { openKeypads(now: now) }
    if changes.isEmpty { return [] }
    defer { changes = [] }
    return changes
  }

  private func openKeypads(now: Int64) {
    // Another keyboard may have the node of one that is gone.
    sealed.removeAll { $0.isGone }
    // A folder that does not exist or cannot be read contains no keypads yet.
    guard let paths = try? TouchScreen.devicePaths(in: folder) else { return retries.stop() }
    var grabbed: TouchError?
    var isClosed = false
    for path in paths where hasRoom || canHear || grab == .everyKey {
      if keypads.contains(where: { $0.path.utf8.elementsEqual(path.utf8) })
        || sealed.contains(where: { $0.path.utf8.elementsEqual(path.utf8) })
      {
        continue
      }
      do throws(TouchError) {
        if try openKeypad(path) { continue }
        if grab == .everyKey, let keyboard = try SealedKeyboard(path: path) {
          sealed.append(keyboard)
          changes.append(.sealed(path: path, name: keyboard.name))
        }
      } catch {
        // udev sets the permissions shortly after the node exists.
        if error.kind == .unopened { isClosed = true }
        if error.kind == .grabbed { grabbed = error }
      }
    }
    // A permission that is granted before this call is noticed by the first retry.
    watch.watch(folder, permissions: isClosed)
    if grabbed == nil && !isClosed { return retries.stop() }
    let isLast = retries.wait(from: now)
    if let grabbed, isLast { changes.append(.refused(grabbed)) }
  }

  /// Whether one more keypad may be used.
  private var hasRoom: Bool { keypads.count { $0.isKeypad } < limit }

  /// Whether one more device that only concerns speech may be used.
  private var canHear: Bool { filter.speechKey != nil && keypads.count { !$0.isKeypad } < Self.maximumCount }

  /// Opens the device if it can be used and the limit is not reached. Returns whether it did.
  private func openKeypad(_ path: String) throws(TouchError) -> Bool {
    if !hasRoom && !canHear { return false }
    guard let keypad = try Keypad(path: path, grab: grab, filter, acceptsKeypads: hasRoom) else { return false }
    if !keypad.isKeypad && !canHear { return false }
    keypads.append(keypad)
    let name = keypad.device.name
    changes.append(
      keypad.isKeypad
        ? .opened(path: path, name: name, isShared: keypad.isShared) : .openedForSpeech(path: path, name: name))
    return true
  }
}
