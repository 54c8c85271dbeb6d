import Courier

/// Whatever the broker and the journal do, only acknowledged answers are marked, each once, and no more than the window are in flight.
func fuzzDelivery(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let window = input.number(in: 1...9)
  var courier = Courier(window: window, seed: UInt64(input.byte()))
  var messages = MessagesInFlight()
  var now: Int64 = 0
  var recorded: Int64 = 0
  var accepted: Set<Int64> = []
  var marked: Set<Int64> = []
  var inFlight: [(message: Int32, sequence: Int64)] = []
  var message: Int32 = 0
  var isConnected = false
  while !input.isAtEnd {
    now += Int64(input.byte()) * 1_000_000 << Int64(input.byte() % 10)
    switch input.byte() % 10 {
    case 0, 1:
      recorded += 1
      courier.answersAdded()
    case 2 where isConnected:
      (isConnected, inFlight) = (false, [])
      courier.disconnected(now: now)
    case 3...5 where isConnected:
      // Message numbers that were never sent, too.
      let number = Int32(input.byte())
      let isAccepted = input.byte() % 4 != 0
      guard case .answer(let sequence)? = messages.acknowledged(number, isAccepted: isAccepted, at: now) else { break }
      let others = inFlight.filter { $0 != (number, sequence) }
      require(others.count == inFlight.count - 1, "an acknowledgment belongs to another answer")
      inFlight = others
      if isAccepted { accepted.insert(sequence) }
      courier.acknowledged(sequence, isAccepted: isAccepted, now: now)
    case 6 where isConnected && recorded > 0: courier.refused(1 + Int64(input.byte()) % recorded, now: now)
    case 7 where messages.isAllowed(.status, at: now):
      repeat { message = (message + 1) % 256 } while inFlight.contains { $0.message == message }
      messages.sent(message, for: .status)
    case 8 where input.byte() == 0:
      (isConnected, inFlight) = (false, [])
      courier.reconfigured(window: window, now: now)
    default: break
    }
    for _ in 0..<20 {
      let action = courier.nextAction(now: now)
      if action == .nothing { break }
      switch action {
      case .nothing: break
      case .connect:
        courier.connectionBegan(now: now)
        messages.connectionBegan()
        if input.flag() { courier.disconnected(now: now) } else { courier.connected(now: now) }
        isConnected = courier.isConnected
      case .disconnect:
        (isConnected, inFlight) = (false, [])
        courier.disconnected(now: now)
      case .fetch(let after, let limit):
        require(isConnected && limit > 0 && Int(limit) <= Int(window) - inFlight.count, "a fetch beyond the window")
        let found = (after + 1..<max(after, recorded) + 1).filter { !marked.contains($0) }.prefix(Int(limit))
        courier.fetched(upTo: found.last, isAll: found.count < Int(limit))
        for sequence in found where courier.shouldSend(sequence) {
          require(!inFlight.contains { $0.sequence == sequence }, "an answer is in flight twice")
          repeat { message = (message + 1) % 256 } while inFlight.contains { $0.message == message }
          courier.sent(sequence, now: now)
          messages.sent(message, for: .answer(sequence))
          inFlight.append((message, sequence))
        }
      case .mark(let sequences):
        if input.byte() % 8 == 0 {
          courier.markingFailed(now: now)
          continue
        }
        require(accepted.isSuperset(of: sequences), "an answer is marked that was not acknowledged")
        require(marked.isDisjoint(with: sequences), "an answer is marked twice")
        marked.formUnion(sequences)
        courier.marked()
      }
    }
  }
}
