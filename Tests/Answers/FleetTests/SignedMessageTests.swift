import TestSupport
import Testing

@testable import Fleet

/// Signed messages: what is accepted, and everything else.
@Suite struct SignedMessageTests {
  let pair: (key: PublicKey, secret: [UInt8])

  init() throws {
    try Signatures.load()
    pair = Signatures.makePair()
  }

  func message(
    _ content: String = "[slider]\nstars = 7\n", _ target: Target = .kiosk("gate-7"), counter: Int64 = 17,
    _ kind: SignedMessage.Kind = .configuration
  ) -> [UInt8] {
    let body = SignedMessage.body(kind, target, counter: counter, Array(content.utf8))
    return SignedMessage.message(body, signature: Signatures.sign(body, with: pair.secret))
  }

  @Test func aSignedMessageIsRead() throws {
    let read = try #require(SignedMessage(message()))
    #expect(read.kind == .configuration && read.target == .kiosk("gate-7") && read.counter == 17)
    #expect(String(decoding: read.content, as: UTF8.self) == "[slider]\nstars = 7\n")
    #expect(read.isSigned(by: pair.key))
    #expect(!read.isSigned(by: Signatures.makePair().key))
    let group = try #require(SignedMessage(message("", .group("north.1"), counter: 999_999_999_999_999_999, .command)))
    #expect(group.target == .group("north.1") && group.kind == .command && group.content.isEmpty)
    #expect(group.isSigned(by: pair.key))
  }

  /// RFC 8032, section 7.1, test 3.
  @Test func signaturesAreThoseOfTheStandard() throws {
    func bytes(_ text: String) throws -> [UInt8] { try #require(Hexadecimal.bytes(Array(text.utf8)[...])) }
    let key = PublicKey(try bytes("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"))
    let signature = try bytes(
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a")
    #expect(Signatures.isValid(signature, of: [0xaf, 0x82][...], by: key))
    #expect(!Signatures.isValid(signature, of: [0xaf, 0x83][...], by: key))
    #expect(!Signatures.isValid([], of: [0xaf, 0x82][...], by: key))
    #expect(
      Signatures.hash(Array("abc".utf8)[...]) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  /// The signature covers every byte: whom it is for, the counter, and the content.
  @Test func anyOtherByteIsRefused() {
    let message = message()
    for i in message.indices {
      for bit in 0..<8 {
        var changed = message
        changed[i] ^= 1 << bit
        let isAccepted = SignedMessage(changed)?.isSigned(by: pair.key) ?? false
        #expect(!isAccepted, "byte \(i), bit \(bit)")
      }
      let isAccepted = SignedMessage(Array(message[..<i]))?.isSigned(by: pair.key) ?? false
      #expect(!isAccepted)
    }
    #expect(SignedMessage(message + [10])?.isSigned(by: pair.key) == false)
  }

  @Test(arguments: [
    "configuration kiosk gate-7 0", "configuration kiosk gate-7 -1", "configuration kiosk gate/7 1",
    "configuration kiosk  1",
    "configuration kiosk + 1", "configuration fleet gate-7 1", "firmware kiosk gate-7 1", "configuration kiosk gate-7",
    "configuration kiosk gate-7 1 2", "configuration kiosk gate-7 1000000000000000000",
    "configuration kiosk \(String(repeating: "a", count: 65)) 1",
  ])
  func otherHeadsAreNoMessages(head: String) {
    for version in ["star-slider 1 ", "star-slider 2 ", "star 1 ", ""] {
      let body = Array((version + head + "\n").utf8)
      #expect(SignedMessage(SignedMessage.message(body, signature: Signatures.sign(body, with: pair.secret))) == nil)
    }
  }

  @Test func aLongMessageIsNone() {
    let room = SignedMessage.longest - message("").count
    #expect(SignedMessage(message(String(repeating: "x", count: room))) != nil)
    #expect(SignedMessage(message(String(repeating: "x", count: room + 1))) == nil)
    #expect(SignedMessage([UInt8](repeating: 0, count: 10_000_000)) == nil)
    #expect(SignedMessage([]) == nil)
  }

  @Test func keysAreLinesOfDigits() throws {
    #expect(try PublicKey(Array((pair.key.text + "\n").utf8), path: "k") == pair.key)
    for text in [
      "", "00", pair.key.text + "0", String(pair.key.text.dropLast()) + "g", pair.key.text.uppercased() + "x",
    ] {
      #expect(throws: SignatureError.self) { try PublicKey(Array(text.utf8), path: "k") }
    }
  }

  @Test func commandsAreLines() throws {
    func read(_ text: String) -> Command? { Command(Array(text.utf8)[...]) }
    let command = try #require(read("identify 7f-1 1792939453 command/mine"))
    #expect(command.action == .identify && command.id == "7f-1" && command.expires == 1_792_939_453)
    #expect(command.reply == "command/mine")
    #expect(read("restart a 1\n")?.reply == "command/reply")
    for action in Command.Action.allCases {
      let written = Command(action, id: "x", expires: 5)
      #expect(Command(written.content[...])?.content == written.content)
    }
    for text in [
      "", "identify", "identify a", "identify a b", "format a 1", "identify a/b 1", "identify a -1",
      "identify a 1 status",
      "identify a 1 command", "identify a 1 answer/x", "identify a 1 command/#", "identify a 1 command//x",
      "identify a 1 command/../x/", "identify a 1 command/x y", "identify  1 command/x",
    ] {
      #expect(read(text) == nil, "\(text)")
    }
  }
}
