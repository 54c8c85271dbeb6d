import StarSlider
import Survey

/// The contact that holds the corner for the cleaning or the PIN screen.
struct CornerHold {
  private var contact: Int32?

  /// Follows a contact. Returns what the survey must know.
  ///
  /// - Parameter isFree: Whether the contact has no widget.
  mutating func follow(
    _ touch: TouchEvent<LayoutSpace>, isFree: Bool, in corner: Rect<LayoutSpace>
  ) -> SurveyMachine.Event? {
    if touch.phase == .began {
      // On a small screen a star may lie in the corner: rating it slowly must not start the cleaning.
      if !isFree || !corner.contains(touch.position) { return nil }
      contact = touch.contact
      return .cornerPressed
    }
    if touch.contact != contact || touch.phase == .moved && corner.contains(touch.position) { return nil }
    return release()
  }

  /// Forgets the contact. Returns what the survey must know.
  mutating func release() -> SurveyMachine.Event? {
    if contact == nil { return nil }
    contact = nil
    return .cornerReleased
  }
}
