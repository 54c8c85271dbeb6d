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
