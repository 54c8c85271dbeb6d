/// The state machine of delivery. It keeps track of the answers in flight and decides what to do next. It uses no sockets, files or clocks.
///
/// The caller owns the socket and the journal. It reports events (`connected`, `acknowledged` ...), performs `nextAction` until that
/// is `.nothing`, and sleeps until `deadline`. All times are nanoseconds of a monotonic clock. An answer is marked as delivered only
/// after its own acknowledgment; until then it may be sent again.
///
/// | state \ event | `connectionBegan` | `connected` | `disconnected` | many answers refused | deadline passed |
/// | --- | --- | --- | --- | --- | --- |
/// | `waiting` | `connecting` | | | | action `.connect` |
/// | `connecting` | | `online` | `waiting`, longer | | action `.disconnect` |
/// | `online` | | | `waiting`, longer | `holding`, longer | action `.disconnect` |
/// | `holding` | | | `waiting`, longer | | `online`, fetching further answers, once none is in flight; action `.disconnect` |
///
/// `reconfigured` leads from every state to `waiting` without a delay. After `end`, there is no `.connect` and no `.fetch`.
///
/// In `online` and `holding`, the courier disconnects if the broker acknowledges none of the answers in flight for a minute. "Longer" is
/// the next delay of `BackOff`. Delays start again with the shortest one after the broker has accepted a whole window of answers or all
/// pending ones, and after a minute in `online` without a refusal.
///
/// An answer that is refused, or in flight when the connection ends, becomes one of the `Doubtful`: it is sent again after all others.
/// "Many" are `refusalsBeforeHold` refusals in a row; such a broker probably refuses all answers.
package struct Courier {
  package enum State: Hashable, Sendable {
    /// There is no connection, and none is attempted before `until`.
    case waiting(until: Int64)
    /// The broker has until `until` to accept the connection.
    case connecting(until: Int64)
    case online
    /// The broker refused many answers; nothing is sent before `until`.
    case holding(until: Int64)
  }

  /// The caller's next task, and the events to report afterwards.
  package enum Action: Hashable, Sendable {
    case nothing
    /// Begin to connect, then report `connectionBegan` or `disconnected`.
    case connect
    /// Close the connection, then report `disconnected`.
    case disconnect
    /// Read answers from the journal, then report `fetched`, and `sent` for each one that `shouldSend` selects.
    case fetch(after: Int64, limit: Int32)
    /// Mark these as delivered, then report `marked` or `markingFailed`.
    case mark([Int64])
  }

  package private(set) var state = State.waiting(until: .min)

  /// The maximum number of answers in flight.
  private var window: Int
  /// The answers in flight, a few dozen at most, which the broker may acknowledge in any order.
  private var inFlight: [Int64] = []
  private var backOff: BackOff
  private var doubtful: Doubtful
  private var pass = Pass()
  private var refusalsInRow = 0
  /// Acknowledged answers that are not marked yet.
  private var acknowledged: [Int64] = []
  /// The latest time to mark these. Waiting lets many marks share one transaction.
  private var markBy: Int64 = 0
  /// Answers accepted since the connection began or since the last hold.
  private var accepted: Int64 = 0
  private var onlineSince: Int64 = 0
  /// When the broker last acknowledged an answer, or when the first one was sent while none was in flight.
  private var heardAt: Int64 = 0
  private var isMarkingBroken = false
  /// Whether delivery is ending: answers in flight are still acknowledged and marked, and nothing new begins.
  private var isEnding = false

  /// How long a broker may take to accept a connection, in nanoseconds.
  package static let connectTimeout = 30 * second
  /// How long a broker may leave answers in flight without any acknowledgment, in nanoseconds.
  private static let acknowledgmentTimeout = 60 * second
  /// The number of refusals in a row after which the courier holds.
  static let refusalsBeforeHold = 100
  /// How long an acknowledgment waits for others to be marked with it, in nanoseconds.
  private static let markDelay = second / 4

  /// Creates a courier without a connection.
  ///
  /// - Parameters:
  ///   - window: The maximum number of answers in flight, 1 or more.
  ///   - seed: Different seeds yield different delays.
  package init(window: Int32, seed: UInt64) {
    precondition(window > 0, "a window requires a capacity above 0")
    self.window = Int(window)
    backOff = BackOff(seed: seed)
    doubtful = Doubtful(seed: ~seed)
  }

  // MARK: Actions

  /// Returns the next task. The caller performs tasks until this returns `.nothing`.
  package mutating func nextAction(now: Int64) -> Action {
    let isUrgent = inFlight.isEmpty || acknowledged.count >= window || pass.cursor == 0
    // After a failure, marking pauses and other actions continue.
    if !acknowledged.isEmpty && (now >= markBy || isUrgent && !isMarkingBroken) { return .mark(acknowledged) }
    switch state {
    case .waiting(let until): return now >= until && !isEnding ? .connect : .nothing
    case .connecting(let until): return now >= until ? .disconnect : .nothing
    case .holding(let until):
      if isSilent(now) { return .disconnect }
      if now < until || !inFlight.isEmpty { return .nothing }
      state = .online
      (accepted, onlineSince, refusalsInRow) = (0, now, 0)
      return fetch(now)
    case .online: return isSilent(now) ? .disconnect : fetch(now)
    }
  }

  private func isSilent(_ now: Int64) -> Bool { !inFlight.isEmpty && now >= heardAt + Self.acknowledgmentTimeout }

  /// The number of answers that may still be sent.
  private var room: Int { window - inFlight.count }

  /// Whether answers may be fetched. This limits the memory for acknowledged answers while marking fails.
  private var mayFetch: Bool { !isEnding && room > 0 && acknowledged.count < 4 * window }

  private mutating func fetch(_ now: Int64) -> Action {
    if !mayFetch || pass.probe != nil { return .nothing }
    if pass.mayHaveMore { return .fetch(after: pass.cursor, limit: Int32(room)) }
    if !inFlight.isEmpty || now < doubtful.notBefore { return .nothing }
    if let first = doubtful.first {
      pass.probe = first
      return .fetch(after: first - 1, limit: 1)
    }
    if !pass.hasSkipped { return .nothing }
    pass = Pass()
    return acknowledged.isEmpty ? .fetch(after: 0, limit: Int32(room)) : .nothing
  }

  /// When `nextAction` may return a task without a further event; `nil` means never.
  package var deadline: Int64? {
    var earliest: Int64?
    switch state {
    case .waiting(let until): earliest = isEnding ? nil : until
    case .connecting(let until): earliest = until
    // With answers in flight, the acknowledgment timeout applies.
    case .holding(let until): earliest = inFlight.isEmpty ? until : heardAt + Self.acknowledgmentTimeout
    case .online:
      if !inFlight.isEmpty {
        earliest = heardAt + Self.acknowledgmentTimeout
      } else if mayFetch && !pass.mayHaveMore && (doubtful.first != nil || pass.hasSkipped) {
        earliest = doubtful.notBefore
      }
    }
    if !acknowledged.isEmpty { earliest = min(earliest ?? markBy, markBy) }
    return earliest
  }

  /// Ends delivery: answers in flight may still be acknowledged and marked.
  package mutating func end() { isEnding = true }

  /// Whether the broker has accepted the connection.
  package var isConnected: Bool {
    switch state {
    case .online, .holding: true
    case .waiting, .connecting: false
    }
  }

  /// Whether an answer is in flight alone, because it was in doubt before.
  package var isProbing: Bool { pass.probe != nil && !inFlight.isEmpty }

  /// Whether no answer is in flight and none needs to be marked.
  package var isAtRest: Bool { inFlight.isEmpty && acknowledged.isEmpty }

  // MARK: The connection

  /// Handles the start of an attempt to connect, which may take `timeout` nanoseconds.
  package mutating func connectionBegan(now: Int64, timeout: Int64 = connectTimeout) {
    state = .connecting(until: now + timeout)
  }

  package mutating func connected(now: Int64) {
    state = .online
    startOver(now)
  }

  /// Handles a lost connection or a failed attempt. Answers in flight may or may not have arrived; they are sent again. Returns the answer
  /// that was in flight alone, if it had been in doubt before.
  ///
  /// - Parameter hasAlternative: Whether the next attempt may begin at once, for example at another address of the host.
  @discardableResult package mutating func disconnected(now: Int64, hasAlternative: Bool = false) -> Int64? {
    if state == .online && now - onlineSince >= 60 * second { backOff.reset() }
    let suspect = isProbing ? pass.probe : nil
    if let suspect {
      if !doubtful.fail(suspect, isAlone: true, now: now) { pass.hasSkipped = true }
    } else if !doubtful.add(inFlight) {
      pass.hasSkipped = true
    }
    inFlight.removeAll(keepingCapacity: true)
    (pass.cursor, pass.probe, refusalsInRow) = (0, nil, 0)
    state = .waiting(until: hasAlternative ? now : now + backOff.next())
    return suspect
  }

  /// Handles new settings of the broker after the connection was closed; the next attempt follows at once. Answers in flight are
  /// sent again. Acknowledged answers remain to be marked. `capacity` is the new window, 1 or more.
  package mutating func reconfigured(window capacity: Int32, now: Int64) {
    window = Int(capacity)
    inFlight.removeAll()
    backOff.reset()
    doubtful.removeAll()
    (pass.cursor, pass.probe, pass.hasSkipped, refusalsInRow) = (0, nil, false, 0)
    state = .waiting(until: now)
  }

  private mutating func startOver(_ now: Int64) {
    pass = Pass()
    (accepted, onlineSince, refusalsInRow) = (0, now, 0)
  }

  // MARK: Answers

  package mutating func answersAdded() { pass.mayHaveMore = true }

  /// The number of pending answers that the broker has refused, or that have ended a connection.
  package var refusedCount: Int { doubtful.failedCount }

  /// Whether to send a fetched answer: it is neither in flight, nor acknowledged, nor to be sent after all others.
  package func shouldSend(_ sequence: Int64) -> Bool {
    if inFlight.contains(sequence) || acknowledged.contains(sequence) { return false }
    return pass.probe == sequence || pass.probe == nil && !doubtful.contains(sequence)
  }

  package mutating func sent(_ sequence: Int64, now: Int64) {
    precondition(room > 0, "more answers in flight than the window permits")
    if inFlight.isEmpty { heardAt = now }
    inFlight.append(sequence)
  }

  /// Handles the result of a fetch: the last answer it returned, and whether the journal has no more.
  package mutating func fetched(upTo last: Int64?, isAll: Bool) {
    if let probe = pass.probe {
      // The kiosk has removed it, or another courier has delivered it.
      if last != probe || acknowledged.contains(probe) {
        doubtful.remove(probe)
        pass.probe = nil
      }
      return
    }
    if let last { pass.cursor = last }
    if isAll { pass.mayHaveMore = false }
  }

  /// Handles a journal that cannot be read at the moment.
  package mutating func fetchFailed(now: Int64) {
    pass.mayHaveMore = false
    if pass.probe != nil { doubtful.delay(now) }
    pass.probe = nil
  }

  /// Handles the acknowledgment of an answer, which accepts or refuses it. Nothing changes if the answer is not in flight.
  package mutating func acknowledged(_ sequence: Int64, isAccepted: Bool, now: Int64) {
    guard let index = inFlight.firstIndex(of: sequence) else { return }
    inFlight.remove(at: index)
    heardAt = now
    if !isAccepted {
      refused(sequence, now: now)
      refusalsInRow += 1
      if refusalsInRow >= Self.refusalsBeforeHold && state == .online { state = .holding(until: now + backOff.next()) }
      return
    }
    if pass.probe == sequence { pass.probe = nil }
    doubtful.accept(sequence)
    refusalsInRow = 0
    if acknowledged.isEmpty { markBy = now + Self.markDelay }
    acknowledged.append(sequence)
    accepted += 1
    let isAllDelivered = inFlight.isEmpty && !pass.mayHaveMore
    if state == .online && (accepted >= Int64(window) || isAllDelivered) { backOff.reset() }
  }

  /// Handles an answer that the broker or the MQTT library refused. It stays pending, and is sent again after all others.
  package mutating func refused(_ sequence: Int64, now: Int64) {
    if !doubtful.fail(sequence, isAlone: pass.probe == sequence, now: now) { pass.hasSkipped = true }
    if pass.probe == sequence { pass.probe = nil }
  }

  package mutating func marked() {
    acknowledged.removeAll(keepingCapacity: true)
    isMarkingBroken = false
  }

  /// Handles a failure of `.mark`, such as a full disk or a locked journal. It is repeated after a second.
  package mutating func markingFailed(now: Int64) {
    markBy = now + second
    isMarkingBroken = true
  }

  /// Handles the replacement of the journal. All state about the old journal's answers is dropped.
  package mutating func journalChanged(now: Int64) {
    inFlight.removeAll(keepingCapacity: true)
    acknowledged.removeAll()
    doubtful.removeAll()
    isMarkingBroken = false
    startOver(now)
  }
}
