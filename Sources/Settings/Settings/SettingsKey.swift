/// One setting: a row of the table from which the check, the options, the sample and the manual are made.
package struct SettingsKey: Sendable {
  package let section: SettingsSection
  package let name: StaticString
  /// What stands behind the name in the file, as in "ID" for `reason ID`; empty for most.
  package let argument: String
  /// The same setting on the command line, without its hyphens; `nil` where it is the file's alone.
  package let option: StaticString?
  /// What may be written, as an end for "allowed are".
  package let allowed: String
  /// As it would be written; empty where the key is better left out.
  package let standard: String
  /// As in "px"; empty for what has none.
  package let unit: String
  /// One or two sentences.
  package let about: String
  /// What the sample shows where the default is nothing: one line, or several of a key that may be given several times. With
  /// an `argument`, each begins with it, as in "waiting = Waiting time".
  package let example: String
  /// A value may be spread over several lines of the same key.
  package let addsUp: Bool
  let set: Setter

  /// Puts a value into its place, or says no.
  enum Setter: Sendable {
    case settings(@Sendable (inout Settings, Value) -> Bool)
    case face(@Sendable (inout FaceSettings, Value) -> Bool)
    case question(@Sendable (inout QuestionSettings, Value) -> Bool)
    case language(@Sendable (inout LanguageSettings, Value) -> Bool)
  }

  /// A setting of the whole terminal; its option is called as the key is unless told otherwise.
  init(
    _ section: SettingsSection, _ name: StaticString, option: StaticString? = nil, allowed: String, standard: String,
    unit: String = "", example: String = "", addsUp: Bool = false, about: String,
    set: @escaping @Sendable (inout Settings, Value) -> Bool
  ) {
    self.init(section, name, option, allowed, standard, unit, example, addsUp: addsUp, about, .settings(set))
  }

  /// A setting of a face.
  init(
    face name: StaticString, option: StaticString? = nil, allowed: String, standard: String, unit: String = "",
    example: String = "", addsUp: Bool = false, about: String,
    set: @escaping @Sendable (inout FaceSettings, Value) -> Bool
  ) {
    self.init(.face, name, option, allowed, standard, unit, example, addsUp: addsUp, about, .face(set))
  }

  /// A setting of a question.
  init(
    question name: StaticString, allowed: String, unit: String = "", example: String, about: String,
    set: @escaping @Sendable (inout QuestionSettings, Value) -> Bool
  ) {
    self.init(.question, name, nil, allowed, "", unit, example, addsUp: false, about, .question(set))
  }

  /// A setting of a language.
  init(
    language name: StaticString, argument: String = "", allowed: String, standard: String, example: String = "",
    about: String, set: @escaping @Sendable (inout LanguageSettings, Value) -> Bool
  ) {
    self.init(
      .text, name, argument: argument, nil, allowed, standard, "", example, addsUp: false, about, .language(set))
  }

  private init(
    _ section: SettingsSection, _ name: StaticString, argument: String = "", _ option: StaticString?, _ allowed: String,
    _ standard: String,
    _ unit: String, _ example: String, addsUp: Bool, _ about: String, _ set: Setter
  ) {
    self.section = section
    self.name = name
    self.argument = argument
    self.option = option ?? (section.hasOptions ? name : nil)
    self.allowed = allowed
    self.standard = standard
    self.unit = unit
    self.example = example
    self.about = about
    self.addsUp = addsUp
    self.set = set
  }

  package var key: String { "\(name)" }

  /// As it is written, as in `reason ID`.
  package var form: String { argument.isEmpty ? key : key + " " + argument }

  /// Its lines in the sample, without what makes a comment of them.
  package var lines: [String] {
    if !standard.isEmpty { return [key + " = " + standard] }
    return example.utf8.split(separator: UInt8(ascii: "\n")).map {
      key + (argument.isEmpty ? " = " : " ") + String(decoding: Array($0), as: UTF8.self)
    }
  }

  /// Whether this is its name, without an argument.
  func isCalled(_ name: String) -> Bool { self.name.withUTF8Buffer { $0.elementsEqual(name.utf8) } }

  /// Whether a running terminal takes over a change when it reads its configuration again. The journal is opened with some
  /// keys of `[terminal]`.
  package var isLive: Bool {
    section.isLive && !(section == .terminal && (isCalled("id") || isCalled("keep-answers")))
  }

  /// Words that are shown to people: where a line ends with a backslash, they go on in the next of the same key.
  var isText: Bool {
    if case .language = set { return !isCalled("direction") }
    return false
  }
}
