// The signs that a device proved with one finger or pen, and that another finger does not have.

extension ContactTracker {
  /// Handles the button's going down while no tool is within reach: a pen had one, and fingers have none.
  @inline(never) mutating func noteButtonWithoutTool() {
    if !known.contains(.tool) || tools != 0 || !isFew { return }
    known.insert(.noTool)
    settledKnown.insert(.noTool)
  }

  /// Handles a frame with the button up. Some drivers report it for the first contact only: it says nothing once a finger presses without
  /// it, or after three fingers that have only a tracking ID. It counts again when it next goes down.
  @inline(never) mutating func noteTouchWithoutButton() {
    switch contactProtocol {
    case .typeA: break  // `matchPackets` decides.
    case .single:
      if !common.showsTouch || !slots[0].fall.hasBegun { return }
      ignoreButton()
      touch(true)
    case .typeB:
      for i in slots.indices where touched >> UInt32(i) & 1 == 1 {
        let isNew = slots[i].state == .fresh
        if !isNew && slots[i].state != .hovering || !slots[i].closeness.isTouching(known) { continue }
        if isNew { button.missed += 1 }
        if common.showsTouch && slots[i].fall.hasBegun || isNew && button.missed > 3 { return ignoreButton() }
      }
    }
  }

  /// Handles a finger that lifts while the button stays down. Once no finger is left, the driver has not reported the button.
  @inline(never) mutating func noteLiftWithoutButton() {
    for i in slots.indices where slots[i].state != .empty { return }
    ignoreButton()
  }

  mutating func ignoreButton() {
    known.remove(.button)
    settledKnown.remove(.button)
  }

  /// Whether the finger in a slot touches although a known sign says that it does not: the button is down for this finger alone, or it has
  /// a contact already, and it never had the sign itself. Small fingers may have the size 0, and all fingers the pressure 0 where only a pen
  /// has one.
  ///
  /// - Parameter wasGuessed: Whether the contact does not count, because this frame proves a sign for the first time.
  @inline(never) func isVouchedFor(_ i: Int, wasGuessed: Bool = false) -> Bool {
    if common.canHover || contactProtocol == .typeA || !button.isDown || !known.contains(.button) { return false }
    if !slots[i].closeness.isTouching(known.intersection(slots[i].fall.lost)) { return false }
    return slots[i].state == .live && !wasGuessed || isAlone(i)
  }

  /// Whether no other slot has a finger, near the glass or on it.
  private func isAlone(_ i: Int) -> Bool {
    for k in slots.indices where k != i && slots[k].state != .empty && slots[k].state != .released { return false }
    return true
  }
}
