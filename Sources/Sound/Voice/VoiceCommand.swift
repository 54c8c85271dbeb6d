import Basics

/// A line of `star-voice`'s standard input.
package enum VoiceCommand: Hashable, Sendable {
  /// Speak the text after what is being said. The language is a BCP 47 code.
  case say(language: String, text: String)
  /// Be silent, and forget what was to be said.
  case stop
  /// Speak at this percentage of the voice's own rate from now on.
  case rate(Int)
  /// Play everything at this percentage of full volume.
  case volume(Int)
  /// Play a tone.
  case tone(hertz: Int, milliseconds: Int)

  package static var rates: ClosedRange<Int> { 50...300 }
  package static var volumes: ClosedRange<Int> { 0...100 }
  /// The volume until the first command, because headphones may be plugged in.
  package static var safeVolume: Int { 50 }
  package static var frequencies: ClosedRange<Int> { 50...5000 }
  package static var durations: ClosedRange<Int> { 10...500 }
  /// The maximum number of letters of a language's code, as in BCP 47.
  private static var longestLanguage: Int { 35 }

  /// Parses a line without its line feed. Returns `nil` if the line is malformed or a number is outside its range.
  ///
  /// Control characters in a text become spaces, because espeak-ng takes some of them for commands.
  package init?(_ line: [UInt8]) {
    var rest = line[...]
    let name = Self.word(&rest)
    if Self.equals(name, "say") {
      let language = Self.word(&rest)
      let isCode = language.allSatisfy { Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      let text = oneLine(String(decoding: Array(rest), as: UTF8.self))
      if !isCode || !(1...Self.longestLanguage).contains(language.count) { return nil }
      if text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) { return nil }
      self = .say(language: String(decoding: Array(language), as: UTF8.self), text: text)
    } else if Self.equals(name, "stop") {
      self = .stop
    } else if Self.equals(name, "rate") {
      guard let percent = Self.number(&rest, in: Self.rates) else { return nil }
      self = .rate(percent)
    } else if Self.equals(name, "volume") {
      guard let percent = Self.number(&rest, in: Self.volumes) else { return nil }
      self = .volume(percent)
    } else if Self.equals(name, "tone") {
      guard let hertz = Self.number(&rest, in: Self.frequencies),
        let milliseconds = Self.number(&rest, in: Self.durations)
      else { return nil }
      self = .tone(hertz: hertz, milliseconds: milliseconds)
    } else {
      return nil
    }
    if case .say = self { return }
    if !rest.isEmpty { return nil }
  }

  /// Removes the first word and the space after it.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let word = rest.prefix { $0 != UInt8(ascii: " ") }
    rest = rest.dropFirst(word.count + 1)
    return word
  }

  /// Removes a word and returns it as an unsigned decimal number; `nil` unless the range contains it.
  private static func number(_ rest: inout ArraySlice<UInt8>, in range: ClosedRange<Int>) -> Int? {
    let digits = word(&rest)
    if digits.isEmpty || digits.count > 5 { return nil }
    var number = 0
    for digit in digits {
      if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) { return nil }
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
    }
    return range.contains(number) ? number : nil
  }

  private static func equals(_ word: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
    word.elementsEqual("\(name)".utf8)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
