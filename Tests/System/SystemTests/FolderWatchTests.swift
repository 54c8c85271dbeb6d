import Foundation
import Testing

@testable import System

@Suite struct FolderWatchTests {
  private func isChanged(_ watch: FolderWatch) -> Bool { watch.hasChanged(now: 0) }

  /// Reports entries that are added, removed or renamed, and permissions only if requested.
  @Test func reportsChangesOfAFolder() throws {
    let folder = try scratchFolder()
    defer { removeScratchFolder(folder) }
    let (inside, outside) = (folder + "/watched", folder + "/outside")
    try makeFolders(inside)
    let watch = FolderWatch()
    watch.watch(inside, permissions: true)
    #expect(watch.error == nil && watch.nextLook == nil && !isChanged(watch))
    try writeFile(outside, [1])
    #expect(!isChanged(watch))
    rename(outside, inside + "/moved")
    #expect(isChanged(watch) && !isChanged(watch))
    #expect(mkfifo(inside + "/made", 0o600) == 0)
    #expect(isChanged(watch))
    for isAwaited in [true, false, true] {
      watch.watch(inside, permissions: isAwaited)
      chmod(inside + "/made", isAwaited ? 0o660 : 0o600)
      #expect(isChanged(watch) == isAwaited)
    }
    #expect(!watch.hasChanged(now: 0, isReadable: false))
    unlink(inside + "/made")
    #expect(!watch.hasChanged(now: 0, isReadable: false))
    #expect(isChanged(watch))
  }

  /// A folder that is created later, or removed and created again, is found. The watch of its parent reports that.
  @Test func foldersMayBeMissing() throws {
    let folder = try scratchFolder()
    defer { removeScratchFolder(folder) }
    let (late, other) = (folder + "/late", folder + "/other")
    try makeFolders(other)
    let watch = FolderWatch()
    watch.watch(late, permissions: false)
    watch.watch(other, permissions: false)
    #expect(watch.error == nil)
    for _ in 0..<2 {
      try makeFolders(late)
      #expect(isChanged(watch))
      try writeFile(late + "/file", [1])
      #expect(isChanged(watch))
      try writeFile(other + "/file", [1])
      #expect(isChanged(watch))
      unlink(late + "/file")
      unlink(other + "/file")
      #expect(isChanged(watch))
      rmdir(late)
      #expect(isChanged(watch))
      // The event of the folder itself comes with the end of its inode, which another process that looks through the file system may delay.
      while isChanged(watch) {}
    }
  }

  /// What cannot be watched is looked at every 1.6 s, and found again once the kernel watches it.
  @Test func looksWithoutReports() throws {
    let folder = try scratchFolder()
    defer { removeScratchFolder(folder) }
    let place = folder + "/place"
    try writeFile(place, [1])
    let watch = FolderWatch()
    watch.watch(place, permissions: false)
    #expect(watch.error?.message == "cannot watch \(place): not a directory")
    let second: Int64 = 1_000_000_000
    var now = try #require(watch.nextLook)
    #expect(!watch.hasChanged(now: now - 1) && watch.hasChanged(now: now))
    #expect(watch.nextLook == now + 16 * second / 10)
    now += 100 * second
    #expect(watch.hasChanged(now: now) && !watch.hasChanged(now: now + second))
    unlink(place)
    try makeFolders(place)
    now += 2 * second
    #expect(watch.hasChanged(now: now))
    #expect(watch.error == nil && watch.nextLook == nil)
    try writeFile(place + "/file", [1])
    #expect(watch.hasChanged(now: now))
  }
}
