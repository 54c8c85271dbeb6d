import CDRM
import System

/// The page flip events of a card. Successive flips use different slots, so that the late event of an abandoned flip is not
/// mistaken for the next one's.
final class FlipEvents {
  private static var count: Int { 16 }
  /// Whether the event of each slot's flip has arrived. Their addresses are the flips' cookies.
  private let slots = UnsafeMutablePointer<Bool>.allocate(capacity: count)
  private var latest = 0
  private var context = drmEventContext()

  init() {
    slots.initialize(repeating: false, count: Self.count)
    context.version = 2
    context.page_flip_handler = { _, _, _, _, cookie in
      cookie?.assumingMemoryBound(to: Bool.self).pointee = true
    }
  }

  deinit { slots.deallocate() }

  /// The cookie for the next flip. It changes only when the kernel accepts a flip: a busy kernel may reject dozens, and the
  /// slots must not wrap around to the flip that keeps it busy.
  var nextCookie: UnsafeMutableRawPointer { UnsafeMutableRawPointer(slots + next) }

  /// The kernel accepted a flip with `nextCookie`.
  func flipAccepted() {
    latest = next
    slots[latest] = false
  }

  private var next: Int { (latest + 1) % Self.count }

  /// Whether the event of the flip accepted last has arrived.
  var hasArrived: Bool { slots[latest] }

  /// Reads all events. Never blocks, because the card is open with O_NONBLOCK.
  func read(_ card: Card) { drmHandleEvent(card.descriptor, &context) }
}
