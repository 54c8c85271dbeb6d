import CDRM
import System

/// Where the kernel's flip events arrive. Every flip has a cell of its own for a while, so that an event which comes after
/// its flip was given up cannot pass for the next one's.
final class FlipInbox {
  private static var count: Int { 16 }
  private let cells = UnsafeMutablePointer<Bool>.allocate(capacity: count)
  private var latest = 0
  private var context = drmEventContext()

  init() {
    cells.initialize(repeating: false, count: Self.count)
    context.version = 2
    // The cookie is the flip's cell; the handler knows nothing else.
    context.page_flip_handler = { _, _, _, _, cookie in
      cookie?.assumingMemoryBound(to: Bool.self).pointee = true
    }
  }

  deinit { cells.deallocate() }

  /// The cookie for the next flip: the same one until the kernel took a flip with it. A kernel that stays busy refuses dozens,
  /// and would soon be back at the cell of the flip that keeps it busy.
  var nextCookie: UnsafeMutableRawPointer { UnsafeMutableRawPointer(cells + next) }

  /// The kernel took a flip with the next cookie.
  func accept() {
    latest = next
    cells[latest] = false
  }

  private var next: Int { (latest + 1) % Self.count }

  /// Whether the event of the flip that the kernel took last has come.
  var hasArrived: Bool { cells[latest] }

  /// Reads what events there are. Never waits: the card is open with O_NONBLOCK, and no event is no error.
  func read(_ card: Card) { drmHandleEvent(card.file.raw, &context) }
}
