import CLinux

/// The program's arguments, read with getopt_long(3): the one loop that all programs share.
///
///     var reader = OptionReader()
///     reader.add("journal", .required, as: 256)
///     while let option = try reader.next() { try set(option.letter, option.text) }
///     let words = OptionReader.words
///
/// Options may be shortened as long as they stay unique, and stand anywhere before `--`. No option has a short form but help
/// and version, which are there without being added. getopt_long(3) keeps its place in the process: one reader, once.
package struct OptionReader {
  package enum Value: Sendable {
    case none
    case required
    /// Behind an equals sign only.
    case optional
  }

  /// An option as it was given: its letter, and its value if it has one.
  package struct Given {
    package let letter: Int32
    package let text: String?
  }

  /// What is wrong with the words, for whoever wrote them.
  package struct Failure: Error {
    package let message: String
  }

  /// The letters of -h, --help and of -V, --version.
  package static var help: Int32 { Int32(UInt8(ascii: "h")) }
  package static var version: Int32 { Int32(UInt8(ascii: "V")) }

  private var long: [option] = []

  package init() {
    add("help", .none, as: Self.help)
    add("version", .none, as: Self.version)
  }

  /// `name` comes without its hyphens; `letter` is 256 or more, since the others are characters.
  package mutating func add(_ name: StaticString, _ value: Value, as letter: Int32) {
    let text = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    let takes =
      switch value {
      case .none: no_argument
      case .required: required_argument
      case .optional: optional_argument
      }
    long.append(option(name: text, has_arg: takes, flag: nil, val: letter))
  }

  /// The next option, or `nil` where only words are left.
  @export(interface) package mutating func next() throws(Failure) -> Given? {
    // A leading colon: no printing by the C library, and a missing argument told from an unknown option.
    let letter = getopt_long(cl_argument_count(), cl_arguments(), ":hV", long + [option()], nil)
    switch letter {
    case -1: return nil
    case Int32(UInt8(ascii: "?")): throw Failure(message: reasonOfRefusal)
    case Int32(UInt8(ascii: ":")): throw Failure(message: Self.refused + " requires a value")
    default: return Given(letter: letter, text: cl_option_value().map { String(cString: $0) })
    }
  }

  /// What stands behind the options, once `next` has found none.
  package static var words: [String] {
    (cl_option_index()..<max(cl_argument_count(), cl_option_index())).map { String(cString: cl_arguments()[Int($0)]!) }
  }

  /// A long option that getopt_long(3) knows has a letter, and is refused for the value that it does not take.
  private var reasonOfRefusal: String {
    let word = String(cString: cl_arguments()[Int(cl_option_index()) - 1]!)
    if word.utf8.starts(with: "--".utf8) {
      for option in long where option.val == cl_option_letter() {
        return "--" + String(cString: option.name) + " takes no value"
      }
    }
    return "unknown option " + Self.refused
  }

  /// The option that getopt_long has just refused, as it was written.
  private static var refused: String {
    let letter = cl_option_letter()
    if letter > 0 && letter < 127 { return "-" + String(decoding: [UInt8(letter)], as: UTF8.self) }
    return String(cString: cl_arguments()[Int(cl_option_index()) - 1]!)
  }
}
