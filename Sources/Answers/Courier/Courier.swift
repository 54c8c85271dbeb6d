/// The courier without a socket, a file or a clock: what it knows of answers on their way, and what it wants done next.
///
/// Whoever owns the socket and the journal tells what happened (`connected`, `acknowledged` ...), asks `nextAction` until
/// there is none, and sleeps until `deadline`. All times are nanoseconds of one clock that never goes back. An answer is to be
/// marked as delivered when its own acknowledgement said so, never earlier; until it is marked, it may be sent again.
///
/// | state \ event | `connectionBegan` | `connected` | `disconnected` | refused answer | time is up |
/// | --- | --- | --- | --- | --- | --- |
/// | `waiting` | `connecting` | | | | wants `.connect` |
/// | `connecting` | | `online` | `waiting`, longer | | wants `.disconnect` |
/// | `online` | | | `waiting`, longer | `holding`, longer | wants `.disconnect` |
/// | `holding` | | | `waiting`, longer | | `online`, from the first answer on, once none is on its way; wants `.disconnect` |
///
/// Other settings of the broker (`reconfigured`) lead from every state to `waiting`, for no time.
///
/// The time of `online`, and of `holding` with answers on their way, is up when none of them was acknowledged for a minute: a
/// broker that has taken them and says nothing. In `online` alone answers are taken from the journal. "Longer" is the next step of `BackOff`, which begins anew after a
/// window of answers, or all there were, went through, and after a minute without a refusal online.
package struct Courier {
  package enum State: Hashable, Sendable {
    /// No connection, and none is tried before `until`.
    case waiting(until: Int64)
    /// The broker has until `until` to welcome us.
    case connecting(until: Int64)
    /// The broker takes answers.
    case online
    /// The broker refused one; nothing is sent before `until`.
    case holding(until: Int64)
  }

  /// What is to be done now.
  package enum Action: Hashable, Sendable {
    case nothing
    /// Begin to connect: then `connectionBegan` or `disconnected`.
    case connect
    /// Give the connection up: then `disconnected`.
    case disconnect
    /// Read answers from the journal: then `sent` for each that `wants` says is to go, and `fetched`.
    case fetch(after: Int64, limit: Int32)
    /// Mark these as delivered: then `marked` or `markingFailed`.
    case mark([Int64])
  }

  package private(set) var state = State.waiting(until: .min)

  private var window: Window
  private var backOff: BackOff
  /// The newest answer that was looked at since the connection or the last refusal: what waits before it is on its way.
  private var cursor: Int64 = 0
  /// The journal may have more after the cursor.
  private var mayHaveMore = true
  /// Acknowledged, and not marked yet.
  private var acknowledged: [Int64] = []
  /// When these are marked at the latest, so that many share one transaction.
  private var markBy: Int64 = 0
  /// Answers that went through since the connection or the last refusal.
  private var accepted: Int64 = 0
  private var onlineSince: Int64 = 0
  /// When the broker last acknowledged something, or was first sent something after that.
  private var heardAt: Int64 = 0
  /// Marking failed the last time.
  private var isMarkingBroken = false

  /// Nanoseconds that a broker has to answer a connection.
  private static let patience = 30 * second
  /// Nanoseconds that a broker may leave all that is on its way without an acknowledgement.
  private static let silence = 60 * second
  /// Nanoseconds that an acknowledgement waits for others, to be marked with them.
  private static let gathering = second / 4

  /// `window` is how many answers may be on their way at once, 1 or more; `seed` makes terminals wait differently long.
  package init(window: Int32, seed: UInt64) {
    self.window = Window(capacity: Int(window))
    backOff = BackOff(seed: seed)
  }

  // MARK: What is to be done

  /// The next thing to do. Ask again until it is `.nothing`.
  package mutating func nextAction(now: Int64) -> Action {
    if !acknowledged.isEmpty
      && (window.isEmpty || acknowledged.count >= window.capacity || cursor == 0 || now >= markBy)
    {
      // After a failure there is a pause, in which everything else goes on.
      if now >= markBy || !isMarkingBroken { return .mark(acknowledged) }
    }
    switch state {
    case .waiting(let until): return now >= until ? .connect : .nothing
    case .connecting(let until): return now >= until ? .disconnect : .nothing
    case .holding(let until):
      if isSilent(now) { return .disconnect }
      if now < until || !window.isEmpty { return .nothing }
      state = .online
      startOver(now)
      return fetch
    case .online: return isSilent(now) ? .disconnect : fetch
    }
  }

  private func isSilent(_ now: Int64) -> Bool { !window.isEmpty && now >= heardAt + Self.silence }

  private var fetch: Action {
    // While marking fails what was acknowledged is kept in mind, but not without end.
    if !mayHaveMore || window.room == 0 || acknowledged.count >= 4 * window.capacity { return .nothing }
    return .fetch(after: cursor, limit: Int32(window.room))
  }

  /// When `nextAction` may have something to do though nothing happens; `nil` is never.
  package var deadline: Int64? {
    var earliest: Int64?
    switch state {
    case .waiting(let until), .connecting(let until): earliest = until
    // With answers on their way, the last acknowledgement ends it.
    case .holding(let until): earliest = window.isEmpty ? until : heardAt + Self.silence
    case .online: earliest = window.isEmpty ? nil : heardAt + Self.silence
    }
    if !acknowledged.isEmpty { earliest = min(earliest ?? markBy, markBy) }
    return earliest
  }

  /// The broker has welcomed us, and has not gone since.
  package var isConnected: Bool {
    switch state {
    case .online, .holding: true
    case .waiting, .connecting: false
    }
  }

  /// Nothing is on its way, and nothing waits to be marked.
  package var isAtRest: Bool { window.isEmpty && acknowledged.isEmpty }

  // MARK: The connection

  /// A connection is being made.
  package mutating func connectionBegan(now: Int64) { state = .connecting(until: now + Self.patience) }

  /// The broker has welcomed us.
  package mutating func connected(now: Int64) {
    state = .online
    startOver(now)
  }

  /// There is no connection any more, or there was none to be had. What was on its way may or may not have arrived: it goes
  /// again.
  package mutating func disconnected(now: Int64) {
    if state == .online && now - onlineSince >= 60 * second { backOff.reset() }
    window.removeAll()
    cursor = 0
    state = .waiting(until: now + backOff.next())
  }

  /// The broker's settings are others, and the connection was given up for them: a new one is tried at once. What was on its way
  /// goes again; what was acknowledged stays to be marked. `capacity` is the new window, 1 or more.
  package mutating func reconfigured(window capacity: Int32, now: Int64) {
    window = Window(capacity: Int(capacity))
    backOff.reset()
    cursor = 0
    state = .waiting(until: now)
  }

  private mutating func startOver(_ now: Int64) {
    cursor = 0
    mayHaveMore = true
    accepted = 0
    onlineSince = now
  }

  // MARK: Answers

  /// There may be new answers in the journal.
  package mutating func answersCame() { mayHaveMore = true }

  /// Whether an answer from the journal is to be sent: not while it is on its way, nor when only its mark is missing.
  package func wants(_ sequence: Int64) -> Bool { !window.holds(sequence) && !acknowledged.contains(sequence) }

  /// An answer was given to the broker as `message`.
  package mutating func sent(_ sequence: Int64, as message: Int32, now: Int64) {
    if window.isEmpty { heardAt = now }
    window.add(sequence, as: message)
  }

  /// A fetch gave answers up to `last`, `nil` for none; `isAll` when there were no more.
  package mutating func fetched(upTo last: Int64?, isAll: Bool) {
    if let last { cursor = last }
    if isAll { mayHaveMore = false }
  }

  /// A message was acknowledged; `isAccepted` says whether the broker has taken it.
  package mutating func acknowledged(_ message: Int32, isAccepted: Bool, now: Int64) {
    guard let sequence = window.remove(message) else { return }
    heardAt = now
    if !isAccepted {
      refused(now: now)
      return
    }
    if acknowledged.isEmpty { markBy = now + Self.gathering }
    acknowledged.append(sequence)
    accepted += 1
    let isAllThrough = window.isEmpty && !mayHaveMore
    if state == .online && (accepted >= Int64(window.capacity) || isAllThrough) { backOff.reset() }
  }

  /// The broker, or the library before it, will not take an answer: it stays undelivered, and all sending pauses.
  package mutating func refused(now: Int64) {
    if state == .online { state = .holding(until: now + backOff.next()) }
  }

  /// The answers of `.mark` are marked.
  package mutating func marked() {
    acknowledged.removeAll(keepingCapacity: true)
    isMarkingBroken = false
  }

  /// They could not be: the disk is full, or somebody holds the journal. Tried again a second later.
  package mutating func markingFailed(now: Int64) {
    markBy = now + second
    isMarkingBroken = true
  }

  /// The journal was replaced by another: nothing that was said of the old one's answers holds for the new one's.
  package mutating func journalChanged(now: Int64) {
    window.removeAll()
    acknowledged.removeAll()
    isMarkingBroken = false
    startOver(now)
  }
}
