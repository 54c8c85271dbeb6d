// A setting in the help of a program that has it as an option.
extension SettingsKey {
  /// The value's name: the choices if they are few and short, else the unit or VALUE.
  package var placeholder: String {
    let choices = allowed.utf8.split(separator: UInt8(ascii: ",")).map {
      String(decoding: Array($0.drop { $0 == UInt8(ascii: " ") }), as: UTF8.self)
    }
    let text = choices.joined(separator: "|")
    if choices.count > 1 && text.utf8.count <= 30 && !text.utf8.contains(UInt8(ascii: " ")) {
      return text.utf8.starts(with: "yes|no|".utf8) ? "yes|no" : text
    }
    for (unit, name) in [("px", "PX"), ("s", "SECONDS"), ("min", "MINUTES"), ("stars", "STARS")]
    where unit.utf8.elementsEqual(self.unit.utf8) { return name }
    return "VALUE"
  }

  /// The description and the default.
  package var help: String { defaultValue.isEmpty ? summary : summary + " Default " + defaultValue + "." }
}
