import Basics
import CPages

/// A page from a template in the folder Pages. The placeholders `{name}` are filled in, and the style is embedded, so that the page is a single
/// file.
enum Page {
  /// Returns a page with the shared style, its own style and the star before the title.
  ///
  /// - Parameters:
  ///   - template: The file `NAME.html`.
  ///   - style: The file `NAME.css`.
  ///   - contents: The HTML for each placeholder, by name.
  static func html(_ template: [UInt8], style: [UInt8], _ contents: [String: String]) -> String {
    let shared = [
      ("style", String(cString: cpages_style()) + text(style)),
      ("star", String(String(cString: cpages_star()).dropLast())),
    ]
    return Template(text(template)).filled(shared + contents.map { ($0.key, $0.value) })
  }

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}
