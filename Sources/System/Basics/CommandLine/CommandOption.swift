import CLinux

/// An option of a command: a row from which parsing, `--help` and error messages are derived.
package struct CommandOption<Options> {
  /// Sets a value. Returns the reason if the text is rejected, such as "must be a number from 1 to 9", or a whole message that begins with
  /// the option's name; `nil` if it is accepted.
  package typealias Setter = (inout Options, String) -> String?

  /// The option without its hyphens; empty for a heading.
  let name: StaticString
  // The texts are functions, because only the help needs them, and building them at every start takes longer than parsing.
  /// Returns the placeholder for the value in the help, such as "FILE"; empty for a flag.
  var placeholder: () -> String = { "" }
  /// Returns sentences for the help; empty to hide the option.
  let help: () -> String
  /// no_argument, required_argument or optional_argument of getopt_long(3).
  var argument = no_argument
  /// Whether an empty value is rejected before it is set.
  var requiresText = false
  let set: (inout Options, String?) -> String?

  /// Returns an option without a value.
  package static func flag(
    _ name: StaticString, _ help: @autoclosure @escaping () -> String, _ set: @escaping (inout Options) -> Void
  ) -> CommandOption {
    CommandOption(name: name, help: help) { options, _ in
      set(&options)
      return nil
    }
  }

  /// Returns an option whose value is checked.
  package static func value(
    _ name: StaticString, _ placeholder: @autoclosure @escaping () -> String,
    _ help: @autoclosure @escaping () -> String, _ set: @escaping Setter
  ) -> CommandOption {
    CommandOption(name: name, placeholder: placeholder, help: help, argument: required_argument, requiresText: true) {
      set(&$0, $1 ?? "")
    }
  }

  /// Returns an option whose value is any text, such as a path. An empty text is rejected unless `allowsEmpty`.
  package static func text(
    _ name: StaticString, _ placeholder: @autoclosure @escaping () -> String,
    _ help: @autoclosure @escaping () -> String, allowsEmpty: Bool = false,
    _ set: @escaping (inout Options, String) -> Void
  ) -> CommandOption {
    var option = value(name, placeholder(), help()) { options, text in
      set(&options, text)
      return nil
    }
    option.requiresText = !allowsEmpty
    return option
  }

  /// Returns an option whose value follows an equals sign, or may be omitted.
  package static func optionalValue(
    _ name: StaticString, _ placeholder: @autoclosure @escaping () -> String,
    _ help: @autoclosure @escaping () -> String, _ set: @escaping (inout Options, String?) -> String?
  ) -> CommandOption {
    CommandOption(name: name, placeholder: placeholder, help: help, argument: optional_argument, set: set)
  }

  /// Returns a heading: a line in the help above the options that follow.
  package static func heading(_ text: String) -> CommandOption {
    CommandOption(name: "", help: { text }, set: { _, _ in nil })
  }

  var isHeading: Bool { name.utf8CodeUnitCount == 0 }

  /// The option as it is typed: "--journal".
  var form: String { "--\(name)" }
}
