import Testing
import Touch

@Suite struct LostEventTests {
  @Test func recordsAreIgnoredUntilTheStateIsKnown() {
    var s = Session(.typeB)
    _ = s.feed(.id(5), .x(10), .y(20), .touch(1), .report)
    #expect(s.feed(.x(11), .dropped, .id(-1)) == [])
    #expect(!s.tracker.awaitsState)
    #expect(s.feed(.report) == [])
    #expect(s.tracker.awaitsState)
    #expect(s.feed(.id(8), .report) == [])
    #expect(s.resynchronise(state([(0, 5, 14, 24)])) == ["moved 1 14,24"])
    #expect(s.feed(.id(-1), .touch(0), .report) == ["ended 1 14,24"])
  }

  @Test func contactsAfterResynchronisation() {
    var s = Session(.typeB)
    for i: Int32 in 0..<4 { _ = s.feed(.slot(i), .id(10 + i), .x(i), .y(0), .touch(1), .report) }
    let now = state([(0, 10, 0, 0), (1, 99, 1, 0), (2, 12, 70, 0), (4, 14, 4, 0)])
    #expect(
      s.resynchronise(now) == ["cancelled 2 1,0", "cancelled 4 3,0", "began 5 1,0", "moved 3 70,0", "began 6 4,0"])
  }

  @Test func incompleteFrameIsDropped() {
    var s = Session(.typeB)
    _ = s.feed(.id(5), .x(10), .y(20), .touch(1), .report)
    // The finger lifted, another landed, and that one's frame was never finished.
    #expect(s.feed(.id(-1), .id(6), .x(70), .dropped, .report) == [])
    #expect(s.resynchronise(state([(0, 6, 70, 20)])) == ["cancelled 1 70,20", "began 2 70,20"])
    #expect(s.feed(.slot(1), .id(7), .id(-1), .dropped, .report) == [])
    #expect(s.resynchronise(state([(0, 6, 70, 20)])) == [])
  }

  @Test func heldStaysHeld() {
    var s = Session(.typeB)
    s.tracker.adopt(state([(0, 9, 10, 20)]))
    #expect(s.resynchronise(state([(0, 9, 50, 20)])) == [])
    #expect(s.feed(.x(60), .report) == [])
    #expect(s.resynchronise(state([(0, 10, 50, 20)])) == ["began 1 50,20"])
    #expect(s.resynchronise(state([(0, 10, 50, 20)], touched: false)) == ["cancelled 1 50,20"])
  }

  @Test func single() {
    var s = Session(.single)
    _ = s.feed(.touch(1), .x(10), .y(20), .report)
    var now = DeviceState()
    (now.isTouched, now.x, now.y) = (true, 30, 20)
    #expect(s.feed(.dropped, .report) + s.resynchronise(now) == ["moved 1 30,20"])
    now.isTouched = false
    #expect(s.feed(.dropped, .report) + s.resynchronise(now) == ["cancelled 1 30,20"])
    now.isTouched = true
    #expect(s.feed(.dropped, .report) + s.resynchronise(now) == ["began 2 30,20"])
    #expect(s.feed(.touch(0), .report) == ["ended 2 30,20"])
  }

  @Test func typeA() {
    var s = Session(.typeA)
    _ = s.feed(.x(10), .y(20), .packet, .touch(1), .report)
    #expect(s.feed(.dropped, .report) + s.resynchronise(state([])) == [])
    #expect(s.feed(.x(12), .y(20), .packet, .report) == ["moved 1 12,20"])
    #expect(s.feed(.dropped, .report) + s.resynchronise(state([], touched: false)) == ["cancelled 1 12,20"])
    #expect(s.feed(.x(12), .y(20), .packet, .touch(1), .report) == ["began 2 12,20"])
  }

  /// Without BTN_TOUCH it is unknown whether the finger is still down, so the contact is cancelled.
  @Test func typeAWithoutAButton() {
    var s = Session(.typeA, button: false)
    _ = s.feed(.x(10), .y(20), .packet, .report)
    #expect(s.feed(.dropped, .report) + s.resynchronise(state([])) == ["cancelled 1 10,20"])
    #expect(s.feed(.x(12), .y(20), .packet, .report) == ["began 2 12,20"])
  }

  /// The records of a panel that is unplugged under a finger, as seen with uinput on Linux 6.1.
  @Test(arguments: [ContactProtocol.typeB, .typeA, .single])
  func liftMadeByKernelIsACancel(_ contactProtocol: ContactProtocol) {
    var s = Session(contactProtocol)
    _ = s.feed(.id(1), .x(10), .y(20), .packet, .touch(1), .report)
    #expect(s.feed(.touch(0), .madeByKernel) == ["cancelled 1 10,20"])
    #expect(!s.tracker.isTouched)
  }

  @Test(arguments: [ContactProtocol.typeB, .typeA, .single])
  func unpluggedDeviceCancelsContacts(_ contactProtocol: ContactProtocol) {
    var s = Session(contactProtocol)
    _ = s.feed(.id(1), .x(10), .y(20), .packet, .touch(1), .report)
    #expect(s.cancelAll() == ["cancelled 1 10,20"])
    #expect(s.cancelAll() == [])
    #expect(s.feed(.id(-1), .packet, .touch(0), .report) == [])
    #expect(s.feed(.id(2), .x(11), .y(20), .packet, .touch(1), .report) == ["began 2 11,20"])
  }

  /// Fingers that stay down are held, and an incomplete frame is dropped.
  @Test(arguments: [(.typeB, true), (.typeA, true), (.typeA, false), (.single, true)] as [(ContactProtocol, Bool)])
  func fingersThatStayAreHeld(_ contactProtocol: ContactProtocol, button: Bool) {
    var s = Session(contactProtocol, button: button)
    _ = s.feed([.id(1), .x(10), .y(20), .packet] + (button ? [.touch(1)] : []) + [.report])
    #expect(s.cancelAll() == ["cancelled 1 10,20"])
    #expect(s.feed(.x(11), .y(20), .packet, .report) == [])
    #expect(s.feed([.id(-1), .packet] + (button ? [.touch(0)] : []) + [.report]) == [])
    #expect(s.feed(.id(2), .x(12), .y(20), .packet) == [])
    #expect(s.cancelAll() == [])
    #expect(s.feed(.report) == [])
  }

  /// After 2^31 - 1 contacts the numbers start at 1 again: 0 means no contact.
  @Test func contactNumbersWrapAround() {
    var tracker = ContactTracker(panel(.single), .single, firstContact: .max)
    var ids: [Int32] = []
    for touch: Int32 in [1, 0, 1, 0] {
      for event in [Event.touch(touch), .report] {
        tracker.feed(event.record(.single, time: 0)) { if $0.phase == .began { ids.append($0.contact) } }
      }
    }
    #expect(ids == [.max, 1] && tracker.nextContact == 2)
  }
}
