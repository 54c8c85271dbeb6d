import CLinux

/// The program's arguments, as getopt_long(3) reads them.
///
/// Safety: the C library keeps the arguments while the program runs. Every index is below `count`.
@safe package struct ProgramArguments {
  let count: Int32
  let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The arguments after the program's name and `skipped` words.
  init(skipping skipped: Int32) {
    count = cl_argument_count() - skipped
    unsafe values = unsafe cl_arguments() + Int(skipped)
  }

  /// The words on the command line after the program's name.
  @export(interface) package static var all: [String] { ProgramArguments(skipping: 0).words(from: 1) }

  /// The words that are not options, once getopt_long(3) has read all options.
  var words: [String] { words(from: cl_option_index()) }

  private func words(from first: Int32) -> [String] {
    (first..<max(count, first)).map { unsafe String(cString: values[Int($0)]!) }
  }

  /// The option that getopt_long(3) has just refused, as it was written.
  var refused: String {
    let letter = cl_option_letter()
    if letter > 0 && letter < 127 { return "-" + String(decoding: [UInt8(letter)], as: UTF8.self) }
    return last
  }

  /// The last word that getopt_long(3) read.
  var last: String { unsafe String(cString: values[Int(cl_option_index()) - 1]!) }
}

/// The options of a command as getopt_long(3) takes them. An option's letter is its row's index behind `first`.
///
/// Safety: the names are static strings, whose bytes end with a zero.
@safe struct LetterTable {
  static var first: Int32 { 256 }
  static var help: Int32 { Int32(UInt8(ascii: "h")) }
  static var version: Int32 { Int32(UInt8(ascii: "V")) }
  static var unknown: Int32 { Int32(UInt8(ascii: "?")) }
  static var valueMissing: Int32 { Int32(UInt8(ascii: ":")) }

  private var long: [option] = unsafe []

  @export(interface) init(_ rows: [(name: StaticString, argument: Int32)]) {
    for (i, row) in rows.enumerated() where row.name.utf8CodeUnitCount > 0 {
      add(row.name, row.argument, Self.first + Int32(i))
    }
    add("help", no_argument, Self.help)
    add("version", no_argument, Self.version)
    // The end.
    unsafe long.append(option())
  }

  private mutating func add(_ name: StaticString, _ argument: Int32, _ letter: Int32) {
    let text = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    unsafe long.append(option(name: text, has_arg: argument, flag: nil, val: letter))
  }

  /// The letter of the next option, or -1 if only words are left.
  func next(_ arguments: ProgramArguments) -> Int32 {
    // The leading colon: the C library prints nothing, and a missing value differs from an unknown option.
    unsafe getopt_long(arguments.count, arguments.values, ":hV", long, nil)
  }

  /// Why getopt_long(3) has just refused an option.
  @export(interface) func refusal(_ arguments: ProgramArguments) -> String {
    let word = arguments.last
    guard word.utf8.starts(with: "--".utf8) else { return "unknown option " + arguments.refused }
    let name = String(decoding: Array(word.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }), as: UTF8.self)
    let names = unsafe long.dropLast().map { unsafe String(cString: $0.name) }
    // getopt_long(3) knows the letter of an option that it refuses only for its value.
    if let i = names.indices.first(where: { unsafe long[$0].val == cl_option_letter() }) {
      return "--" + names[i] + " takes no value"
    }
    let candidates = names.filter { $0.utf8.starts(with: name.utf8) }
    if candidates.count > 1 {
      return "ambiguous option --" + name + ": " + candidates.map { "--" + $0 }.joined(separator: ", ")
    }
    let advice = NearMiss.nearest(to: name, among: names).map { " (did you mean --" + $0 + "?)" } ?? ""
    return "unknown option " + word + advice
  }
}
