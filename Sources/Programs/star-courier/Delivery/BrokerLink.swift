import Basics
import Broker
import CMosquitto
import Courier
import Settings
import System

/// The connection to the broker, and what each message on it is for.
final class BrokerLink {
  typealias Purpose = MessagesInFlight.Purpose

  private(set) var options: CourierOptions
  let site: SiteReport
  private var connection: BrokerConnection?
  private var dialer = BrokerDialer()
  private var messages = MessagesInFlight()
  /// The topic of the last message with each purpose, for the log.
  private var topics: [Purpose: String] = [:]
  /// Whether the broker has refused a message on this connection.
  private var wasRefused = false
  private var warnings = WarningLog()

  init(_ options: CourierOptions) { (self.options, site) = (options, SiteReport(kiosk: options.kiosk)) }

  /// Returns the topic PREFIX/KIOSK/name.
  func topic(_ name: String) -> String { options.broker.prefix + "/" + options.kiosk + "/" + name }

  func warn(_ warning: String) { warnings.report(warning) }

  /// Logs that the broker, or the MQTT library, refused a message.
  func refused(_ warning: String) {
    wasRefused = true
    warn(warning)
  }

  // MARK: The connection

  var isOpen: Bool { connection != nil }
  /// Whether the next connection may begin at once.
  var hasAlternative: Bool { dialer.hasAlternative }
  /// How long an attempt to connect may take, in nanoseconds.
  var timeout: Int64 { dialer.timeout }
  var deadline: Int64? { connection?.deadline }

  private var address: String { "\(options.broker.host), port \(options.broker.port)" }

  /// Prepares a connection with the given settings. The kiosk's ID never changes while the program runs. A prefix other than the default
  /// one is part of the client ID, so that a test kiosk with another prefix does not end the connection of the real kiosk with the same ID.
  ///
  /// - Parameter will: The status that the broker publishes when the connection is lost.
  /// - Throws: If the certificates are unusable, for example.
  @discardableResult private func makeConnection(
    _ new: CourierOptions, will: [UInt8]
  ) throws(ProgramError) -> BrokerConnection {
    try BrokerConnection(
      BrokerSettings(new.broker),
      client: clientID("star-courier-" + new.kiosk, [("star-slider", new.broker.prefix)]),
      will: (topic: new.broker.prefix + "/" + new.kiosk + "/status", payload: will), traits: dialer.traits)
  }

  /// Begins to connect. Returns the reason if that fails at once, otherwise `nil`.
  ///
  /// The files of the password and the certificates are read for every attempt. One that is missing while it is renewed, or whose disk is
  /// not mounted yet, only delays the connection.
  func begin(will: [UInt8]) -> String? {
    let new: BrokerConnection
    do throws(ProgramError) { new = try makeConnection(options, will: will) } catch {
      dialer.endRound()
      return error.lines.first ?? ""
    }
    connection = new
    messages.connectionBegan()
    return dialer.begin(new, host: options.broker.host, port: options.broker.port)
  }

  /// Handles a connection that the broker has accepted.
  func accepted() {
    if let connection { dialer.accepted(connection) }
    warnings.clear()
    site.connected()
    Standard.error("connected to " + address, .notice)
    wasRefused = false
  }

  /// Handles a broker that stopped responding; the caller then ends the connection.
  func fellSilent(at now: Int64) {
    messages.fellSilent(at: now)
    wasRefused = true
  }

  /// Ends a connection that was lost, or an attempt that failed. `isProbing` is true if an answer may have ended it: that does not mean that
  /// the broker now permits a message that it refused before.
  func lost(_ reason: String, wasOnline: Bool, isProbing: Bool) {
    site.lost(isTakenOver: connection?.isTakenOver == true, isRefused: connection?.isRefused == true, reason)
    if let connection { dialer.ended(connection) }
    if isProbing { wasRefused = true }
    let extras = messages.unacknowledgedExtras.map { named($0) }
    if wasOnline {
      messages.connectionEnded(wasRefused: wasRefused, at: MonotonicClock.now())
    } else {
      messages.connectionEndedBeforeAnswers(at: MonotonicClock.now())
    }
    connection = nil
    warn("no connection to " + address + ": " + dialer.named(reason) + "; trying again")
    for extra in extras {
      warn("the connection ended instead of an acknowledgment of the " + extra + "; withheld for a while")
    }
  }

  func disconnect() { connection?.disconnect() }

  /// Uses other settings, and forgets what is known about the old broker.
  ///
  /// - Returns: Whether the connection can be kept.
  /// - Throws: If the certificates are unusable.
  func adopt(_ settings: CourierOptions, will: [UInt8]) throws(ProgramError) -> Bool {
    try makeConnection(settings, will: will)
    let old = options
    options = settings
    options.fileVersions = settings.broker.fileVersions
    return settings.connects(as: old.broker) && options.fileVersions == old.fileVersions
  }

