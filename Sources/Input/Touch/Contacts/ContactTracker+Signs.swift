// The signs that a device proved with one finger or pen, and that another finger does not have.

extension ContactTracker {
  /// Handles the button's going down while no tool is within reach: a pen had one, and fingers have none.
  @inline(never) mutating func noteButtonWithoutTool() {
    if !known.contains(.tool) || tools != 0 || !isFew { return }
    known.insert(.noTool)
    settledKnown.insert(.noTool)
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
