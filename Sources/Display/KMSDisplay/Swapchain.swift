/// Who has which buffer, and how old its content is. Pure: the kernel's part is said by calls.
///
/// A buffer goes: lent (drawn to) -> queued (drawn, not yet accepted by the kernel) -> pending (the kernel will show it)
/// -> current (on the screen) -> free again when another becomes current. With a single buffer all of that is one buffer,
/// which can be drawn to at any time.
///
/// And of two buffers the one that is not on the screen ages:
///
/// | its content | what happens | its content then | lent with age |
/// | --- | --- | --- | --- |
/// | any | it is drawn to and submitted | the newest frame | 1 |
/// | the newest but n | the other one is submitted and shown | the newest but n + 1 | n + 2 |
/// | older than the newest, off the screen (`spare`) | `catchUp` | the newest frame | 1 |
/// | any | `forget` | unknown | 0 |
struct Swapchain {
  /// 1 or 2.
  let count: Int
  private(set) var lent: Int?
  private(set) var queued: Int?
  private(set) var pending: Int?
  private(set) var current: Int?
  /// Frames presented so far.
  private var frames: Int64 = 0
  /// The frame that a buffer holds, counted from 1; 0, its content is unknown.
  private var contents = InlineArray<2, Int64>(repeating: 0)

  init(count: Int) {
    precondition(count == 1 || count == 2, "a swapchain has one buffer or two")
    self.count = count
  }

  /// A buffer to draw into and its age; the same one again until it is submitted; `nil` while none is free.
  mutating func lend() -> (slot: Int, age: Int)? {
    if lent == nil { lent = free }
    guard let slot = lent else { return nil }
    return (slot, age(of: slot))
  }

  private var free: Int? {
    if count == 1 { return queued == nil && pending == nil ? 0 : nil }
    // The kernel takes one flip at a time: a third picture would have nowhere to go.
    if queued != nil || pending != nil { return nil }
    return current == 0 ? 1 : 0
  }

  private func age(of slot: Int) -> Int {
    contents[slot] == 0 ? 0 : Int(truncatingIfNeeded: frames - contents[slot] + 1)
  }

  /// The buffer that would be lent next and its age, where its content is known and older than the newest frame: it can be
  /// brought up to date meanwhile. Nobody has it: neither the screen nor a flip under way nor a caller.
  var spare: (slot: Int, age: Int)? {
    guard count == 2, lent == nil, let slot = free, age(of: slot) > 1 else { return nil }
    return (slot, age(of: slot))
  }

  /// The spare buffer now shows what the newest frame shows; its age is 1.
  mutating func catchUp() { if let (slot, _) = spare { contents[slot] = frames } }

  /// True when the lent buffer's content was unknown: all of it was drawn, and all of it must be sent.
  var lentIsWhole: Bool {
    guard let slot = lent else { return false }
    return contents[slot] == 0
  }

  /// Takes the lent buffer back unshown. Its age stays what it was, so that whatever was or was not drawn is drawn again.
  mutating func takeBack() { lent = nil }

  /// The lent buffer is drawn and is the newest frame. Returns it.
  mutating func submit() -> Int {
    guard let slot = lent else { preconditionFailure("present without a frame on loan") }
    lent = nil
    frames += 1
    contents[slot] = frames
    queued = slot
    return slot
  }

  /// The kernel accepted the queued buffer, and will say when it is on the screen.
  mutating func accept() {
    pending = queued
    queued = nil
  }

  /// The kernel says that the pending buffer is on the screen, or showed the queued one at once.
  mutating func complete() {
    guard let slot = pending ?? queued else { return }
    current = slot
    pending = nil
    queued = nil
  }

  /// No content is known any more; what was under way is given up. A flip that the kernel accepted may come about all the
  /// same, and counts as shown; what it only refused does not.
  mutating func forget() {
    if let slot = pending { current = slot }
    lent = nil
    queued = nil
    pending = nil
    contents = InlineArray(repeating: 0)
  }
}
