/// The URL of a bundle for `update`. The kiosk's user writes it to a file that root's programs read, so it has only harmless characters.
package enum UpdateURL {
  /// The maximum size in bytes.
  package static var longest: Int { 512 }

  /// Returns why a URL is refused; `nil` if it is valid.
  package static func fault(of url: some Collection<UInt8>) -> StaticString? {
    if url.isEmpty { return "its URL is missing" }
    if url.count > longest { return "its URL has more than 512 bytes" }
    let schemes: [StaticString] = ["http://", "https://"]
    if !schemes.contains(where: { url.starts(with: "\($0)".utf8) && url.count > $0.utf8CodeUnitCount }) {
      return "its URL must begin with http:// or https://"
    }
    return url.allSatisfy { isAllowed($0) }
      ? nil : "its URL contains blanks, quotes, or characters other than printable ASCII"
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    0x21...0x7e ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
  }
}
