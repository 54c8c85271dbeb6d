/// A part of the configuration file, in the order of the sample.
public enum SettingsSection: Int32, Hashable, Sendable, CaseIterable {
  case screen
  case touch
  case journal
  case slider
  case face

  /// Without its brackets.
  public var name: String {
    switch self {
    case .screen: "screen"
    case .touch: "touch"
    case .journal: "journal"
    case .slider: "slider"
    case .face: "face"
    }
  }

  /// What the sample and the manual say about it.
  public var about: String {
    switch self {
    case .screen: "What is drawn to."
    case .touch: "What is touched."
    case .journal: "Where answers are kept."
    case .slider: "The row of stars."
    case .face: "How a star looks. The same keys in [face 1], [face 2] and so on decide for a single star."
    }
  }
}

/// One setting: a row of the table from which the check, the options, the sample and the manual are made.
public struct SettingsKey: Sendable {
  public let section: SettingsSection
  public let name: StaticString
  /// The same setting on the command line, without its hyphens.
  public let option: StaticString
  /// What may be written, as an end for "allowed are".
  public let allowed: String
  /// As it would be written; empty where the key is better left out.
  public let standard: String
  /// As in "px"; empty for what has none.
  public let unit: String
  /// One or two sentences.
  public let about: String
  /// What the sample shows where the default is nothing.
  public let example: String
  /// A value may be spread over several lines of the same key.
  public let addsUp: Bool
  let set: Setter

  /// Puts a value into its place, or says no.
  enum Setter: Sendable {
    case settings(@Sendable (inout Settings, Value) -> Bool)
    case face(@Sendable (inout FaceSettings, Value) -> Bool)
  }

  /// A setting of the whole terminal; its option is called as the key is unless told otherwise.
  init(
    _ section: SettingsSection, _ name: StaticString, option: StaticString? = nil, allowed: String, standard: String,
    unit: String = "", example: String = "", about: String, set: @escaping @Sendable (inout Settings, Value) -> Bool
  ) {
    self.init(section, name, option, allowed, standard, unit, example, addsUp: false, about, .settings(set))
  }

  /// A setting of a face.
  init(
    face name: StaticString, option: StaticString? = nil, allowed: String, standard: String, unit: String = "",
    example: String = "", addsUp: Bool = false, about: String,
    set: @escaping @Sendable (inout FaceSettings, Value) -> Bool
  ) {
    self.init(.face, name, option, allowed, standard, unit, example, addsUp: addsUp, about, .face(set))
  }

  private init(
    _ section: SettingsSection, _ name: StaticString, _ option: StaticString?, _ allowed: String, _ standard: String,
    _ unit: String, _ example: String, addsUp: Bool, _ about: String, _ set: Setter
  ) {
    self.section = section
    self.name = name
    self.option = option ?? name
    self.allowed = allowed
    self.standard = standard
    self.unit = unit
    self.example = example
    self.about = about
    self.addsUp = addsUp
    self.set = set
  }

  public var key: String { "\(name)" }
}
