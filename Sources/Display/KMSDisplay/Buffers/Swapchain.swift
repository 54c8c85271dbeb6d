/// The state and the age of each buffer, without any calls to the kernel.
///
/// A buffer is acquired (drawn to), then queued (not yet accepted by the kernel), then pending (a page flip to it is under
/// way), then current (on the screen), and free again when another buffer becomes current. A single buffer is all of these
/// at once and can be drawn to at any time.
///
/// The age of the buffer that is off the screen follows from what happens to it:
///
/// | its content | event | its content afterwards | age when acquired |
/// | --- | --- | --- | --- |
/// | any | it is drawn to and submitted | the newest frame | 1 |
/// | n frames old | the other buffer is submitted and completed | n + 1 frames old | n + 2 |
/// | an older frame, and it is spare | `markCurrent` | the newest frame | 1 |
/// | any | `invalidate` | unknown | 0 |
struct Swapchain {
  /// The number of buffers, 1 or 2.
  let count: Int
  private(set) var acquired: Int?
  private(set) var queued: Int?
  private(set) var pending: Int?
  private(set) var current: Int?
  /// The number of frames submitted.
  private var frameCount: Int64 = 0
  /// The number of the frame that each buffer holds, counted from 1, or 0 if its content is unknown.
  private var frames = InlineArray<2, Int64>(repeating: 0)

  init(count: Int) {
    precondition(count == 1 || count == 2, "a swapchain has one buffer or two")
    self.count = count
  }

  /// Returns a buffer to draw into and its age, or `nil` while none is free. Returns the same buffer until it is submitted.
  mutating func acquire() -> (slot: Int, age: Int)? {
    if acquired == nil { acquired = free }
    guard let slot = acquired else { return nil }
    return (slot, age(of: slot))
  }

  private var free: Int? {
    // The kernel accepts one flip at a time, so the next frame must wait for it.
    if queued != nil || pending != nil { return nil }
    return count == 2 && current == 0 ? 1 : 0
  }

  private func age(of slot: Int) -> Int {
    frames[slot] == 0 ? 0 : Int(truncatingIfNeeded: frameCount - frames[slot] + 1)
  }

  /// The free buffer and its age, if the buffer's content is known and older than the newest frame.
  var spare: (slot: Int, age: Int)? {
    guard count == 2, acquired == nil, let slot = free, age(of: slot) > 1 else { return nil }
    return (slot, age(of: slot))
  }

  /// Records that the spare buffer was repainted and holds the newest frame.
  mutating func markCurrent() { if let (slot, _) = spare { frames[slot] = frameCount } }

  /// Whether the acquired buffer's content was unknown, so that all of it was drawn and must be sent.
  var acquiredIsWhole: Bool { acquired.map { frames[$0] == 0 } ?? false }

  /// Gives the acquired buffer back without showing it. Its age stays, so anything drawn to it is drawn again.
  mutating func release() { acquired = nil }

  /// Queues the acquired buffer as the newest frame and returns it.
  mutating func submit() -> Int {
    guard let slot = acquired else { preconditionFailure("submit without an acquired buffer") }
    acquired = nil
    frameCount += 1
    frames[slot] = frameCount
    queued = slot
    return slot
  }

  /// Records that the kernel accepted a page flip to the queued buffer.
  mutating func flipAccepted() {
    pending = queued
    queued = nil
  }

  /// Records that the pending buffer, or after a modeset the queued one, is on the screen.
  mutating func complete() {
    guard let slot = pending ?? queued else { return }
    current = slot
    pending = nil
    queued = nil
  }

  /// Forgets all contents, and any flip in progress. A pending flip may still complete, so its buffer counts as current; a queued buffer
  /// does not.
  mutating func invalidate() {
    if let slot = pending { current = slot }
    acquired = nil
    queued = nil
    pending = nil
    frames = InlineArray(repeating: 0)
  }
}
