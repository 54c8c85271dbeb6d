// The forms that only the way to a broker has.
extension Value {
  /// `HOST`, `HOST:PORT`, or an IPv6 address in brackets with or without a port; nothing for none.
  func broker(into place: inout CourierSettings) -> Bool {
    let bytes = Array(text.utf8)
    var host = bytes[...]
    var rest = bytes[bytes.endIndex...]
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      host = bytes[1..<end]
      rest = bytes[(end + 1)...]
      // Digits and colons, two or more of these; a zone behind a percent sign. Whether it is an address, the resolver says.
      let address = host.prefix { $0 != UInt8(ascii: "%") }
      let colons = address.filter { $0 == UInt8(ascii: ":") }.count
      if colons < 2 || !address.allSatisfy({ Self.isInAddress($0) }) { return false }
      if !host.dropFirst(address.count + 1).allSatisfy({ Self.isInHost($0) }) { return false }
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      host = bytes[..<colon]
      rest = bytes[colon...]
    }
    if host.count > 253 || (host.isEmpty && !bytes.isEmpty) { return false }
    if bytes.first != UInt8(ascii: "["), !host.allSatisfy({ Self.isInHost($0) }) { return false }
    var port: Int32 = 0
    if !rest.isEmpty {
      let digits = Value(text: String(decoding: rest.dropFirst(), as: UTF8.self), folder: "")
      if rest.first != UInt8(ascii: ":") || !digits.whole(1...65_535, into: &port) { return false }
    }
    place.host = String(decoding: host, as: UTF8.self)
    place.port = port
    return true
  }

  private static func isInHost(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_")
  }

  private static func isInAddress(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: ".")
  }

  /// What topics begin with: levels with slashes between, none empty, without what MQTT keeps for itself.
  func topic(into place: inout String) -> Bool {
    let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if text.utf8.count > 128 || text.utf8.first == UInt8(ascii: "$") || !CourierSettings.canCarry(text) { return false }
    for level in levels {
      if level.isEmpty { return false }
      for byte in level where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") { return false }
    }
    place = text
    return true
  }

  func name(upTo most: Int, into place: inout String) -> Bool {
    if text.utf8.count > most || !CourierSettings.canCarry(text) { return false }
    place = text
    return true
  }

  /// A font's file, where there is a slash in it, or its family: behind those that were named before.
  func font(into place: inout [String]) -> Bool {
    let before = goesOn ? place : []
    if text.isEmpty || before.count >= ThemeSettings.mostFonts { return false }
    place = before + [text.utf8.contains(UInt8(ascii: "/")) ? absolute(text) : text]
    return true
  }
}
