import CLinux

/// The program's arguments, read with getopt_long(3). The letter of an option is `firstLetter` plus the index of its row.
///
/// Safety: the C library keeps the arguments while the program runs, every index is below `count`, and the options' names are
/// static strings, which end with a zero.
@safe package struct ProgramArguments {
  static var firstLetter: Int32 { 256 }
  static var help: Int32 { Int32(UInt8(ascii: "h")) }
  static var version: Int32 { Int32(UInt8(ascii: "V")) }
  static var unknown: Int32 { Int32(UInt8(ascii: "?")) }
  static var valueMissing: Int32 { Int32(UInt8(ascii: ":")) }

  private let count: Int32
  private let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private var options: [option] = unsafe []

  /// The arguments after the program's name and `skipped` words.
  @export(interface) init(skipping skipped: Int32, options rows: [(name: StaticString, argument: Int32)] = []) {
    count = cl_argument_count() - skipped
    unsafe values = cl_arguments() + Int(skipped)
    for (i, row) in rows.enumerated() where row.name.utf8CodeUnitCount > 0 {
      add(row.name, row.argument, Self.firstLetter + Int32(i))
    }
    add("help", no_argument, Self.help)
    add("version", no_argument, Self.version)
    // The end of the list.
    unsafe options.append(option())
  }

  private mutating func add(_ name: StaticString, _ argument: Int32, _ letter: Int32) {
    let text = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    unsafe options.append(option(name: text, has_arg: argument, flag: nil, val: letter))
  }

  /// The words on the command line after the program's name.
  @export(interface) package static var all: [String] { ProgramArguments(skipping: 0).words(from: 1) }

  /// Returns the letter of the next option, or -1 if only words remain.
  func nextLetter() -> Int32 {
    // The leading colon makes the C library print nothing, and distinguishes a missing value from an unknown option.
    unsafe getopt_long(count, values, ":hV", options, nil)
  }

  /// The words that are not options, once getopt_long(3) has read all options.
  var words: [String] { words(from: cl_option_index()) }

  private func words(from first: Int32) -> [String] { (first..<max(count, first)).map { word(Int($0)) } }

  private func word(_ i: Int) -> String { unsafe String(cString: values[i]!) }

  /// The last word that getopt_long(3) read.
  private var last: String { word(Int(cl_option_index()) - 1) }

  /// The option that getopt_long(3) has just rejected, as it was typed.
  var refused: String {
    let letter = cl_option_letter()
    return 1..<127 ~= letter ? "-" + String(decoding: [UInt8(letter)], as: UTF8.self) : last
  }

  /// Why getopt_long(3) has just rejected an option.
  @export(interface) var refusal: String {
    let word = last
    guard word.utf8.starts(with: "--".utf8) else { return "unknown option " + refused }
    let name = String(decoding: Array(word.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }), as: UTF8.self)
    let names = unsafe options.dropLast().map { unsafe String(cString: $0.name) }
    // getopt_long(3) reports the letter of a rejected option only if its value is the problem.
    if let i = names.indices.first(where: { unsafe options[$0].val == cl_option_letter() }) {
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
