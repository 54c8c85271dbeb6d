import CDRM
import System

/// The page flip events of a card. Successive flips use different slots, so that the late event of an abandoned flip is not
/// mistaken for the next one's.
///
/// Safety: the slots exist as long as the display, which reads all events itself; libdrm passes each cookie back unchanged.
@safe final class FlipEvents {
  private static var count: Int { 16 }
  /// Whether the event of each slot's flip has arrived. Their addresses are the flips' cookies.
  private let slots = UnsafeMutablePointer<Bool>.allocate(capacity: count)
  private var latest = 0
  private var context = drmEventContext()

  init() {
    unsafe slots.initialize(repeating: false, count: Self.count)
    context.version = 2
    unsafe context.page_flip_handler = { _, _, _, _, cookie in
      unsafe cookie?.assumingMemoryBound(to: Bool.self).pointee = true
    }
  }

  deinit { unsafe slots.deallocate() }

  /// The cookie for the next flip. It changes only when the kernel accepts a flip: a busy kernel may reject dozens, and the
  /// slots must not wrap around to the flip that keeps it busy.
  var nextCookie: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(slots + next) }

  /// The kernel accepted a flip with `nextCookie`.
  func flipAccepted() {
    latest = next
    unsafe slots[latest] = false
  }

  private var next: Int { (latest + 1) % Self.count }

  /// Whether the event of the flip accepted last has arrived.
  var hasArrived: Bool { unsafe slots[latest] }

  /// Reads all events. Never blocks, because the card is open with O_NONBLOCK.
  func read(_ card: Card) { unsafe drmHandleEvent(card.descriptor, &context) }
}
