import Testing

@testable import Courier

/// What the broker refused is tried again, and not at once.
@Suite struct PermissionTests {
  @Test func theTableWalkedWhole() {
    var permission = Permission()
    #expect(permission.isGiven(at: .min) && permission.isGiven(at: 0))
    var now: Int64 = 5 * second
    var pauses: [Int64] = []
    for _ in 0..<9 {
      permission.refused(at: now)
      // When it is given again, to the second.
      let pause = (1...10_000).first { permission.isGiven(at: now + Int64($0) * second) } ?? 0
      #expect(!permission.isGiven(at: now + Int64(pause) * second - 1))
      pauses.append(Int64(pause))
      now += Int64(pause) * second
    }
    #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    permission.accepted()
    permission.refused(at: now)
    #expect(permission.isGiven(at: now + 60 * second))
  }

  @Test func anotherConnectionMayBeAnotherBroker() {
    var permission = Permission()
    permission.refused(at: 0)
    // The one that was ended for it says nothing new.
    permission.connectionEnded(wasRefused: true)
    #expect(!permission.isGiven(at: second))
    permission.connectionEnded(wasRefused: false)
    #expect(permission.isGiven(at: second))
    // And if that refuses, too, it was the second time.
    permission.refused(at: second)
    #expect(!permission.isGiven(at: 120 * second) && permission.isGiven(at: 121 * second))
  }

  @Test func withoutARefusalNothingChanges() {
    var permission = Permission()
    permission.connectionEnded(wasRefused: true)
    permission.connectionEnded(wasRefused: false)
    permission.accepted()
    #expect(permission.isGiven(at: .min))
  }
}

/// The status and the heartbeat: what the broker said of the last one is what counts.
@Suite struct NoticeTests {
  @Test func theTableWalkedWhole() {
    var notice = StatusPublication()
    #expect(!notice.isTaken && !notice.isOnItsWay && notice.isAllowed(at: 0))
    notice.sent(as: 7)
    #expect(!notice.isTaken && notice.isOnItsWay)
    // An answer's acknowledgement is not this one's.
    let isAnothers = notice.answered(8, isAccepted: true, at: 0)
    #expect(!isAnothers && !notice.isTaken && notice.isOnItsWay)
    let isOwn = notice.answered(7, isAccepted: true, at: 0)
    #expect(isOwn && notice.isTaken && !notice.isOnItsWay && notice.isAllowed(at: 0))
    // Numbers of messages come round again.
    let isOnceMore = notice.answered(7, isAccepted: false, at: 0)
    #expect(!isOnceMore && notice.isTaken && notice.isAllowed(at: 0))
    notice.connectionBegan()
    #expect(!notice.isTaken && !notice.isOnItsWay)
  }

  /// One that was refused was not taken: it is due again when it may be sent again.
  @Test func whatWasRefusedIsNotTaken() {
    var notice = StatusPublication()
    notice.sent(as: 1)
    let isOwn = notice.answered(1, isAccepted: false, at: 5 * second)
    #expect(isOwn && !notice.isTaken && !notice.isOnItsWay)
    #expect(!notice.isAllowed(at: 65 * second - 1) && notice.isAllowed(at: 65 * second))
    notice.sent(as: 2)
    _ = notice.answered(2, isAccepted: true, at: 65 * second)
    #expect(notice.isTaken && notice.isAllowed(at: 65 * second))
    // And one that is refused after another was taken is not.
    notice.sent(as: 3)
    _ = notice.answered(3, isAccepted: false, at: 70 * second)
    #expect(!notice.isTaken && !notice.isAllowed(at: 130 * second - 1) && notice.isAllowed(at: 130 * second))
  }

  /// What is on its way when a connection ends will not be answered; what was withheld is as the connection's end says.
  @Test func anEndedConnection() {
    var notice = StatusPublication()
    notice.sent(as: 1)
    notice.connectionEnded(wasRefused: false)
    notice.connectionBegan()
    let isOfTheNewOne = notice.answered(1, isAccepted: true, at: 0)
    #expect(!isOfTheNewOne && !notice.isTaken && !notice.isOnItsWay)
    for wasRefused in [true, false] {
      notice.sent(as: 2)
      _ = notice.answered(2, isAccepted: false, at: 0)
      notice.connectionEnded(wasRefused: wasRefused)
      notice.connectionBegan()
      #expect(notice.isAllowed(at: second) == !wasRefused)
    }
  }
}
