import Basics
import CMosquitto
import System

/// A connection to the broker: libmosquitto in the program's own event loop. Only resolving the broker's name blocks.
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
  private struct State {
    var events: [Event] = []
    var isConnected = false
    /// The reason given by the broker or the TLS library, which is more specific than libmosquitto's error code.
    var failure: String?
    /// Seconds without a message after which a ping is due. The broker may replace the time of the settings.
    var keepalive: Int64
    /// The longest payload that is accepted, in bytes.
    let longest: Int
  }

  let handle: OpaquePointer
  /// At a fixed address, which libmosquitto passes to the callbacks.
  private let state: UnsafeMutablePointer<State>
  /// How long the broker keeps the session after the connection ends, in seconds; `nil` to end the session with the connection.
  private let sessionExpiry: UInt32?
  private var isClosed = false
  /// When a message was last sent, in nanoseconds of the monotonic clock.
  private var lastSent: Int64 = 0

  /// Prepares a connection.
  ///
  /// - Parameters:
  ///   - client: The client ID.
  ///   - will: The message that the broker publishes, retained, when the connection is lost.
  ///   - longest: The longest payload that is accepted, in bytes.
  ///   - sessionExpiry: How long the broker keeps subscriptions and messages for this client after the connection ends, in seconds;
  ///     `nil` to start without those of an earlier connection and to keep none.
  @export(interface) package init(
    _ settings: BrokerSettings, client: String, will: (topic: String, payload: [UInt8])? = nil, longest: Int = 65_536,
    sessionExpiry: UInt32? = nil
  ) throws(ProgramError) {
    guard let handle = mosquitto_new(client, sessionExpiry == nil, nil) else {
      throw .failure("cannot connect to " + settings.host + ": out of memory")
    }
    self.handle = handle
    self.sessionExpiry = sessionExpiry
    state = .allocate(capacity: 1)
    state.initialize(to: State(keepalive: Int64(settings.keepalive), longest: longest))
    mosquitto_user_data_set(handle, state)
    mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
    mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, settings.window)
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    if let will {
      let code = mosquitto_will_set_v5(handle, will.topic, Int32(will.payload.count), will.payload, 1, true, nil)
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
  }

  private func setCallbacks() {
    mosquitto_connect_v5_callback_set(handle) { _, context, code, _, properties in
      let state = context!.assumingMemoryBound(to: State.self)
      if code != 0 {
        state.pointee.failure = "the broker refused the connection: " + String(cString: mosquitto_reason_string(code))
        return
      }
      var seconds: UInt16 = 0
      if mosquitto_property_read_int16(properties, Int32(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue), &seconds, false) != nil
      {
        state.pointee.keepalive = Int64(seconds)
      }
      state.pointee.isConnected = true
      state.pointee.events.append(.connected)
    }
    mosquitto_publish_v5_callback_set(handle) { _, context, message, code, _ in
      context!.assumingMemoryBound(to: State.self).pointee.events.append(.acknowledged(message: message, code: code))
    }
    mosquitto_subscribe_v5_callback_set(handle) { _, context, message, count, codes, _ in
      // One acknowledgement covers all topics; this reports the worst code.
      let worst = UnsafeBufferPointer(start: codes, count: Int(count)).max() ?? 0
      context!.assumingMemoryBound(to: State.self).pointee.events.append(.acknowledged(message: message, code: worst))
    }
    mosquitto_message_v5_callback_set(handle) { _, context, message, _ in
      let state = context!.assumingMemoryBound(to: State.self)
      guard let message = message?.pointee, let topic = message.topic else { return }
      let size = Int(message.payloadlen)
      let isTooLong = size > state.pointee.longest
      let bytes = UnsafeRawBufferPointer(start: message.payload, count: isTooLong ? 0 : size)
      state.pointee.events.append(
        .received(topic: String(cString: topic), payload: Array(bytes), size: size, isRetained: message.retain))
    }
    mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
      let state = context!.assumingMemoryBound(to: State.self)
      // Codes from 0x80 on are the broker's reason; others are libmosquitto's own.
      if code >= 0x80 && state.pointee.failure == nil {
        state.pointee.failure = "the broker closed the connection: " + String(cString: mosquitto_reason_string(code))
      }
    }
    mosquitto_log_callback_set(handle) { _, context, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      let state = context!.assumingMemoryBound(to: State.self)
      if state.pointee.failure == nil { state.pointee.failure = String(cString: text) }
    }
  }

  /// Starts to connect; `process` returns the result. Returns the reason if connecting fails at once, otherwise `nil`. With a session,
  /// this blocks until the socket is connected.
  @export(interface) package func begin(host: String, port: Int32) -> String? {
    cm_clear_errno()
    let keepalive = Int32(state.pointee.keepalive)
    var code: Int32
    if let sessionExpiry {
      // libmosquitto has no function that takes properties and does not block.
      var properties: OpaquePointer?
      code = mosquitto_property_add_int32(
        &properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue), sessionExpiry)
      if code == MOSQ_ERR_SUCCESS.int {
        code = mosquitto_connect_bind_v5(handle, host, port, keepalive, nil, properties)
      }
      mosquitto_property_free_all(&properties)
    } else {
      code = mosquitto_connect_bind_async(handle, host, port, keepalive, nil)
    }
    lastSent = MonotonicClock.now()
    return code == MOSQ_ERR_SUCCESS.int ? nil : reason(code)
  }

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

  /// When the next ping or the broker's response to it is due, in nanoseconds of the monotonic clock. libmosquitto counts whole
  /// seconds, so this adds one.
  package var deadline: Int64? {
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
    if code == MOSQ_ERR_SUCCESS.int && descriptor >= 0, let deadline, now >= deadline {
      code = mosquitto_loop_misc(handle)
      lastSent = now
    }
    if code != MOSQ_ERR_SUCCESS.int || descriptor < 0 {
      close(reason(code))
    } else if isOver && !state.pointee.isConnected {
      // With TLS, libmosquitto does not report a refused TCP connection, and poll(2) would return at once forever.
      close("the connection was refused or interrupted")
    }
    let events = state.pointee.events
    state.pointee.events.removeAll()
    return events
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

  /// Sends a message. Only quality of service 1 is acknowledged.
  @export(interface) package func send(_ payload: [UInt8], to topic: String, quality: Int32, retained: Bool)
    -> SendResult
  {
    var message: Int32 = 0
    cm_clear_errno()
    let code = mosquitto_publish_v5(handle, &message, topic, Int32(payload.count), payload, quality, retained, nil)
    lastSent = MonotonicClock.now()
    return result(code, message)
  }

  private func result(_ code: Int32, _ message: Int32) -> SendResult {
    switch code {
    case MOSQ_ERR_SUCCESS.int: return .sent(message: message)
    case MOSQ_ERR_OVERSIZE_PACKET.int, MOSQ_ERR_PAYLOAD_SIZE.int, MOSQ_ERR_QOS_NOT_SUPPORTED.int,
      MOSQ_ERR_RETAIN_NOT_SUPPORTED.int, MOSQ_ERR_MALFORMED_UTF8.int:
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

  /// Returns the most specific reason for a failure.
  private func reason(_ code: Int32) -> String { state.pointee.failure ?? errorText(code) }

  /// Returns libmosquitto's text for an error code, or the C library's for errno, without the capital letter and the full stop.
  func errorText(_ code: Int32) -> String {
    let errno = cm_errno()
    if code == MOSQ_ERR_ERRNO.int && errno != 0 { return errnoText(errno) }
    // libmosquitto returns MOSQ_ERR_ERRNO without an errno if it cannot parse what it received.
    if code == MOSQ_ERR_ERRNO.int { return "the server is not an MQTT broker; check its name and port" }
    if code == MOSQ_ERR_SUCCESS.int { return "the broker closed the connection" }
    var bytes = Array(String(cString: mosquitto_strerror(code)).utf8)
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    // Lowercases the article, too, as in "A network protocol error".
    if bytes.count > 1 && bytes[1] == UInt8(ascii: " ") { bytes[0] |= 0x20 }
    return lowercasingFirst(String(decoding: bytes, as: UTF8.self))
  }
}

extension mosq_err_t {
  /// The code in the type that libmosquitto's functions return.
  var int: Int32 { Int32(rawValue) }
}