  /// Disconnects, and forgets what is known about the old broker.
  func startOver() {
    disconnect()
    (connection, messages, dialer, warnings) = (nil, MessagesInFlight(), BrokerDialer(), WarningLog())
  }

  // MARK: Events

  func watch(with poller: Poller) {
    if let connection { poller.add(connection.descriptor, for: connection.interest) }
  }

  /// Returns what has happened, as far as the socket is ready.
  func events(_ poller: Poller, _ now: Int64) -> [BrokerConnection.Event] {
    guard let connection else { return [] }
    let readiness = poller.readiness(of: connection.descriptor)
    return readiness.isEmpty && now < connection.deadline ?? .max ? [] : connection.process(readiness, now: now)
  }

  /// Returns what the socket still holds after a failure to send, such as the broker's reason for closing.
  func lastEvents(_ now: Int64) -> [BrokerConnection.Event] { connection?.process(.readable, now: now) ?? [] }

  /// Handles an acknowledgment. Returns the message's purpose, and the reason if the broker refused it.
  func acknowledged(_ message: Int32, _ code: Int32, _ now: Int64) -> (purpose: Purpose, refusal: String?)? {
    // Codes below 0x80 accept the message. 0x10 means that it has no subscriber, which is not an error here.
    let refusal = code < 0x80 ? nil : String(cString: mosquitto_reason_string(code))
    guard let purpose = messages.acknowledged(message, isAccepted: refusal == nil, at: now) else { return nil }
    if case .answer = purpose { return (purpose, refusal) }
    if let refusal { refused("the broker refused the " + named(purpose) + ": " + refusal + "; trying again later") }
    return (purpose, refusal)
  }

  /// Returns the purpose and the topic.
  private func named(_ purpose: Purpose) -> String { purpose.name + (topics[purpose].map { " at " + $0 } ?? "") }

  /// Handles the replacement of the journal.
  func forgetAnswers() { messages.forgetAnswers() }

  // MARK: Messages

  /// Whether to send what is sent once on each connection.
  func isDue(_ purpose: Purpose, at now: Int64) -> Bool { isOpen && messages.isDue(purpose, at: now) }

  /// Whether the broker has accepted the last message of this kind on this connection.
  func isAccepted(_ purpose: Purpose) -> Bool { isOpen && messages.isAccepted(purpose) }

  /// Sends an answer. Returns the reason if it cannot be sent although the connection works, otherwise `nil`.
  func send(_ answer: [UInt8], for purpose: Purpose) throws(ConnectionLost) -> String? {
    switch connection?.send(answer, to: topic("answer"), quality: 1, retained: false) {
    case .sent(let message)?:
      messages.sent(message, for: purpose)
      return nil
    case .refused(let reason)?: return reason
    case .lost(let reason)?: throw ConnectionLost(reason: reason)
    case nil: throw ConnectionLost(reason: "there is no connection")
    }
  }

  /// Publishes a message that may be lost, with the highest quality of service that the broker permits. Returns `nil` without a connection,
  /// or if the broker has refused it recently.
  @discardableResult func publish(
    _ payload: @autoclosure () -> [UInt8], to topic: String, retained: Bool, for purpose: Purpose
  ) -> BrokerConnection.SendResult? {
    guard let connection, messages.isAllowed(purpose, at: MonotonicClock.now()) else { return nil }
    let result = connection.send(payload(), to: topic, quality: connection.traits.quality, retained: retained)
    if case .sent(let message) = result { messages.sent(message, for: purpose) }
    topics[purpose] = topic
    return result
  }

  /// Subscribes, unless this connection has the subscription or the broker has refused it recently. Returns whether it did.
  @discardableResult func subscribe(to topics: [String], retained: Bool, for purpose: Purpose, _ now: Int64) -> Bool {
    guard let connection, messages.isDue(purpose, at: now),
      case .sent(let message) = retained ? connection.subscribeToRetained(topics) : connection.subscribe(to: topics)
    else { return false }
    messages.sent(message, for: purpose)
    return true
  }

  /// Lets `subscribe` subscribe again, so that the broker sends what it retains.
  func forgetSubscription(_ purpose: Purpose) { messages.forget(purpose) }
}

/// A failure to send that ended the connection.
struct ConnectionLost: Error { let reason: String }

extension BrokerSettings {
  /// Creates courier options from settings with the same names.
  init(_ settings: CourierSettings) {
    self.init()
    (host, port, tls) = (settings.host, settings.port, settings.tls)
    (ca, certificate, key) = (settings.ca, settings.certificate, settings.key)
    (username, passwordFile) = (settings.username, settings.passwordFile)
    (keepalive, window) = (settings.keepalive, settings.window)
  }
}
