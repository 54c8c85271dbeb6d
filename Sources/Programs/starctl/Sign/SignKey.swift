import Basics
import Fleet
import Foundation
import System

/// Creates the pair of keys for remote control.
struct SignKey: Command {
  static var name: String { "sign key" }
  static var summary: String { "creates a pair of keys: NAME for signing, and NAME.pub for the kiosks" }
  static var operands: [String] { ["NAME"] }
  static var notes: [String] {
    [
      "Keep NAME where neither kiosks nor the broker can read it. Copy NAME.pub to every kiosk, and name the copy as public-key in "
        + "[fleet]. Existing files are not replaced."
    ]
  }

  func run(_ operands: [String]) throws {
    try Signatures.load()
    let name = operands[0]
    if exists(name) || exists(name + ".pub") {
      throw ProgramError.failure("cannot create a key: \(name) or \(name).pub exists; choose another name")
    }
    let pair = Signatures.makePair()
    try Self.write(name, Hexadecimal.text(pair.secret), mode: 0o400)
    try Self.write(name + ".pub", pair.key.text, mode: 0o444)
  }

  private static func write(_ path: String, _ line: String, mode: Int32) throws {
    let file = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode_t(mode))
    try file.write(Array((line + "\n").utf8))
  }
}

/// The options that the signing commands share.
struct Signing {
  var key = ""
  var kiosk = ""
  var group = ""
  var counter: Int64?

  /// The counter of a message that is signed now, in milliseconds since 1970.
  static func now() -> Int64 { WallClock.now() }

  /// Prints a signed message.
  func print(_ kind: SignedMessage.Kind, _ content: [UInt8], usage: (String) -> ProgramError) throws {
    if key.isEmpty { throw usage("--key FILE is missing") }
    if kiosk.isEmpty == group.isEmpty { throw usage("pass either --kiosk ID or --group NAME") }
    let name = kiosk.isEmpty ? group : kiosk
    if !Target.isName(name) {
      throw usage(name + ": invalid name; allowed: 1 to 64 letters, digits, dots, hyphens and underscores")
    }
    try Signatures.load()
    let line = try readFile(key, limit: 4096).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard line.count == 128, let secret = Hexadecimal.bytes(line) else {
      throw ProgramError.failure("cannot use \(key): it contains no secret key; create one with starctl sign key")
    }
    let counter = counter ?? Self.now()
    if CounterLimit.isAhead(counter, of: Self.now()) {
      throw usage(
        "--counter \(counter): more than a day ahead of this machine's clock, in milliseconds since 1970; kiosks refuse it, because they "
          + "would refuse every later message")
    }
    let target = kiosk.isEmpty ? Target.group(name) : Target.kiosk(name)
    let body = SignedMessage.body(kind, target, counter: counter, content)
    let message = SignedMessage.message(body, signature: Signatures.sign(body, with: secret))
    if message.count > SignedMessage.longest {
      throw ProgramError.failure(
        "cannot sign the message: it has \(message.count) bytes; at most \(SignedMessage.longest) are allowed")
    }
    // A file that is signed unchecked may not be UTF-8.
    try Output.bytes(message)
  }

  static func options<C>(_ part: WritableKeyPath<C, Signing>) -> [CommandOption<C>] {
    [
      .text("key", "FILE", "The secret key, created by starctl sign key. Required.") { $0[keyPath: part].key = $1 },
      .text("kiosk", "ID", "The kiosk that the message is for.") { $0[keyPath: part].kiosk = $1 },
      .text("group", "NAME", "The group of kiosks that the message is for.") { $0[keyPath: part].group = $1 },
      .value(
        "counter", "N",
        "The message's number. A kiosk accepts only numbers above all earlier ones, at most a day ahead of the time. Default the time "
          + "in milliseconds."
      ) {
        guard let number = Int64($1), number > 0, number < 1_000_000_000_000_000_000 else {
          return "must be a number above 0 of at most 18 digits"
        }
        $0[keyPath: part].counter = number
        return nil
      },
    ]
  }
}
