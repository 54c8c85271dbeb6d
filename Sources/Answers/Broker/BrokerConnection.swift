import Basics
import CMosquitto
import CResolver
import System

/// A connection to the broker: libmosquitto in the program's own event loop. It never blocks.
///
/// Every attempt uses a new connection. After reconnecting, libmosquitto would resend pending messages by itself, in addition to the
/// caller.
package final class BrokerConnection {
  /// An event that `process` returns.
  package enum Event {
    case connected
    /// The broker acknowledged a message or a subscription with this reason code; codes below 0x80 accept it.
    case acknowledged(message: Int32, code: Int32)
    /// A message of a subscription, which libmosquitto has already acknowledged. `size` is its length in bytes; `payload` is empty if
    /// that exceeds the connection's limit.
    case received(topic: String, payload: [UInt8], size: Int, isRetained: Bool)
    /// The connection ended or was never established, with the reason.
    case closed(String)
  }

  /// The state that the callbacks change.
  struct State {
    var events: [Event] = []
    var isConnected = false
    /// The reason given by the broker or the TLS library, which is more specific than libmosquitto's error code.
    var failure: String?
    /// The reason code with which the broker refused or closed the connection.
    var refusal: Int32?
    var traits: BrokerTraits
    /// Whether another client with the same client ID has connected.
    var isTakenOver = false
    /// Whether the connection ended because the broker sent a malformed packet after it had accepted the connection.
    var isMalformed = false
    /// Seconds without a message after which a ping is due. The broker may override the value from the settings.
    var keepalive: Int64
    /// The longest payload that is accepted, in bytes.
    let longest: Int
  }

  /// The bytes that a packet may have besides its payload; a topic has up to 65,535. The broker does not send longer packets. MQTT permits
  /// 256 MB, and libmosquitto keeps a packet in memory until it has read all of it.
  private static let packetOverhead = 65_536

  let handle: OpaquePointer
  /// At a fixed address, which libmosquitto passes to the callbacks.
  let state: UnsafeMutablePointer<State>
  /// How long the broker keeps the session after the connection ends, in seconds; `nil` to end the session with the connection.
  private let sessionExpiry: UInt32?
  private var isClosed = false
  /// How long the broker may take to reply, in nanoseconds; `nil` if the caller enforces a limit itself.
  private let patience: Int64?
  private var acceptBy: Int64?
  /// The messages and subscriptions that the broker has not acknowledged, oldest first, each with its deadline.
  private var awaited: [(message: Int32, until: Int64)] = []
  /// Why the TLS handshake failed, at a fixed address.
  let handshake: UnsafeMutablePointer<cm_handshake>
  let settings: BrokerSettings
  private(set) var host = ""
  /// When a message was last sent, in nanoseconds of the monotonic clock.
  private var lastSent: Int64 = 0

  /// Prepares a connection.
  ///
  /// - Parameters:
  ///   - client: The client ID.
  ///   - will: The message that the broker publishes when the connection is lost. It is retained if the broker supports that.
  ///   - traits: What the broker permits, as far as it is known.
  ///   - patience: How long the broker may take to acknowledge a message or a subscription, in nanoseconds, before the connection ends;
  ///     `nil` if the caller enforces a limit itself.
  ///   - longest: The longest payload that is accepted, in bytes.
  ///   - sessionExpiry: How long the broker keeps subscriptions and messages for this client after the connection ends, in seconds;
  ///     `nil` to start without those of an earlier connection and to keep none.
  ///   - isClean: Whether to start without those of an earlier connection in any case.
  @export(interface) package init(
    _ settings: BrokerSettings, client: String, will: (topic: String, payload: [UInt8])? = nil,
    traits: BrokerTraits = BrokerTraits(), longest: Int = 65_536, sessionExpiry: UInt32? = nil, isClean: Bool = false,
    patience: Int64? = nil
  ) throws(ProgramError) {
    guard let handle = mosquitto_new(client, isClean || sessionExpiry == nil, nil) else {
      throw .failure("cannot connect to " + settings.host + ": out of memory")
    }
    self.handle = handle
    (self.sessionExpiry, self.patience) = (sessionExpiry, patience)
    self.settings = settings
    handshake = .allocate(capacity: 1)
    handshake.initialize(to: cm_handshake())
    state = .allocate(capacity: 1)
    state.initialize(to: State(traits: traits, keepalive: Int64(settings.keepalive), longest: longest))
    mosquitto_user_data_set(handle, state)
    mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
    mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, settings.window)
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    if let will {
      let code = mosquitto_will_set_v5(
        handle, will.topic, Int32(will.payload.count), will.payload, traits.quality, traits.retains, nil)
      if code != MOSQ_ERR_SUCCESS.int { throw .failure("cannot use the topic " + will.topic + ": " + errorText(code)) }
    }
    try setUser(settings)
    if settings.tls { try setTLS(settings) }
    setCallbacks()
  }

  deinit {
    mosquitto_destroy(handle)
    state.deinitialize(count: 1)
    state.deallocate()
    handshake.deallocate()
  }

  /// Starts to connect; `process` returns the result. Returns the reason if connecting fails at once, otherwise `nil`.
  ///
  /// - Parameters:
  ///   - address: The address of the host; its name serves to check the broker's certificate.
  ///   - timeout: How long the broker may take to accept the connection, in nanoseconds.
  func begin(host: String, port: Int32, address: String, timeout: Int64) -> String? {
    acceptBy = MonotonicClock.now() + timeout
    self.host = host
    let keepalive = Int32(state.pointee.keepalive)
    // libmosquitto has no non-blocking function that takes properties, but it keeps the properties for the next attempt. So this first
    // attempt only sets them, and fails at once because it has no address.
    var properties: OpaquePointer?
    defer { mosquitto_property_free_all(&properties) }
    var code = mosquitto_property_add_int32(
      &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), UInt32(state.pointee.longest + Self.packetOverhead))
    if let sessionExpiry, code == MOSQ_ERR_SUCCESS.int {
      code = mosquitto_property_add_int32(
        &properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue), sessionExpiry)
    }
    if code != MOSQ_ERR_SUCCESS.int { return reason(code) }
    "".withCString { none in
      cr_pin(none)
      _ = mosquitto_connect_bind_v5(handle, host, port, keepalive, nil, properties)
      cr_pin(nil)
    }
    (state.pointee.failure, state.pointee.refusal) = (nil, nil)
    cm_watch_handshake(handshake)
    defer { cm_watch_handshake(nil) }
    cm_clear_errno()
    code = address.withCString { text in
      cr_pin(text)
      defer { cr_pin(nil) }
      return mosquitto_reconnect_async(handle)
    }
    lastSent = MonotonicClock.now()
    return code == MOSQ_ERR_SUCCESS.int ? nil : reason(code)
  }

  /// What the broker permits.
  package var traits: BrokerTraits { state.pointee.traits }

  /// Notes that the broker has refused a shared subscription.
  package func withoutSharing() { state.pointee.traits.shares = false }

  /// The reason code with which the broker refused or closed the connection; `nil` if it gave none.
  package var refusal: Int32? { state.pointee.refusal }

  /// Subscribes to topics with quality of service 1, without the messages that the broker retains. Returns the same as `send`.
  @export(interface) package func subscribe(to topics: [String]) -> SendResult {
    subscribe(to: topics, options: Int32(MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue))
  }

  /// Subscribes to topics with quality of service 1, including the messages that the broker retains.
  @export(interface) package func subscribeToRetained(_ topics: [String]) -> SendResult {
    subscribe(to: topics, options: 0)
  }

  private func subscribe(to topics: [String], options: Int32) -> SendResult {
    var message: Int32 = 0
    cm_clear_errno()
    var names = topics.map { strdup($0) }
    defer { for name in names { free(name) } }
    let code = mosquitto_subscribe_multiple(handle, &message, Int32(names.count), &names, 1, options, nil)
    lastSent = MonotonicClock.now()
    return result(code, message)
  }

  /// The socket, for poll(2); -1 without a connection.
  package var descriptor: Int32 { mosquitto_socket(handle) }

  package var interest: Poller.Readiness { mosquitto_want_write(handle) ? [.readable, .writable] : .readable }

  /// When to call `process` even if the socket is not ready, in nanoseconds of the monotonic clock.
  package var deadline: Int64? {
    // A message of quality 0 counts as acknowledged once it is sent.
    if !state.pointee.events.isEmpty { return 0 }
    return [pingDeadline, acceptBy, awaited.first?.until].compactMap { $0 }.min()
  }

  /// When the next ping or the broker's response to it is due. libmosquitto counts whole seconds, so this adds one.
  private var pingDeadline: Int64? {
    let keepalive = state.pointee.keepalive
    return state.pointee.isConnected && keepalive > 0 ? lastSent + (keepalive + 1) * 1_000_000_000 : nil
  }

  /// Reads and writes what the socket is ready for, and returns the events.
  @export(interface) package func process(_ readiness: Poller.Readiness, now: Int64) -> [Event] {
    var code = MOSQ_ERR_SUCCESS.int
    cm_clear_errno()
    let isOver = !readiness.isDisjoint(with: [.hungUp, .failed])
    if readiness.contains(.readable) || isOver { code = mosquitto_loop_read(handle, 1) }
    if code == MOSQ_ERR_SUCCESS.int && descriptor >= 0 && mosquitto_want_write(handle) {
      code = mosquitto_loop_write(handle, 1)
    }
    if code == MOSQ_ERR_SUCCESS.int && descriptor >= 0, let pingDeadline, now >= pingDeadline {
      code = mosquitto_loop_misc(handle)
      lastSent = now
    }
    if code != MOSQ_ERR_SUCCESS.int || descriptor < 0 {
      state.pointee.isMalformed = state.pointee.isConnected && Self.isMalformed(code)
      close(reason(code))
    } else if isOver && !state.pointee.isConnected {
      // With TLS, libmosquitto does not report a refused TCP connection, and poll(2) would return at once forever.
      close("the connection was refused or interrupted")
    }
    watchReplies(now)
    let events = state.pointee.events
    state.pointee.events.removeAll()
    return events
  }

  /// Ends the connection if a reply from the broker is overdue.
  private func watchReplies(_ now: Int64) {
    if state.pointee.isConnected { acceptBy = nil }
    if !awaited.isEmpty {
      for case .acknowledged(let message, _) in state.pointee.events { awaited.removeAll { $0.message == message } }
    }
    if let acceptBy, now >= acceptBy {
      close("the broker does not respond")
    } else if let first = awaited.first, now >= first.until {
      close("the broker does not acknowledge a message")
    }
    if isClosed { (acceptBy, awaited) = (nil, []) }
  }

  private func close(_ reason: String) {
    if !isClosed { state.pointee.events.append(.closed(reason)) }
    isClosed = true
  }

  package enum SendResult {
    case sent(message: Int32)
    /// The message cannot be sent; the connection still works.
    case refused(String)
    case lost(String)
  }

  /// Sends a message. It is retained only if the broker permits that.
  ///
  /// - Parameter quality: 1 for a message that must be acknowledged by the broker. Otherwise `traits.quality`.
  @export(interface) package func send(_ payload: [UInt8], to topic: String, quality: Int32, retained: Bool)
    -> SendResult
  {
    var message: Int32 = 0
    cm_clear_errno()
    let code = mosquitto_publish_v5(
      handle, &message, topic, Int32(payload.count), payload, quality, retained && traits.retains, nil)
    lastSent = MonotonicClock.now()
    return result(code, message, isAwaited: quality > 0)
  }

  private func result(_ code: Int32, _ message: Int32, isAwaited: Bool = true) -> SendResult {
    switch code {
    case MOSQ_ERR_SUCCESS.int:
      if let patience, isAwaited { awaited.append((message, lastSent + patience)) }
      return .sent(message: message)
    case MOSQ_ERR_QOS_NOT_SUPPORTED.int:
      return .refused("the broker acknowledges no messages (its maximum quality of service is 0)")
    case MOSQ_ERR_OVERSIZE_PACKET.int, MOSQ_ERR_PAYLOAD_SIZE.int, MOSQ_ERR_RETAIN_NOT_SUPPORTED.int,
      MOSQ_ERR_MALFORMED_UTF8.int:
      return .refused(errorText(code))
    default: return .lost(reason(code))
    }
  }

  /// Disconnects and makes the broker publish the will. Waits up to a second for the socket.
  @export(interface) package func disconnect() {
    // 0x04: disconnect with will message.
    mosquitto_disconnect_v5(handle, 0x04, nil)
    let end = MonotonicClock.now() + 1_000_000_000
    let poller = Poller()
    while descriptor >= 0 && mosquitto_want_write(handle) && MonotonicClock.now() < end {
      poller.removeAll()
      poller.add(descriptor, for: .writable)
      _ = try? poller.wait(until: end)
      if mosquitto_loop_write(handle, 1) != MOSQ_ERR_SUCCESS.int { return }
    }
  }

  /// Whether the broker closed the connection because another client with the same ID has connected.
  package var isTakenOver: Bool { state.pointee.isTakenOver }

  /// Whether the connection failed because the broker refused it, or because a certificate was refused.
  package var isRefused: Bool {
    let handshake = handshake.pointee
    return state.pointee.failure != nil || handshake.is_refused != 0 || handshake.alert != 0
      || handshake.has_expired != 0 && isExamined
  }
}
