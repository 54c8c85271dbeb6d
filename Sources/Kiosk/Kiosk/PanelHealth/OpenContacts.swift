import StarSlider

/// The contacts that are on the glass. A drop of water, a sticker or a release that was lost leaves a contact that does not end. It would hold
/// the screen, on which only the first contact presses buttons.
///
/// ```
/// contact                                          another begins on a target      it ends
/// has moved within `rest`                          both go on                      passes
/// has rested for `rest`                            it is cancelled, then ignored   passes
/// is on the glass for `longest`: no finger does    it is cancelled, then ignored   passes as cancelled, because it is no answer
/// is ignored                                       stays ignored                   is ignored
/// ```
///
/// A contact beside all targets, such as a phantom, cancels none. Nothing waits for time to pass, so a contact that rests wakes no one.
struct OpenContacts {
  /// In nanoseconds.
  static var rest: Int64 { 10_000_000_000 }
  static var longest: Int64 { 60_000_000_000 }

  private struct Contact {
    var number: Int32 = 0
    var isIgnored = false
    /// Where it has rested since a time.
    var place = Point<PhysicalSpace>(x: .zero, y: .zero)
    var since: Int64 = 0
    var began: Int64 = 0
  }

  private var contacts = InlineArray<16, Contact>(repeating: Contact())
  private var count = 0
  /// How far a contact that rests may be from its place, in 1/256 px: drops and cables jitter.
  private let reach: UInt32

  init(_ size: Size<LayoutSpace>) { reach = UInt32(max(4, min(size.width, size.height) / 32)) << 8 }

  /// Forgets all contacts, because their ends will not be read.
  mutating func forget() { count = 0 }

  /// Notes that a contact begins. Cancels those that rest, if it begins on a target.
  mutating func begin(
    _ event: TouchEvent<PhysicalSpace>, isIgnored: Bool, isOnTarget: Bool,
    _ cancel: (TouchEvent<PhysicalSpace>) -> Void
  ) {
    for i in 0..<count where isOnTarget && !contacts[i].isIgnored {
      let contact = contacts[i]
      if event.time &- contact.since < Self.rest && event.time &- contact.began < Self.longest { continue }
      contacts[i].isIgnored = true
      cancel(TouchEvent(.cancelled, contact: contact.number, at: contact.place, time: event.time))
    }
    if count == contacts.count { return }
    contacts[count] = Contact(
      number: event.contact, isIgnored: isIgnored, place: event.position, since: event.time, began: event.time)
    count += 1
  }

  /// Follows a contact that has begun.
  ///
  /// - Returns: What is handled of it; `nil` for nothing.
  @inline(__always) mutating func follow(_ event: TouchEvent<PhysicalSpace>) -> TouchEvent<PhysicalSpace>? {
    for i in 0..<count where contacts[i].number == event.contact {
      if event.phase != .moved { return end(i, event) }
      let (x, y) = (event.position.x.raw &- contacts[i].place.x.raw, event.position.y.raw &- contacts[i].place.y.raw)
      if max(x.magnitude, y.magnitude) > reach { (contacts[i].place, contacts[i].since) = (event.position, event.time) }
      return contacts[i].isIgnored ? nil : event
    }
    return event
  }

  @inline(never) private mutating func end(
    _ i: Int, _ event: TouchEvent<PhysicalSpace>
  ) -> TouchEvent<PhysicalSpace>? {
    let contact = contacts[i]
    count -= 1
    contacts[i] = contacts[count]
    if contact.isIgnored { return nil }
    if event.time &- contact.began < Self.longest { return event }
    return TouchEvent(.cancelled, contact: event.contact, at: event.position, time: event.time)
  }

  /// Passes on the contacts that are no finger's, where they rest.
  func forEachStuck(at time: Int64, _ body: (TouchEvent<PhysicalSpace>) -> Void) {
    for i in 0..<count where time &- contacts[i].began >= Self.longest {
      body(TouchEvent(.moved, contact: contacts[i].number, at: contacts[i].place, time: time))
    }
  }
}
