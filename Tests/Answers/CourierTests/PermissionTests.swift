import Testing

@testable import Courier

/// A refused kind of message is sent again after growing pauses.
@Suite struct PermissionTests {
  private func acknowledge(_ publication: inout StatusPublication, isAccepted: Bool, at now: Int64) {
    publication.sent()
    publication.acknowledged(isAccepted: isAccepted, at: now)
  }

  @Test func followsTheTransitionTable() {
    var publication = StatusPublication()
    #expect(publication.isAllowed(at: .min) && publication.isAllowed(at: 0))
    var now: Int64 = 5 * second
    var pauses: [Int64] = []
    for _ in 0..<9 {
      acknowledge(&publication, isAccepted: false, at: now)
      // The first second at which it is granted again.
      let pause = (1...10_000).first { publication.isAllowed(at: now + Int64($0) * second) } ?? 0
      #expect(!publication.isAllowed(at: now + Int64(pause) * second - 1))
      pauses.append(Int64(pause))
      now += Int64(pause) * second
    }
    #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    acknowledge(&publication, isAccepted: true, at: 0)
    acknowledge(&publication, isAccepted: false, at: now)
    #expect(publication.isAllowed(at: now + 60 * second))
  }

  @Test func aConnectionWithoutARefusalGrantsThePermission() {
    var publication = StatusPublication()
    acknowledge(&publication, isAccepted: false, at: 0)
    // The broker closed this connection because of the refusal.
    publication.connectionEnded(wasRefused: true)
    #expect(!publication.isAllowed(at: second))
    publication.connectionEnded(wasRefused: false)
    #expect(publication.isAllowed(at: second))
    // A refusal on the next connection counts as the second one.
    acknowledge(&publication, isAccepted: false, at: second)
    #expect(!publication.isAllowed(at: 120 * second) && publication.isAllowed(at: 121 * second))
  }

  @Test func otherEventsKeepThePermission() {
    var publication = StatusPublication()
    publication.connectionEnded(wasRefused: true)
    publication.connectionEnded(wasRefused: false)
    acknowledge(&publication, isAccepted: true, at: 0)
    #expect(publication.isAllowed(at: .min))
  }
}

/// The status and the heartbeat.
@Suite struct StatusPublicationTests {
  @Test func followsTheTransitionTable() {
    var publication = StatusPublication()
    #expect(!publication.isAccepted && !publication.isInFlight && publication.isAllowed(at: 0))
    publication.sent()
    #expect(!publication.isAccepted && publication.isInFlight)
    publication.acknowledged(isAccepted: true, at: 0)
    #expect(publication.isAccepted && !publication.isInFlight && publication.isAllowed(at: 0))
    publication.connectionBegan()
    #expect(!publication.isAccepted && !publication.isInFlight)
  }

  /// A refused message is sent again as soon as it is allowed.
  @Test func aRefusedMessageIsNotAccepted() {
    var publication = StatusPublication()
    publication.sent()
    publication.acknowledged(isAccepted: false, at: 5 * second)
    #expect(!publication.isAccepted && !publication.isInFlight)
    #expect(!publication.isAllowed(at: 65 * second - 1) && publication.isAllowed(at: 65 * second))
    publication.sent()
    publication.acknowledged(isAccepted: true, at: 65 * second)
    #expect(publication.isAccepted && publication.isAllowed(at: 65 * second))
    // A refusal after an acceptance counts, too.
    publication.sent()
    publication.acknowledged(isAccepted: false, at: 70 * second)
    #expect(
      !publication.isAccepted && !publication.isAllowed(at: 130 * second - 1) && publication.isAllowed(at: 130 * second)
    )
  }

  /// Some brokers close the connection instead of refusing.
  @Test func aConnectionThatEndsInsteadOfAnAcknowledgmentMayBeARefusal() {
    var publication = StatusPublication()
    publication.connectionEndedAsRefusal(at: 0)
    #expect(publication.isAllowed(at: 0))
    publication.sent()
    publication.connectionEndedAsRefusal(at: 0)
    #expect(
      !publication.isInFlight && !publication.isAllowed(at: 60 * second - 1) && publication.isAllowed(at: 60 * second))
  }

  /// A message in flight is never acknowledged on the next connection.
  @Test func messagesInFlightEndWithTheirConnection() {
    var publication = StatusPublication()
    publication.sent()
    publication.connectionEnded(wasRefused: false)
    publication.connectionBegan()
    #expect(!publication.isAccepted && !publication.isInFlight)
    for wasRefused in [true, false] {
      publication.sent()
      publication.acknowledged(isAccepted: false, at: 0)
      publication.connectionEnded(wasRefused: wasRefused)
      publication.connectionBegan()
      #expect(publication.isAllowed(at: second) == !wasRefused)
    }
  }
}
