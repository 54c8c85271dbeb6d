import Foundation
import System
import Testing

@testable import Kiosk

/// The files that are kept: at most 16, for a month.
@Suite struct BlackBoxStoreTests {
  private let day: Int64 = 86_400_000
  private let now: Int64 = 1_800_000_000_000

  private func withStore(_ use: (BlackBoxStore) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try use(BlackBoxStore(in: folder.path))
  }

  private func box(written: Int64, isSynchronised: Bool = true) -> BlackBoxFile {
    var box = BlackBoxFile([], .crash, isFull: false)
    (box.written, box.isSynchronised) = (written, isSynchronised)
    return box
  }

  @Test func filesAreErasedAfterAMonth() throws {
    try withStore { store in
      _ = try store.keep(box(written: now - 32 * day))
      _ = try store.keep(box(written: now - 30 * day))
      #expect(store.names == ["1-crash.blackbox", "2-crash.blackbox"])
      let mode = try FileManager.default.attributesOfItem(atPath: store.folder.path)[.posixPermissions] as? Int
      #expect(mode == 0o700)
      store.eraseOld(now: now, isSynchronised: false)
      #expect(store.names.count == 2)
      store.eraseOld(now: now, isSynchronised: true)
      #expect(store.names == ["2-crash.blackbox"])
      store.eraseOld(now: now + 2 * day, isSynchronised: true)
      #expect(store.names.isEmpty)
    }
  }

  /// The month of a file from a time without a clock begins when there is one: the clock of its time says nothing.
  @Test(arguments: [0, 1_900_000_000_000 as Int64]) func fileWithoutADateStaysAMonth(written: Int64) throws {
    try withStore { store in
      _ = try store.keep(box(written: written, isSynchronised: false))
      store.eraseOld(now: now, isSynchronised: true)
      store.eraseOld(now: now + 31 * day, isSynchronised: true)
      #expect(store.names.count == 1)
      store.eraseOld(now: now + 31 * day + 1, isSynchronised: true)
      #expect(store.names.isEmpty)
    }
  }

  /// What cannot be read as a black box stays for a month after its last change.
  @Test func damagedFileIsErasedLater() throws {
    try withStore { store in
      _ = try store.keep(box(written: now))
      try store.folder.write("1-crash.blackbox", [1, 2, 3])
      let today = WallClock.now()
      store.eraseOld(now: today, isSynchronised: true)
      #expect(store.names.count == 1)
      store.eraseOld(now: today + 32 * day, isSynchronised: true)
      #expect(store.names.isEmpty)
    }
  }

  @Test func onlyTheLatestAreKept() throws {
    try withStore { store in
      for _ in 0..<20 { _ = try store.keep(box(written: now)) }
      #expect(store.names.count == BlackBoxStore.mostFiles)
      #expect(store.names.first == "5-crash.blackbox" && store.names.last == "20-crash.blackbox")
      try store.folder.write("notes.txt", [1])
      #expect(store.names.count == BlackBoxStore.mostFiles)
    }
  }
}
