import Testing

@testable import Courier

/// Which message an acknowledgment belongs to.
@Suite struct MessagesInFlightTests {
  @Test func everyAcknowledgmentHasOnePurpose() {
    var messages = MessagesInFlight()
    let purposes: [MessagesInFlight.Purpose] = [
      .status, .heartbeat, .requests, .control, .discovery, .report, .reply, .picture, .absence, .repetition(5),
      .answer(5),
    ]
    for (message, purpose) in zip(Int32(1)..., purposes) { messages.sent(message, for: purpose) }
    for (message, purpose) in zip(Int32(1)..., purposes).reversed() {
      #expect(messages.acknowledged(message, isAccepted: true, at: 0) == purpose)
      #expect(messages.acknowledged(message, isAccepted: true, at: 0) == nil)
    }
    #expect(messages.isAccepted(.status) && messages.isAccepted(.control) && !messages.isAccepted(.answer(5)))
    // Message numbers are reused.
    messages.sent(1, for: .answer(6))
    #expect(messages.acknowledged(1, isAccepted: false, at: 0) == .answer(6))
    #expect(messages.isAccepted(.status))
  }

  /// A heartbeat may be sent before the last one is acknowledged.
  @Test func aLateAcknowledgmentBelongsToItsMessage() {
    var messages = MessagesInFlight()
    messages.sent(7, for: .heartbeat)
    messages.sent(8, for: .heartbeat)
    #expect(messages.acknowledged(7, isAccepted: false, at: 0) == .heartbeat)
    #expect(!messages.isAllowed(.heartbeat, at: second) && messages.isAllowed(.status, at: second))
    #expect(messages.acknowledged(8, isAccepted: true, at: 0) == .heartbeat)
    #expect(messages.isAllowed(.heartbeat, at: second))
  }

  @Test func whatIsSentOnceIsDueOnEveryConnection() {
    var messages = MessagesInFlight()
    #expect(messages.isDue(.requests, at: 0))
    messages.sent(1, for: .requests)
    #expect(!messages.isDue(.requests, at: 0))
    #expect(messages.acknowledged(1, isAccepted: true, at: 0) == .requests)
    #expect(!messages.isDue(.requests, at: 0))
    // Another key of remote control.
    messages.sent(2, for: .control)
    messages.forget(.control)
    #expect(messages.isDue(.control, at: 0) && messages.acknowledged(2, isAccepted: false, at: 0) == nil)
    messages.connectionBegan()
    #expect(messages.isDue(.requests, at: 0) && messages.isDue(.control, at: 0))
  }

  /// The numbers of a new journal's answers are those of other answers in the old one.
  @Test func acknowledgmentsOfAnotherJournalOrConnectionAreUnknown() {
    var messages = MessagesInFlight()
    messages.sent(1, for: .answer(1))
    messages.sent(2, for: .repetition(1))
    messages.sent(3, for: .status)
    messages.forgetAnswers()
    #expect(messages.acknowledged(1, isAccepted: true, at: 0) == nil)
    #expect(messages.acknowledged(2, isAccepted: true, at: 0) == nil)
    messages.connectionEnded(wasRefused: false, at: 0)
    messages.connectionBegan()
    #expect(messages.acknowledged(3, isAccepted: true, at: 0) == nil && !messages.isAccepted(.status))
  }

  /// What answers do not need is withheld after a connection that it may have ended, and the status after one without answers.
  @Test func whatMayHaveEndedAConnectionIsWithheld() {
    let extras: [MessagesInFlight.Purpose] = [
      .requests, .control, .discovery, .report, .reply, .picture, .absence,
    ]
    for extra in extras {
      var messages = MessagesInFlight()
      messages.sent(1, for: extra)
      messages.sent(2, for: .answer(1))
      #expect(messages.unacknowledgedExtras == [extra])
      messages.connectionEnded(wasRefused: false, at: 0)
      #expect(messages.unacknowledgedExtras == [])
      messages.connectionBegan()
      #expect(!messages.isAllowed(extra, at: 60 * second - 1) && messages.isDue(extra, at: 60 * second))
      #expect(extras.allSatisfy { $0 == extra || messages.isDue($0, at: second) })
    }
    var messages = MessagesInFlight()
    messages.sent(1, for: .status)
    messages.connectionEndedBeforeAnswers(at: 0)
    messages.connectionBegan()
    #expect(!messages.isDue(.status, at: second) && messages.isDue(.status, at: 60 * second))
  }

  /// A connection that ends in place of an acknowledgment counts as a refusal of a subscription, and of a message only if the broker fell
  /// silent.
  @Test func theEndOfAConnectionMayBeARefusal() {
    for isSilent in [false, true] {
      var messages = MessagesInFlight()
      messages.sent(1, for: .heartbeat)
      messages.sent(2, for: .requests)
      if isSilent { messages.fellSilent(at: 0) }
      messages.connectionEnded(wasRefused: isSilent, at: 0)
      messages.connectionBegan()
      #expect(messages.isAllowed(.heartbeat, at: second) != isSilent)
      #expect(!messages.isDue(.requests, at: second) && messages.isDue(.requests, at: 60 * second))
    }
  }
}
