// The broker, topics and fonts.
extension ValueParser {
  /// Parses `HOST`, `HOST:PORT`, or an IPv6 address in brackets with or without a port; an empty text means no broker.
  func broker(into place: inout CourierSettings) -> Bool {
    let bytes = Array(text.utf8)
    var host = bytes[...]
    var rest = bytes[bytes.endIndex...]
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      host = bytes[1..<end]
      rest = bytes[(end + 1)...]
      // An IPv6 address has digits and at least two colons, then perhaps a percent sign and a zone. The resolver decides whether it is
      // valid.
      let address = host.prefix { $0 != UInt8(ascii: "%") }
      let colons = address.filter { $0 == UInt8(ascii: ":") }.count
      if colons < 2 || !address.allSatisfy({ Self.isInAddress($0) }) { return false }
      if !host.dropFirst(address.count + 1).allSatisfy({ Self.isNameByte($0, or: "-._") }) { return false }
    } else {
      if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) { (host, rest) = (bytes[..<colon], bytes[colon...]) }
      if !host.allSatisfy({ Self.isNameByte($0, or: "-._") }) { return false }
    }
    if host.count > 253 || (host.isEmpty && !bytes.isEmpty) { return false }
    var port: Int32 = 0
    if !rest.isEmpty {
      let digits = ValueParser(String(decoding: rest.dropFirst(), as: UTF8.self))
      guard rest.first == UInt8(ascii: ":"), let number = digits.whole(1...65_535) else { return false }
      port = number
    }
    place.host = String(decoding: host, as: UTF8.self)
    place.port = port
    return true
  }

  private static func isInAddress(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: ".")
  }

  /// Parses a topic prefix: non-empty levels separated by slashes, without wildcards and without a leading `$`.
  func topic(into place: inout String) -> Bool {
    let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if text.utf8.count > 128 || text.utf8.first == UInt8(ascii: "$") || !CourierSettings.canCarry(text) { return false }
    if levels.contains(where: { $0.isEmpty }) || text.utf8.contains(where: { "+#".utf8.contains($0) }) { return false }
    place = text
    return true
  }

  func username(upTo limit: Int, into place: inout String) -> Bool {
    write(text.utf8.count <= limit && CourierSettings.canCarry(text) ? text : nil, to: &place)
  }

  /// Parses a font: the path of a file if it contains a slash, otherwise the name of a family.
  func font(into place: inout [String]) -> Bool {
    let font = text.utf8.contains(UInt8(ascii: "/")) ? absolute(text) : text
    return append(text.utf8.isEmpty ? nil : [font], upTo: ThemeSettings.mostFonts, to: &place)
  }
}
