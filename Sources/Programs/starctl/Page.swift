/// A page from a template in the folder Pages. The placeholders `{{name}}` are filled in, and the style is embedded, so that the page is a
/// single file.
enum Page {
  /// Returns a page with the shared style, its own style and the star before the title.
  ///
  /// - Parameters:
  ///   - template: The file `NAME.html`.
  ///   - style: The file `NAME.css`.
  ///   - contents: The HTML for each placeholder, by name.
  static func html(_ template: [UInt8], style: [UInt8], _ contents: [String: String]) -> String {
    var contents = contents
    contents["style"] = text(PackageResources.page_css) + text(style)
    contents["star"] = String(text(PackageResources.star_svg).dropLast())
    // All placeholders are filled in one pass, so `{{name}}` in a content remains text.
    var html = ""
    for (i, part) in text(template).split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
      let pieces = part.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      html += i == 0 ? part : (contents[String(pieces[0])] ?? "") + pieces[1]
    }
    return html
  }

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}
