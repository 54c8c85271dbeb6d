import CLinux

/// An option of a command: the row that parsing, `--help` and error messages follow from.
package struct CommandOption<Options> {
  /// Sets a value. Returns why the text is refused, as in "must be a number from 1 to 9", or a whole message that begins with
  /// the option's name; `nil` if it is accepted.
  package typealias Setter = (inout Options, String) -> String?

  /// Without its hyphens; empty for a heading.
  let name: StaticString
  /// What stands for the value in the help, as in "FILE"; empty for a flag.
  var placeholder = ""
  /// Sentences for the help. Empty hides the option.
  let help: String
  /// no_argument, required_argument or optional_argument of getopt_long(3).
  var argument = no_argument
  /// An empty value is refused before it is set.
  var requiresText = false
  let set: (inout Options, String?) -> String?

  /// An option without a value.
  package static func flag(
    _ name: StaticString, _ help: String, _ set: @escaping (inout Options) -> Void
  ) -> CommandOption {
    CommandOption(name: name, help: help) { options, _ in
      set(&options)
      return nil
    }
  }

  /// An option with a value that is checked.
  package static func value(
    _ name: StaticString, _ placeholder: String, _ help: String, _ set: @escaping Setter
  ) -> CommandOption {
    CommandOption(name: name, placeholder: placeholder, help: help, argument: required_argument, requiresText: true) {
      set(&$0, $1 ?? "")
    }
  }

  /// An option whose value is any text, such as a path; not the empty one unless `allowsEmpty`.
  package static func text(
    _ name: StaticString, _ placeholder: String, _ help: String, allowsEmpty: Bool = false,
    _ set: @escaping (inout Options, String) -> Void
  ) -> CommandOption {
    var option = value(name, placeholder, help) { options, text in
      set(&options, text)
      return nil
    }
    option.requiresText = !allowsEmpty
    return option
  }

  /// An option whose value follows an equals sign, or is left out.
  package static func optionalValue(
    _ name: StaticString, _ placeholder: String, _ help: String, _ set: @escaping (inout Options, String?) -> String?
  ) -> CommandOption {
    CommandOption(name: name, placeholder: placeholder, help: help, argument: optional_argument, set: set)
  }

  /// A line in the help above the options that follow.
  package static func heading(_ text: String) -> CommandOption { CommandOption(name: "", help: text) { _, _ in nil } }

  var isHeading: Bool { name.utf8CodeUnitCount == 0 }

  /// As it is typed: "--journal".
  var form: String { "--\(name)" }
}
