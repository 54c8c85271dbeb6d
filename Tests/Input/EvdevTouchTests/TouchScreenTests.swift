import Foundation
import System
import Testing
import Touch

@testable import EvdevTouch

/// Tests without an input device. The others run on a real kernel in a virtual machine.
@Suite struct TouchScreenTests {
  /// A folder that is removed with the object.
  final class Folder {
    let path = NSTemporaryDirectory() + "touch-" + UUID().uuidString
    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func put(_ name: String) { _ = FileManager.default.createFile(atPath: path + "/" + name, contents: Data("x".utf8)) }
  }

  func error(opening path: String) -> TouchError? {
    do throws(TouchError) {
      _ = try TouchScreen(path: path)
      return nil
    } catch { return error }
  }

  @Test func otherFilesAreRejected() {
    #expect(
      error(opening: "/dev/null")?.message
        == "cannot open /dev/null: not an input device; give one of /dev/input/event*")
    #expect(error(opening: "/etc/passwd")?.kind == .notInput)
    #expect(error(opening: "/etc/passwd/x")?.kind == .notInput)
    #expect(error(opening: "/tmp")?.kind == .notInput)
    #expect(
      error(opening: "/dev/input/event999")?.message
        == "cannot open /dev/input/event999: no such file or directory; plug the panel in, or give another path")
    #expect(error(opening: "/dev/input/event999")?.recovery == .retry)
  }

  @Test func numbers() {
    #expect(trailingNumber(of: "event0", after: "event") == 0 && trailingNumber(of: "event12", after: "event") == 12)
    for name in ["event", "event-1", "event1x", "mouse0", "js0", "event1234567", ""] {
      #expect(trailingNumber(of: name, after: "event") == nil)
    }
  }

  @Test func candidatesByNumber() throws {
    let folder = Folder()
    for name in ["event10", "event2", "mice", "by-path"] { folder.put(name) }
    let all = try TouchScreen.candidates(in: folder.path)
    #expect(all.map(\.path) == ["event2", "event10"].map { folder.path + "/" + $0 })
    guard case .unopened(let error) = all[0].finding else {
      Issue.record("a plain file was accepted")
      return
    }
    #expect(error.kind == .notInput)
    #expect(try TouchScreen.candidates(in: folder.path + "/none").isEmpty)
  }

  /// All combinations of three devices: a preferred name comes first, then INPUT_PROP_DIRECT, then the lowest number.
  @Test func bestCandidateIsChosen() {
    let kinds: [(name: String, finding: TouchCandidate.Finding)] = [
      ("Panel FT5406", .accepted(.typeB, isDirect: true)), ("Panel FT5406", .accepted(.typeB, isDirect: false)),
      ("ILITEK", .accepted(.single, isDirect: true)), ("ILITEK", .accepted(.single, isDirect: false)),
      ("FT5406 Keyboard", .refused(reason: "a keyboard")),
    ]
    for i in 0..<kinds.count * kinds.count * kinds.count {
      let all = [i % 5, i / 5 % 5, i / 25].enumerated().map { number, kind in
        TouchCandidate(
          path: "event\(number)", name: kinds[kind].name, finding: kinds[kind].finding, keypad: .refused)
      }
      func first(_ isWanted: (TouchCandidate, Bool) -> Bool) -> String? {
        all.first { if case .accepted(_, let isDirect) = $0.finding { isWanted($0, isDirect) } else { false } }?.path
      }
      let (direct, any) = (first { $1 }, first { _, _ in true })
      #expect(TouchScreen.best(of: all, preferring: [])?.path == direct ?? any)
      let named = first { $0.name.contains("FT5406") && $1 } ?? first { one, _ in one.name.contains("FT5406") }
      #expect(TouchScreen.best(of: all, preferring: ["unknown", "FT5406"])?.path == named ?? direct ?? any)
    }
  }

  @Test func noTouchscreen() {
    let folder = Folder()
    do throws(TouchError) {
      _ = try TouchScreen.automatic(in: folder.path)
      Issue.record("found one")
    } catch {
      #expect(
        error.message == "cannot find a touchscreen in \(folder.path): there are no input devices")
    }
  }

  @Test func watcherRetriesWithoutPanel() throws {
    let folder = Folder()
    let watcher = TouchWatcher(.automatic(), folder: folder.path)
    #expect(watcher.screen == nil && watcher.lastError?.kind == .noTouchscreen)
    // Five tries, each twice as late, then none: no wakeup while nothing changes.
    var now = MonotonicClock.now()
    var waits: [Int64] = []
    while let at = watcher.retryAt {
      if !waits.isEmpty { waits.append((at - now) / 100_000_000) } else { waits.append(1) }
      now = at
      _ = watcher.update(now: now) { _ in }
    }
    #expect(waits == [1, 2, 4, 8, 16])
    // A change starts it anew.
    folder.put("event5")
    _ = watcher.update(now: now) { _ in }
    #expect(watcher.lastError?.kind == .notInput && watcher.retryAt == now + 100_000_000)
  }

  @Test func retriesAreFiveAndBeginAnew() {
    var retries = Retries()
    retries.wait(from: 7)
    #expect(retries.at == nil && !retries.areDue(.max))
    for _ in 0..<2 {
      retries.begin()
      for wait in [1, 2, 4, 8, 16] as [Int64] {
        retries.wait(from: 7)
        #expect(retries.at == 7 + wait * 100_000_000)
        #expect(retries.areDue(7 + wait * 100_000_000) && !retries.areDue(6 + wait * 100_000_000))
      }
    }
    retries.wait(from: 7)
    #expect(retries.at == nil)
    retries.begin()
    retries.wait(from: 7)
    retries.stop()
    #expect(retries.at == nil)
    retries.wait(from: 7)
    #expect(retries.at == nil)
  }

  /// A file that is not an input device is not retried. A new folder is found.
  @Test func keypadWatcherStartsWithoutKeypad() throws {
    let folder = Folder()
    let watcher = KeypadWatcher(folder: folder.path + "/input")
    #expect(watcher.keypads.isEmpty && watcher.retryAt == nil)
    try FileManager.default.createDirectory(atPath: folder.path + "/input", withIntermediateDirectories: false)
    #expect(watcher.update(now: 0) { _, _ in }.isEmpty)
    folder.put("input/event0")
    var polled = pollfd(fd: watcher.watchDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 0) == 1)
    #expect(watcher.update(now: 0) { _, _ in }.isEmpty)
    #expect(watcher.keypads.isEmpty && watcher.retryAt == nil)
    #expect(poll(&polled, 1, 0) == 0)
  }

  @Test func watcherFindsNewFolder() throws {
    let folder = Folder()
    let watcher = TouchWatcher(.automatic(), folder: folder.path + "/input")
    var now = MonotonicClock.now()
    while let at = watcher.retryAt {
      now = at
      _ = watcher.update(now: now) { _ in }
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/input", withIntermediateDirectories: false)
    _ = watcher.update(now: now) { _ in }
    #expect(watcher.retryAt != nil)
    folder.put("input/event0")
    _ = watcher.update(now: now) { _ in }
    #expect(watcher.lastError?.kind == .notInput)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) == 1
  }

  /// Without a touchscreen, permissions are watched. Keypads are all open, so their watcher does not.
  @Test func onlyTouchWatcherWatchesPermissions() throws {
    let folder = Folder()
    folder.put("event0")
    let panel = TouchWatcher(.automatic(), folder: folder.path)
    let keypads = KeypadWatcher(folder: folder.path)
    #expect(panel.screen == nil && panel.lastError?.kind == .notInput)
    #expect(!isReadable(panel.watchDescriptor) && !isReadable(keypads.watchDescriptor))
    #expect(chmod(folder.path + "/event0", 0o640) == 0)
    #expect(isReadable(panel.watchDescriptor) && !isReadable(keypads.watchDescriptor))
  }
}
