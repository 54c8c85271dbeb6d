import Configuration
import Linux

/// The letters of the options.
private enum Letter {
  static let config: Int32 = 256
  static let journal: Int32 = 257
  static let terminal: Int32 = 258
  static let broker: Int32 = 259
  static let tls: Int32 = 260
  static let ca: Int32 = 261
  static let certificate: Int32 = 262
  static let key: Int32 = 263
  static let username: Int32 = 264
  static let passwordFile: Int32 = 265
  static let prefix: Int32 = 266
  static let heartbeat: Int32 = 267
  static let keepalive: Int32 = 268
  static let window: Int32 = 269
}

extension Options {
  /// Reads the program's arguments.
  static func parse() throws(CourierError) -> Options {
    var options = Options()
    var reader = OptionReader()
    reader.add("config", .required, as: Letter.config)
    reader.add("journal", .required, as: Letter.journal)
    reader.add("terminal", .required, as: Letter.terminal)
    reader.add("broker", .required, as: Letter.broker)
    reader.add("tls", .required, as: Letter.tls)
    reader.add("ca", .required, as: Letter.ca)
    reader.add("certificate", .required, as: Letter.certificate)
    reader.add("key", .required, as: Letter.key)
    reader.add("username", .required, as: Letter.username)
    reader.add("password-file", .required, as: Letter.passwordFile)
    reader.add("prefix", .required, as: Letter.prefix)
    reader.add("heartbeat", .required, as: Letter.heartbeat)
    reader.add("keepalive", .required, as: Letter.keepalive)
    reader.add("window", .required, as: Letter.window)
    while let option = try reader.nextOption() {
      let text = option.text ?? ""
      switch option.letter {
      case OptionReader.help: options.command = .help
      case OptionReader.version: options.command = .version
      case Letter.config: options.config = text
      default: options.words.append((option.letter, text))
      }
    }
    if let word = OptionReader.words.first { throw .usage("no commands are known: " + word) }
    return options
  }
}

extension OptionReader {
  fileprivate mutating func nextOption() throws(CourierError) -> Given? {
    do throws(Failure) { return try next() } catch { throw .usage(error.message) }
  }
}

extension CourierOptions {
  /// One option of the command line.
  mutating func set(_ letter: Int32, _ text: String) throws(CourierError) {
    if text.utf8.isEmpty { throw .usage("an option has an empty value") }
    switch letter {
    case Letter.journal: journal = text
    case Letter.terminal: terminal = text
    case Letter.broker: try setBroker(text)
    case Letter.tls:
      if text.utf8.elementsEqual("yes".utf8) {
        broker.tls = true
      } else if text.utf8.elementsEqual("no".utf8) {
        broker.tls = false
      } else {
        throw .usage("--tls " + text + ": yes or no is wanted")
      }
    case Letter.ca: broker.ca = text
    case Letter.certificate: broker.certificate = text
    case Letter.key: broker.key = text
    case Letter.username: broker.username = text
    case Letter.passwordFile: broker.passwordFile = text
    case Letter.prefix: broker.prefix = text
    case Letter.heartbeat: broker.heartbeat = try number(text, "--heartbeat", 1...86_400)
    // libmosquitto takes none below 5; the protocol has 16 bits.
    case Letter.keepalive: broker.keepalive = try number(text, "--keepalive", 5...65_535)
    case Letter.window: broker.window = try number(text, "--window", 1...1_000)
    default: break
    }
  }

  /// HOST, HOST:PORT or [HOST]:PORT.
  private mutating func setBroker(_ text: String) throws(CourierError) {
    let bytes = Array(text.utf8)
    let colon = bytes.lastIndex(of: UInt8(ascii: ":"))
    let isBracketed = bytes[0] == UInt8(ascii: "[")
    // Several colons without brackets are an IPv6 address without a port.
    guard let colon, isBracketed ? bytes[colon - 1] == UInt8(ascii: "]") : bytes.firstIndex(of: bytes[colon]) == colon
    else {
      broker.host = isBracketed ? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self) : text
      return
    }
    let host = isBracketed ? bytes[1..<(colon - 1)] : bytes[0..<colon]
    broker.host = String(decoding: host, as: UTF8.self)
    broker.port = try number(
      String(decoding: bytes[(colon + 1)...], as: UTF8.self), "--broker " + text + ": its port", 1...65_535)
  }

  private func number(_ text: String, _ what: String, _ range: ClosedRange<Int32>) throws(CourierError) -> Int32 {
    if let number = Int32(text), range.contains(number) { return number }
    throw .usage(what + " " + text + ": a number from \(range.lowerBound) to \(range.upperBound) is wanted")
  }
}
