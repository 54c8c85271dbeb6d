/// What happened to a contact.
public enum TouchPhase: Hashable, Sendable {
  /// A finger touched the screen.
  case began
  /// The finger moved.
  case moved
  /// The finger was lifted.
  case ended
  /// The contact does not count: it was a palm, its device was disconnected, or events were lost.
  case cancelled
}

/// One change of one contact, at a position in `Space`.
///
/// Each contact has exactly one `began`, any number of `moved`, and exactly one `ended` or `cancelled`.
public struct TouchEvent<Space>: Hashable, Sendable {
  /// What happened to the contact.
  public let phase: TouchPhase
  /// The contact's number. It is unique among the contacts that are down; a touchscreen numbers contacts from 1.
  public let contact: Int32
  /// The position of the finger; at the end of a contact, its last position.
  public let position: Point<Space>
  /// The time of the event, in nanoseconds of the monotonic clock.
  public let time: Int64

  /// Creates an event from its parts.
  public init(_ phase: TouchPhase, contact: Int32, at position: Point<Space>, time: Int64 = 0) {
    (self.phase, self.contact, self.position, self.time) = (phase, contact, position, time)
  }

  /// Returns the same event at a position in another space.
  public func moved<Other>(to position: Point<Other>) -> TouchEvent<Other> {
    TouchEvent<Other>(phase, contact: contact, at: position, time: time)
  }
}

extension ScreenTransform {
  /// Returns an event of the scanout with its position as the viewer sees it.
  public func toLayout(_ event: TouchEvent<PhysicalSpace>) -> TouchEvent<LayoutSpace> {
    event.moved(to: toLayout(event.position))
  }
}
