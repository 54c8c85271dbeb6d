import CInputEvents
import StarSlider
import TestSupport
import Testing

@testable import Touch

/// For any sequence of records, every contact begins once and ends once.
@Suite struct RandomRecordTests {
  struct Book {
    var open: Set<Int32> = []
    var last: Int32 = 0
    var faults: [String] = []

    mutating func note(_ event: TouchEvent<RawSpace>) {
      switch event.phase {
      case .began:
        if event.contact <= last { faults.append("number \(event.contact) after \(last)") }
        last = event.contact
        open.insert(event.contact)
      case .moved: if !open.contains(event.contact) { faults.append("\(event.contact) moved without being there") }
      case .ended, .cancelled:
        if open.remove(event.contact) == nil { faults.append("\(event.contact) ended twice or never began") }
      }
      // As the device has it: `event` goes beyond what the panel announces.
      if !(-10...900).contains(event.position.x.floor) { faults.append("somewhere else") }
    }
  }

  func event(_ random: inout SplitMix64) -> Event {
    switch UInt8.random(in: 0..<40, using: &random) {
    case 0..<4: .slot(Int32.random(in: -1...17, using: &random) % 4)
    case 4..<10: .id(Int32.random(in: -3...4, using: &random))
    case 10..<15: .x(Int32.random(in: -10...900, using: &random))
    case 15..<20: .y(Int32.random(in: -10...500, using: &random))
    case 20..<22: .tool(Int32.random(in: 0...2, using: &random))
    case 22..<26: .touch(Int32.random(in: 0...1, using: &random))
    case 26..<28: .pressure(Int32.random(in: 0...2, using: &random))
    case 28..<31: .packet
    case 31..<39: .report
    default: .dropped
    }
  }

  func randomState(_ random: inout SplitMix64) -> DeviceState {
    var state = DeviceState()
    state.isTouched = Bool.random(using: &random)
    state.pressure = state.isTouched ? 9 : 0
    for i in 0..<4 {
      state.slots[i] = .init(
        trackingID: Int32.random(in: -2...4, using: &random), x: Int32.random(in: 0...799, using: &random), y: 0,
        tool: Int32.random(in: 0...4, using: &random))
    }
    return state
  }

  @Test(arguments: [ContactProtocol.typeB, .typeA, .single], [true, false])
  func noContactIsLeftOver(_ contactProtocol: ContactProtocol, button: Bool) {
    var random = SplitMix64(seed: 20_240_517)
    let device = panel(contactProtocol, button: button, pressure: !button)
    for sequence in 0..<17_000 {
      var book = Book()
      var tracker = ContactTracker(device, contactProtocol)
      if sequence % 3 == 0 { tracker.adopt(randomState(&random)) }
      var time: Int64 = 0
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        time += 1
        tracker.feed(event(&random).record(contactProtocol, time: time)) { book.note($0) }
        if tracker.awaitsState && Bool.random(using: &random) {
          tracker.resynchronise(with: randomState(&random), time: time) { book.note($0) }
        }
      }
      if tracker.awaitsState { tracker.resynchronise(with: randomState(&random), time: time) { book.note($0) } }
      if sequence % 2 == 0 {
        tracker.cancelAll(time: time) { book.note($0) }
      } else {
        // All fingers lift, as the protocol reports it.
        for event in [Event.dropped, .report] {
          tracker.feed(event.record(contactProtocol, time: time)) { book.note($0) }
        }
        tracker.resynchronise(with: DeviceState(), time: time) { book.note($0) }
        #expect(!tracker.isTouched)
      }
      #expect(book.open.isEmpty && book.faults.isEmpty, "sequence \(sequence): \(book)")
      if !book.open.isEmpty || !book.faults.isEmpty { return }
    }
  }

  /// Every order of five events for one slot, followed by the lift of all fingers.
  @Test func everyShortSequence() {
    let events: [Event] = [.id(-1), .id(1), .id(2), .x(5), .tool(2), .tool(0), .touch(0), .touch(1), .report]
    let leaving: [Event] = [.report, .id(-1), .touch(0), .report]
    var index = [0, 0, 0, 0, 0]
    let device = panel(.typeB)
    var count = 0
    while true {
      var tracker = ContactTracker(device, .typeB)
      var book = Book()
      for event in index.map({ events[$0] }) + leaving {
        tracker.feed(event.record(.typeB, time: 0)) { book.note($0) }
      }
      count += 1
      #expect(book.open.isEmpty && book.faults.isEmpty && !tracker.isTouched, "\(index): \(book)")
      var digit = 0
      while digit < 5 && index[digit] == events.count - 1 {
        index[digit] = 0
        digit += 1
      }
      if digit == 5 { break }
      index[digit] += 1
    }
    #expect(count == 59_049)
  }

  /// At the end of a frame only the slots in it are examined, so the others must have nothing to emit.
  @Test(arguments: [ContactProtocol.typeB, .typeA, .single], [true, false])
  func everySlotIsSettledAtAReport(_ contactProtocol: ContactProtocol, button: Bool) {
    var random = SplitMix64(seed: 20_261_122)
    let device = panel(contactProtocol, button: button, pressure: !button)
    var reports = 0
    for sequence in 0..<2_000 {
      var tracker = ContactTracker(device, contactProtocol)
      if sequence % 3 == 0 { tracker.adopt(randomState(&random)) }
      for time in 0..<Int64(60) {
        let record = event(&random).record(contactProtocol, time: time)
        tracker.feed(record) { _ in }
        if tracker.awaitsState { tracker.resynchronise(with: randomState(&random), time: time) { _ in } }
        if record.type != EV_SYN || record.code != SYN_REPORT { continue }
        reports += 1
        for i in 0..<tracker.slots.count {
          let slot = tracker.slots[i]
          let isSettled = slot.state == slot.settledState && slot.trackingID == slot.settledTrackingID
          let hasPalm = slot.isPalm && (slot.state == .live || slot.state == .fresh)
          if !isSettled || slot.state == .fresh || slot.moved || slot.tap != nil || slot.departure != nil || hasPalm {
            Issue.record("slot \(i) is not settled: \(slot)")
            return
          }
        }
      }
    }
    #expect(reports > 10_000)
  }
}
