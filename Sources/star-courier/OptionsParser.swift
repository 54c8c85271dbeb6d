import CLinux
import Configuration

/// The letters of the options, for getopt_long(3): none has a short form but help and version.
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
  static let help = Int32(UInt8(ascii: "h"))
  static let version = Int32(UInt8(ascii: "V"))
}

extension Options {
  /// Reads the program's arguments with getopt_long(3).
  static func parse() throws(CourierError) -> Options {
    var options = Options()
    var long: [option] = []
    func add(_ name: StaticString, _ takes: Int32, _ letter: Int32) {
      let text = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      long.append(option(name: text, has_arg: takes, flag: nil, val: letter))
    }
    add("config", required_argument, Letter.config)
    add("journal", required_argument, Letter.journal)
    add("terminal", required_argument, Letter.terminal)
    add("broker", required_argument, Letter.broker)
    add("tls", required_argument, Letter.tls)
    add("ca", required_argument, Letter.ca)
    add("certificate", required_argument, Letter.certificate)
    add("key", required_argument, Letter.key)
    add("username", required_argument, Letter.username)
    add("password-file", required_argument, Letter.passwordFile)
    add("prefix", required_argument, Letter.prefix)
    add("heartbeat", required_argument, Letter.heartbeat)
    add("keepalive", required_argument, Letter.keepalive)
    add("window", required_argument, Letter.window)
    add("help", no_argument, Letter.help)
    add("version", no_argument, Letter.version)
    long.append(option())

    // A leading colon: no printing by the C library, and a missing argument told from an unknown option.
    while true {
      let letter = getopt_long(cl_argument_count(), cl_arguments(), ":hV", long, nil)
      let text = cl_option_value().map { String(cString: $0) } ?? ""
      switch letter {
      case -1:
        if cl_option_index() < cl_argument_count() {
          throw .usage("no commands are known: " + String(cString: cl_arguments()[Int(cl_option_index())]!))
        }
        return options
      case Int32(UInt8(ascii: "?")): throw .usage("unknown or ambiguous option " + refusedOption)
      case Int32(UInt8(ascii: ":")): throw .usage(refusedOption + " wants a value")
      case Letter.help: options.command = .help
      case Letter.version: options.command = .version
      case Letter.config: options.config = text
      default: options.words.append((letter, text))
      }
    }
  }

  /// The option that getopt_long has just refused, as it was written.
  private static var refusedOption: String {
    let letter = cl_option_letter()
    if letter > 0 && letter < 127 {
      return "-" + String(decoding: [UInt8(letter)], as: UTF8.self)
    }
    return String(cString: cl_arguments()[Int(cl_option_index()) - 1]!)
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
