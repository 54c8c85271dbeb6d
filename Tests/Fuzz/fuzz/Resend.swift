import Courier

/// Whatever a broker asks for, the work is bounded: few answers at a time, within the range, and every number is sent or reported once.
func fuzzResend(_ bytes: [UInt8]) {
  var resending = Resending()
  var now: Int64 = 0
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    guard let request = ResendRequest(Array(line)) else { continue }
    require(request.range.lowerBound > 0 && request.range.count <= ResendRequest.longest, "a range without bounds")
    _ = resending.add(request)
  }
  var handled: Int64 = 0
  for turn in 0..<2_000 {
    now = max(now, resending.deadline ?? now)
    switch resending.nextAction(now: now) {
    case .nothing:
      require(resending.deadline == nil, "a request is forgotten")
      return
    case .read(_, let range, let limit):
      require(limit <= Resending.slice, "a slice is long")
      // A journal without every third answer.
      let found = range.filter { ($0 + Int64(turn)) % 3 != 0 }.prefix(Int(limit))
      for sequence in found { resending.sent(sequence) }
      resending.read(isAll: found.count < Int(limit), now: now)
      for sequence in found { resending.acknowledged(sequence) }
      handled += Int64(found.count)
    case .report(let request, let absent):
      handled += absent.reduce(0) { $0 + Int64($1.count) }
      require(handled == Int64(request.range.count), "a number is neither sent nor absent")
      require(
        absent.allSatisfy { request.range.contains($0.lowerBound) && request.range.contains($0.upperBound) }, "beyond")
      handled = 0
      resending.reported()
    }
  }
  fatalError("the work has no end")
}
