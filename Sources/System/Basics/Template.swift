/// A text with placeholders in braces, such as "{day}, {time}".
package struct Template {
  /// A part of the text. A placeholder is without its braces; other braces stay in the text.
  package typealias Piece = (text: String, isPlaceholder: Bool)

  package let pieces: [Piece]

  package init(_ template: String) {
    var pieces: [Piece] = []
    var rest = Array(template.utf8)[...]
    func add(_ bytes: ArraySlice<UInt8>, _ isPlaceholder: Bool) {
      pieces.append((String(decoding: bytes, as: UTF8.self), isPlaceholder))
    }
    while let open = rest.firstIndex(of: UInt8(ascii: "{")), let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      add(rest[..<open], false)
      add(rest[(open + 1)..<close], true)
      rest = rest[(close + 1)...]
    }
    add(rest, false)
    self.pieces = pieces
  }

  /// Returns the text with each placeholder replaced. Placeholders without a value stay.
  package func filled(_ values: [(name: String, value: String)]) -> String {
    pieces.reduce(into: "") { text, piece in
      if !piece.isPlaceholder {
        text += piece.text
      } else if let known = values.first(where: { $0.name.utf8.elementsEqual(piece.text.utf8) }) {
        text += known.value
      } else {
        text += "{" + piece.text + "}"
      }
    }
  }
}
