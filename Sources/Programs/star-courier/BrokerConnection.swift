import Basics
import CMosquitto
import Settings
import System

/// One connection to the broker: libmosquitto in our own loop. Non-blocking but for the look-up of the broker's name.
///
/// A new one is made for every try. libmosquitto would otherwise send again by itself, after a reconnection, what the courier
/// sends again, too.
final class BrokerConnection {
  /// What came out of `process`.
  enum Event {
    /// The broker has welcomed us.
    case connected
    /// A message was acknowledged with this reason code; below 0x80 it was taken.
    case acknowledged(message: Int32, code: Int32)
    /// The connection is over, or never came to be; in words.
    case closed(String)
  }

  private let handle: OpaquePointer
  private var events: [Event] = []
  private var isWelcome = false
  private var isClosed = false
  /// Why the broker does not want us, or what TLS says: better words than libmosquitto's code.
  private var complaint: String?
  /// Seconds of silence until the broker must hear of us; its own wish may be shorter than ours.
  private var keepalive: Int64
  /// When something was sent last, nanoseconds of the monotonic clock.
  private var lastSent: Int64 = 0

  /// Prepares a connection; `will` is what the broker tells others, at `willTopic`, when we are gone.
  init(_ settings: CourierSettings, client: String, willTopic: String, will: [UInt8]) throws(CourierError) {
    keepalive = Int64(settings.keepalive)
    guard let handle = mosquitto_new(client, true, nil) else { throw .failure("cannot connect: out of memory") }
    self.handle = handle
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
    mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, settings.window)
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    let code = mosquitto_will_set_v5(handle, willTopic, Int32(will.count), will, 1, true, nil)
    if code != MOSQ_ERR_SUCCESS.int { throw .failure("cannot use the topic " + willTopic + ": " + words(code)) }
    try setUser(settings)
    if settings.tls { try setTLS(settings) }
    setCallbacks()
  }

  deinit { mosquitto_destroy(handle) }

  private func setUser(_ settings: CourierSettings) throws(CourierError) {
    if settings.username.utf8.isEmpty { return }
    // MQTT's passwords are bytes; only the name is a text.
    var password: [CChar]?
    if let path = settings.passwordFile {
      do throws(SystemError) {
        let line = try readFile(path, limit: 65_536).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        password = line.map { CChar(bitPattern: $0) } + [0]
      } catch {
        throw .configuration(error.message + "; give a file with the password in its first line")
      }
    }
    let code = (password ?? []).withUnsafeBufferPointer { bytes in
      mosquitto_username_pw_set(handle, settings.username, password == nil ? nil : bytes.baseAddress)
    }
    if code != MOSQ_ERR_SUCCESS.int { throw .failure("cannot use the user's name and password: " + words(code)) }
  }

  private func setTLS(_ settings: CourierSettings) throws(CourierError) {
    // libmosquitto finds out with the first connection, and says less.
    for path in [settings.ca, settings.certificate, settings.key] {
      guard let path else { continue }
      let bytes: [UInt8]
      do throws(SystemError) { bytes = try readFile(path, limit: 4 << 20) } catch {
        throw .configuration(error.message)
      }
      if !Self.isPEM(bytes) { throw .configuration("cannot use " + path + ": it is no PEM file") }
    }
    if settings.ca == nil { mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
    if settings.ca == nil && settings.certificate == nil { return }
    // A certificate of our own cannot be had from libmosquitto without a word on whom to trust: Debian's folder says the
    // same as the option.
    let code = mosquitto_tls_set(
      handle, settings.ca, settings.ca == nil ? "/etc/ssl/certs" : nil, settings.certificate, settings.key, nil)
    if code != MOSQ_ERR_SUCCESS.int { throw .configuration("cannot use the certificates: " + words(code)) }
  }

  private static func isPEM(_ bytes: [UInt8]) -> Bool {
    let mark: StaticString = "-----BEGIN "
    let count = mark.utf8CodeUnitCount
    if bytes.count < count { return false }
    for start in 0...(bytes.count - count) {
      var length = 0
      while length < count && bytes[start + length] == mark.utf8Start[length] { length += 1 }
      if length == count { return true }
    }
    return false
  }

  private func setCallbacks() {
    mosquitto_connect_v5_callback_set(handle) { _, context, code, _, properties in
      let connection = Unmanaged<BrokerConnection>.fromOpaque(context!).takeUnretainedValue()
      if code != 0 {
        connection.complaint = "the broker refuses us: " + String(cString: mosquitto_reason_string(code))
        return
      }
      var seconds: UInt16 = 0
      if mosquitto_property_read_int16(properties, Int32(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue), &seconds, false) != nil
      {
        connection.keepalive = Int64(seconds)
      }
      connection.isWelcome = true
      connection.events.append(.connected)
    }
    mosquitto_publish_v5_callback_set(handle) { _, context, message, code, _ in
      let connection = Unmanaged<BrokerConnection>.fromOpaque(context!).takeUnretainedValue()
      connection.events.append(.acknowledged(message: message, code: code))
    }
    mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
      let connection = Unmanaged<BrokerConnection>.fromOpaque(context!).takeUnretainedValue()
      // From 0x80 on it is the broker's reason, as it gave it; below, libmosquitto's own.
      if code >= 0x80 && connection.complaint == nil {
        connection.complaint = "the broker ends the connection: " + String(cString: mosquitto_reason_string(code))
      }
    }
    mosquitto_log_callback_set(handle) { _, context, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      let connection = Unmanaged<BrokerConnection>.fromOpaque(context!).takeUnretainedValue()
      connection.complaint = connection.complaint ?? String(cString: text)
    }
  }

  // MARK: The connection

  /// Begins to connect; the rest comes out of `process`. In words, why it cannot be.
  func begin(host: String, port: Int32) -> String? {
    cm_clear_errno()
    let code = mosquitto_connect_bind_async(handle, host, port, Int32(keepalive), nil)
    lastSent = MonotonicClock.now()
    return code == MOSQ_ERR_SUCCESS.int ? nil : complaint ?? words(code)
  }

  /// For poll(2); -1 when there is no connection.
  var descriptor: Int32 { mosquitto_socket(handle) }

  var interest: Poller.Readiness { mosquitto_want_write(handle) ? [.readable, .writable] : .readable }

  /// When the broker must hear of us again, or must have answered; nanoseconds of the monotonic clock. libmosquitto counts
  /// whole seconds, so a second more makes sure that they are over.
  var deadline: Int64? { isWelcome && keepalive > 0 ? lastSent + (keepalive + 1) * 1_000_000_000 : nil }

  /// Reads and writes what can be, and tells what came of it.
  func process(_ readiness: Poller.Readiness, now: Int64) -> [Event] {
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
      close(complaint ?? words(code))
    } else if isOver && !isWelcome {
      // Of a refused TCP connection with TLS libmosquitto says nothing, and poll would wake for it for ever.
      close("the connection was refused or cut off")
    }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  private func close(_ reason: String) {
    if !isClosed { events.append(.closed(reason)) }
    isClosed = true
  }

  // MARK: Messages

  enum Sending {
    case sent(message: Int32)
    /// This message cannot go, and the connection is fine.
    case refused(String)
    /// There is no connection any more.
    case lost(String)
  }

  /// Hands a message over; quality of service 1 is acknowledged, 0 is not.
  func send(_ payload: [UInt8], to topic: String, quality: Int32, retained: Bool) -> Sending {
    var message: Int32 = 0
    cm_clear_errno()
    let code = mosquitto_publish_v5(
      handle, &message, topic, Int32(payload.count), payload, quality, retained, nil)
    lastSent = MonotonicClock.now()
    switch code {
    case MOSQ_ERR_SUCCESS.int: return .sent(message: message)
    case MOSQ_ERR_OVERSIZE_PACKET.int, MOSQ_ERR_PAYLOAD_SIZE.int, MOSQ_ERR_QOS_NOT_SUPPORTED.int,
      MOSQ_ERR_RETAIN_NOT_SUPPORTED.int, MOSQ_ERR_MALFORMED_UTF8.int:
      return .refused(words(code))
    default: return .lost(complaint ?? words(code))
    }
  }

  /// Says good-bye, and has the broker tell the will.
  func disconnect() {
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

  /// libmosquitto's words for its code, or the system's where it points there, with a small first letter and no full stop.
  private func words(_ code: Int32) -> String {
    let system = cm_errno()
    if code == MOSQ_ERR_ERRNO.int && system != 0 { return errnoText(system) }
    // libmosquitto points to the system, which knows of no error: what it has read makes no sense to it.
    if code == MOSQ_ERR_ERRNO.int { return "what answers is no MQTT broker; see to its name and port" }
    if code == MOSQ_ERR_SUCCESS.int { return "the broker closed the connection" }
    var bytes = Array(String(cString: mosquitto_strerror(code)).utf8)
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    if bytes.count > 1, (65...90).contains(bytes[0]), (97...122).contains(bytes[1]) || bytes[1] == 32 { bytes[0] += 32 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension mosq_err_t {
  /// As functions give it.
  fileprivate var int: Int32 { Int32(rawValue) }
}
