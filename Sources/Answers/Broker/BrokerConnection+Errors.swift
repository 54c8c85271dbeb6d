import Basics
import CMosquitto
import System

// The reasons of failures, as text.
extension BrokerConnection {
  /// Whether a code means that the broker sent a packet that libmosquitto does not accept.
  static func isMalformed(_ code: Int32) -> Bool {
    [MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_PROTOCOL].contains { $0.int == code }
  }

  /// Returns the most specific reason for a failure.
  func reason(_ code: Int32) -> String {
    let isLost = code == MOSQ_ERR_CONN_LOST.int || code == MOSQ_ERR_ERRNO.int && cm_errno() != 0
    return handshakeFailure ?? state.pointee.failure ?? (isLost ? lostRefusal : nil) ?? errorText(code)
  }

  /// Returns what a line of libmosquitto's log says, such as `Error: Unable to load client key file "t1.key".` or
  /// "OpenSSL Error[0]: error:05800074:x509 certificate routines::key values mismatch".
  static func logged(_ line: String) -> String {
    var bytes = line.utf8[...]
    if bytes.starts(with: "OpenSSL Error".utf8), let last = bytes.lastIndex(of: UInt8(ascii: ":")) {
      bytes = bytes[bytes.index(after: last)...]
    } else if bytes.starts(with: "Error: ".utf8) {
      bytes = bytes.dropFirst(7)
    }
    if bytes.last == UInt8(ascii: ".") { bytes = bytes.dropLast() }
    return lowercasingFirst(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns libmosquitto's text for an error code, or the C library's text for errno. The text begins in lower case and has no final
  /// period.
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
