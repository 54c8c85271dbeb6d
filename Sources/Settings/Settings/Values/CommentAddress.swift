import Basics

/// The template of the address that a question or the thank-you screen shows as a QR code. `{visit}` stands for the visit's id and
/// `{kiosk}` for the kiosk's name.
package struct CommentAddress: Hashable, Sendable {
  /// The text of the template; empty for no code.
  package var template = ""

  package init() {}

  /// Fails unless the template is empty or a web address.
  init?(_ template: String) {
    let schemes = ["https://", "http://"]
    if !template.utf8.isEmpty && !schemes.contains(where: { template.utf8.starts(with: $0.utf8) }) { return nil }
    self.template = template
  }

  /// The length limit of an address, in bytes. It is the capacity of a code of 57 modules (version 10) with 15 % of redundancy, which
  /// phones can read from a small screen.
  package static var longest: Int { 213 }

  package func text(visit: String, kiosk: String) -> String {
    Template(template).filled([("visit", visit), ("kiosk", kiosk)])
  }

  /// Returns what is wrong with the template, and what to write instead; `nil` if it is valid.
  ///
  /// - Parameter kiosk: The kiosk's name; empty for the host name, which has at most 64 bytes.
  func problem(kiosk: String) -> String? {
    if template.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7f }) {
      return "an address must not contain spaces or non-ASCII letters; write them as %20 and so on"
    }
    for piece in Template(template).pieces {
      if piece.text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
        return "unmatched brace; write {visit} or {kiosk}, or %7B and %7D for braces"
      }
      let names = ["visit", "kiosk"]
      if piece.isPlaceholder, !names.contains(where: { $0.utf8.elementsEqual(piece.text.utf8) }) {
        return "unknown placeholder {" + piece.text + "}; " + NearMiss.suggestion(for: piece.text, among: names)
      }
    }
    let visit = String(repeating: "0", count: 36)
    let length = text(visit: visit, kiosk: kiosk.utf8.isEmpty ? String(repeating: "0", count: 64) : kiosk).utf8.count
    if length <= Self.longest { return nil }
    return
      "with its placeholders filled in, the address has up to \(length) bytes; phones can read \(Self.longest); shorten it"
  }
}
