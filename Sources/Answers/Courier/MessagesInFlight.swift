/// What each message is for that the broker has not acknowledged, and whether it may be sent.
///
/// Every acknowledgment is looked up here, whether it accepts or refuses. MQTT has 65,535 message numbers, which bounds the memory if a
/// broker acknowledges nothing.
package struct MessagesInFlight: Sendable {
  package enum Purpose: Hashable, Sendable {
    case status, heartbeat
    /// The subscription to requests for answers, and the one to remote control.
    case requests, control
    /// The description for Home Assistant, the report on the newest configuration, the reply to a command and its picture, the list of
    /// requested answers that the journal no longer has, the survey's words, and the counts of a day.
    case discovery, report, reply, picture, absence, survey, day
    /// An answer that is sent again on request, by its number in the journal.
    case repetition(Int64)
    case answer(Int64)

    package var name: String {
      switch self {
      case .status: "status"
      case .heartbeat: "heartbeat"
      case .requests: "subscription"
      case .control: "subscription to remote control"
      case .discovery: "description for Home Assistant"
      case .report: "report on the configuration"
      case .reply: "reply to a command"
      case .picture: "picture"
      case .absence: "list of missing answers"
      case .survey: "words of the survey"
      case .day: "counts of a day"
      case .repetition: "repetition"
      case .answer: "answer"
      }
    }

    /// The purposes that are withheld for a while after a refusal. `extras` are also withheld after a connection that ended in place of their
    /// acknowledgment.
    fileprivate static var messages: [Purpose] { [.status, .heartbeat] }
    fileprivate static var extras: [Purpose] {
      [.requests, .control, .discovery, .report, .reply, .picture, .absence, .survey, .day]
    }
  }

  private var purposes: [Int32: Purpose] = [:]
  private var publications: [Purpose: StatusPublication] = [:]

  package init() {
    for purpose in Purpose.messages + Purpose.extras { publications[purpose] = StatusPublication() }
  }

  package func isAccepted(_ purpose: Purpose) -> Bool { publications[purpose]?.isAccepted ?? false }

  /// Whether the broker has not refused a message with this purpose recently.
  package func isAllowed(_ purpose: Purpose, at now: Int64) -> Bool {
    publications[purpose]?.isAllowed(at: now) ?? true
  }

  /// Whether to send what is sent once on each connection.
  package func isDue(_ purpose: Purpose, at now: Int64) -> Bool {
    publications[purpose].map { !$0.isAccepted && !$0.isInFlight && $0.isAllowed(at: now) } ?? true
  }

  package mutating func sent(_ message: Int32, for purpose: Purpose) {
    purposes[message] = purpose
    publications[purpose]?.sent()
  }

  /// Handles the acknowledgment of a message, which accepts or refuses it. Returns its purpose; `nil` if none is known.
  package mutating func acknowledged(_ message: Int32, isAccepted: Bool, at now: Int64) -> Purpose? {
    guard let purpose = purposes.removeValue(forKey: message) else { return nil }
    publications[purpose]?.acknowledged(isAccepted: isAccepted, at: now)
    return purpose
  }

  /// Handles the replacement of the journal, whose answers have the same numbers as other ones in the new journal.
  package mutating func forgetAnswers() {
    purposes = purposes.filter { publications[$0.value] != nil }
  }

  package mutating func connectionBegan() {
    purposes = [:]
    for purpose in publications.keys { publications[purpose]?.connectionBegan() }
  }

  /// Handles a broker that stopped responding. A status or heartbeat that is never acknowledged may use up the number of messages that the
  /// broker accepts at once. If it is withheld, answers may get through.
  package mutating func fellSilent(at now: Int64) {
    for purpose in Purpose.messages { publications[purpose]?.connectionEndedAsRefusal(at: now) }
  }

  /// Handles the end of an accepted connection. `wasRefused` is true if the broker refused any message on it.
  package mutating func connectionEnded(wasRefused: Bool, at now: Int64) {
    for purpose in Purpose.messages { publications[purpose]?.connectionEnded(wasRefused: wasRefused) }
    for purpose in Purpose.extras { publications[purpose]?.connectionEndedAsRefusal(at: now) }
  }

  /// Handles the end of a connection before the first answer, which the status may have caused.
  package mutating func connectionEndedBeforeAnswers(at now: Int64) {
    publications[.status]?.connectionEndedAsRefusal(at: now)
  }

  /// What the broker has not acknowledged of what answers do not need, and so may have ended the connection.
  package var unacknowledgedExtras: [Purpose] { Purpose.extras.filter { publications[$0]?.isInFlight == true } }

  /// Sends a subscription again, and ignores the acknowledgment of the last one.
  package mutating func forget(_ purpose: Purpose) {
    purposes = purposes.filter { $0.value != purpose }
    publications[purpose] = StatusPublication()
  }
}
