import CDRM
import System

/// The page flip events of a card. Successive flips use different slots, so that the late event of an abandoned flip is not mistaken for
/// the event of the next flip.
///
/// Safety: the slots exist as long as the display, which reads all events itself; libdrm passes each cookie back unchanged.
@safe final class FlipEvents {
  private static var count: Int { 16 }
  /// When each slot's flip happened, in microseconds of the monotonic clock; 0 until its event arrives. The slots' addresses are the
  /// cookies of the flips.
  private let slots = UnsafeMutablePointer<Int64>.allocate(capacity: count)
  private var latest = 0
  private var context = drmEventContext()

  init() {
    unsafe slots.initialize(repeating: 0, count: Self.count)
    context.version = 2
    unsafe context.page_flip_handler = { _, _, seconds, microseconds, cookie in
      // Some drivers report the time 0; their event must still count as arrived.
      let time = max(Int64(seconds) &* 1_000_000 &+ Int64(microseconds), 1)
      unsafe cookie?.assumingMemoryBound(to: Int64.self).pointee = time
    }
  }

  deinit { unsafe slots.deallocate() }

  /// The cookie for the next flip. It changes only when the kernel accepts a flip: a busy kernel may reject dozens of attempts, and the
  /// slots must not wrap around to the flip that is still pending.
  var nextCookie: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(slots + next) }

  /// Records that the kernel accepted a flip with `nextCookie`.
  func flipAccepted() {
    latest = next
    unsafe slots[latest] = 0
  }

  private var next: Int { (latest + 1) % Self.count }

  /// Whether the event of the last accepted flip has arrived.
  var hasArrived: Bool { unsafe slots[latest] != 0 }

  /// When the last accepted flip happened, in nanoseconds of the monotonic clock; `nil` until its event arrives.
  var time: Int64? { hasArrived ? unsafe slots[latest] * 1000 : nil }

  /// Reads all events. Never blocks, because the card is open with O_NONBLOCK.
  func read(_ card: Card) { unsafe drmHandleEvent(card.descriptor, &context) }
}
