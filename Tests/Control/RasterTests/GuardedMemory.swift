import Foundation

/// Memory that notices what is written before its first and behind its last byte. What is read or written further than 16 bytes
/// behind it, even if nothing changes, ends the program.
final class GuardedMemory {
  /// What fills it, and what is around it.
  static let filling: UInt8 = 0xa5

  /// Aligned to 16.
  let start: UnsafeMutableRawPointer
  private let all: UnsafeMutableRawBufferPointer
  private let before: Int
  private let count: Int

  init(_ count: Int) {
    let page = sysconf(Int32(_SC_PAGESIZE))
    // One page before, then the pages with the memory at their end, then one page that traps on access.
    let length = page + (count + page - 1) / page * page
    let map = mmap(nil, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    precondition(map != MAP_FAILED && mprotect(map + length, page, PROT_NONE) == 0, "no memory")
    all = UnsafeMutableRawBufferPointer(start: map, count: length)
    all.initializeMemory(as: UInt8.self, repeating: Self.filling)
    before = (length - count) / 16 * 16
    start = map + before
    self.count = count
  }

  deinit { munmap(all.baseAddress!, all.count + sysconf(Int32(_SC_PAGESIZE))) }

  var bytes: Slice<UnsafeMutableRawBufferPointer> { all[before..<before + count] }

  /// Whether nothing was written around it.
  var isGuarded: Bool { isFilling(0..<before) && isFilling(before + count..<all.count) }

  private func isFilling(_ range: Range<Int>) -> Bool { all[range].allSatisfy { $0 == Self.filling } }
}
