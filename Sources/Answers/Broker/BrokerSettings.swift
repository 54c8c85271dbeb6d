import Basics
import CMosquitto
import System

/// The address of a broker, and how to log in.
package struct BrokerSettings: Hashable, Sendable {
  /// The host name or address.
  package var host = ""
  package var port: Int32 = 8883
  package var tls = true
  /// A file with the certificates of trusted authorities; `nil` for the system's certificates.
  package var ca: String?
  /// The files of the client's certificate and its private key.
  package var certificate: String?
  package var key: String?
  package var username = ""
  /// A file whose first line is the password.
  package var passwordFile: String?
  /// Seconds without traffic after which the broker is pinged.
  package var keepalive: Int32 = 60
  /// The maximum number of unacknowledged messages to the broker.
  package var window: Int32 = 32

  package init() {}
}

extension BrokerConnection {
  func setUser(_ settings: BrokerSettings) throws(ProgramError) {
    if settings.username.utf8.isEmpty { return }
    // An MQTT password is binary data; only the name is text.
    var password: [CChar]?
    if let path = settings.passwordFile {
      do throws(SystemError) {
        let line = try readFile(path, limit: 65_536).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        password = line.map { CChar(bitPattern: $0) } + [0]
      } catch { throw .configuration(error.suggesting("give a file with the password in its first line").message) }
    }
    let code = (password ?? []).withUnsafeBufferPointer { bytes in
      mosquitto_username_pw_set(handle, settings.username, password == nil ? nil : bytes.baseAddress)
    }
    if code != MOSQ_ERR_SUCCESS.int { throw .failure("cannot use the user name and password: " + errorText(code)) }
  }

  func setTLS(_ settings: BrokerSettings) throws(ProgramError) {
    // libmosquitto would detect an unusable file only at the first connection, and give no reason.
    for path in [settings.ca, settings.certificate, settings.key] {
      guard let path else { continue }
      let bytes: [UInt8]
      do throws(SystemError) { bytes = try readFile(path, limit: 4 << 20) } catch {
        throw .configuration(error.message)
      }
      if !Self.holds("-----BEGIN ", bytes) { throw .configuration("cannot use " + path + ": it is not a PEM file") }
      // OpenSSL would ask for the passphrase on the terminal.
      if path == settings.key
        && (Self.holds("-----BEGIN ENCRYPTED PRIVATE KEY", bytes) || Self.holds("Proc-Type: 4,ENCRYPTED", bytes))
      {
        throw .configuration(
          "cannot use " + path + ": it has a passphrase; write it without one: openssl pkey -in " + path + " -out FILE")
      }
    }
    if settings.ca == nil { mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
    if settings.ca == nil && settings.certificate == nil { return }
    // libmosquitto accepts a client certificate only together with a trusted authority. Debian's folder holds the same
    // certificates as MOSQ_OPT_TLS_USE_OS_CERTS.
    let code = mosquitto_tls_set(
      handle, settings.ca, settings.ca == nil ? "/etc/ssl/certs" : nil, settings.certificate, settings.key, nil)
    if code != MOSQ_ERR_SUCCESS.int { throw .configuration("cannot use the certificates: " + errorText(code)) }
  }

  private static func holds(_ words: StaticString, _ bytes: [UInt8]) -> Bool {
    words.withUTF8Buffer { words in
      bytes.indices.contains { bytes[$0] == words[0] && bytes[$0...].starts(with: words) }
    }
  }
}
