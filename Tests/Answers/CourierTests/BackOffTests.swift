import Testing

@testable import Courier

@Suite struct BackOffTests {
  @Test func delaysDoubleAndStayWithinASecondAndFiveMinutes() {
    for seed: UInt64 in 0..<200 {
      var backOff = BackOff(seed: seed)
      for step in 0..<40 {
        let ceiling = min(Double(2 << min(step, 20)), 300)
        let seconds = Double(backOff.next()) / 1e9
        #expect(seconds >= ceiling / 2 && seconds <= ceiling, "step \(step)")
      }
      backOff.reset()
      #expect((second...(2 * second)).contains(backOff.next()))
    }
  }

  /// Two hundred kiosks that lose one broker at once spread over the interval: every tenth of the first delay's second has at
  /// least one of them, and none has 60 or more.
  @Test func kiosksReconnectAtDifferentTimes() {
    var tenths = [Int](repeating: 0, count: 10)
    for seed: UInt64 in 0..<200 {
      var backOff = BackOff(seed: seed)
      tenths[min(9, Int((backOff.next() - second) * 10 / second))] += 1
    }
    #expect(tenths.allSatisfy { $0 > 0 && $0 < 60 }, "\(tenths)")
  }
}
