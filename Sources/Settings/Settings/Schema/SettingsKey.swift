/// A key of the configuration: one row of the schema. The checks, the command-line options, the sample and the manual are derived from it.
package struct SettingsKey: Sendable {
  /// The section; set by `SettingsSchema.keys`.
  package internal(set) var section = SettingsSection.screen
  /// The name in the file, as a literal that C code can use.
  package let literal: StaticString
  /// The placeholder after the name in the file, such as "ID" in `reason ID`; empty for most keys.
  package let argument: String
  /// The command-line option without its hyphens, if it differs from the name that the section implies.
  private let ownOption: StaticString?
  /// The allowed values, worded to follow "allowed: ".
  package let allowed: String
  /// The default as written in a file; empty if omitting the key is the default.
  package let defaultValue: String
  /// The unit, such as "px"; may be empty.
  package let unit: String
  /// The description in one or two sentences.
  package let summary: String
  /// The value in the sample if there is no default: one line, or several for a key that may be repeated. If the key has an `argument`,
  /// each line begins with it, such as "waiting = Waiting time".
  package let example: String
  /// Whether several lines of the key make up one value.
  package let isList: Bool
  /// Parses a value and stores it in its field. Returns `false` if the value is invalid.
  let set: Setter
  /// For a key that takes effect only at a start, replaces a value with the running kiosk's, and returns whether they differed.
  private(set) var keep: Keep?

  typealias Setter = @Sendable (inout SettingsDraft, ValueParser) -> Bool
  typealias Keep = @Sendable (inout Settings, Settings) -> Bool

  /// Creates a row. In a section with options, the name is also the option unless `option` is given.
  init(
    _ name: StaticString, argument: String = "", option: StaticString? = nil,
    _ allowed: String, default: String = "", unit: String = "", example: String = "", isList: Bool = false,
    _ summary: String, set: @escaping Setter
  ) {
    literal = name
    self.argument = argument
    ownOption = option
    self.allowed = allowed
    defaultValue = `default`
    self.unit = unit
    self.example = example
    self.summary = summary
    self.isList = isList
    self.set = set
  }

  static func whole(
    _ name: StaticString, _ range: ClosedRange<Int32>, option: StaticString? = nil,
    default: String, unit: String = "", _ summary: String, set: @escaping @Sendable (inout Settings, Int32) -> Void
  ) -> SettingsKey {
    SettingsKey(
      name, option: option, "whole numbers from \(range.lowerBound) to \(range.upperBound)",
      default: `default`, unit: unit, summary
    ) { draft, value in
      guard let number = value.whole(range) else { return false }
      set(&draft.settings, number)
      return true
    }
  }

  static func flag(
    _ name: StaticString, option: StaticString? = nil, default: String, _ summary: String, set: @escaping Setter
  ) -> SettingsKey {
    SettingsKey(name, option: option, "yes, no, true, false", default: `default`, summary, set: set)
  }

  /// Returns the key marked as taking effect only at a start.
  func restart(_ keep: @escaping Keep) -> SettingsKey {
    var key = self
    key.keep = keep
    return key
  }

  package var name: String { "\(literal)" }

  /// The command-line option without its hyphens; `nil` if there is none.
  package var option: StaticString? { ownOption ?? (section.hasOptions ? literal : nil) }

  /// The key with its argument, such as `reason ID`.
  package var form: String { argument.utf8.isEmpty ? name : name + " " + argument }

  /// The key's lines in the sample.
  package var lines: [String] {
    if !defaultValue.utf8.isEmpty { return [name + " = " + defaultValue] }
    return ValueParser(example).parts(at: "\n").map { name + (argument.utf8.isEmpty ? " = " : " ") + $0 }
  }

  func isNamed(_ name: String) -> Bool { same(literal, name.utf8) }

  /// Whether messages must not contain the value.
  var isSecret: Bool { isNamed("service-pin") }

  /// Whether a running kiosk applies a change on a reload.
  package var isLive: Bool { keep == nil }

  /// Whether the value is a text for visitors, which may continue on the next line.
  var isText: Bool { section == .text && !isNamed("direction") }
}

/// The settings while they are built, key by key.
struct SettingsDraft {
  var settings = Settings()
  /// `[face]`, or the `[face N]` that is being read.
  var face = FaceSettings()
  /// The `[question ID]` that is being read.
  var question = QuestionSettings(id: "")
  /// The `[text TAG]` that is being read.
  var language = LanguageSettings(tag: "")
}

// The key in the help of a program that accepts it as an option.
extension SettingsKey {
  /// The placeholder for the value: the choices if they are few and short, otherwise the unit or VALUE.
  package var placeholder: String {
    let choices = ValueParser(allowed).parts(at: ",")
    let text = choices.joined(separator: "|")
    if choices.count > 1 && text.utf8.count <= 30 && !text.utf8.contains(UInt8(ascii: " ")) {
      return text.utf8.starts(with: "yes|no|".utf8) ? "yes|no" : text
    }
    for (unit, name) in [("px", "PX"), ("s", "SECONDS"), ("min", "MINUTES"), ("stars", "STARS")]
    where unit.utf8.elementsEqual(self.unit.utf8) { return name }
    return "VALUE"
  }

  package var help: String { defaultValue.isEmpty ? summary : summary + " Default " + defaultValue + "." }
}

/// Whether a key in a file may be `service-pin`, written in another way, so that its value must not be shown.
package func mayNamePIN(_ key: some Sequence<UInt8>) -> Bool {
  let letters = key.map { $0 | 0x20 }.filter { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  if letters.starts(with: "service".utf8) { return true }
  return letters.indices.contains { letters[$0...].starts(with: "pin".utf8) }
}
