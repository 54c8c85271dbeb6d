import CText

/// A QR code of a text, with error correction level M (about 15 %). Its size depends only on the length of the text.
package struct QRCode: Hashable, Sendable {
  /// The number of modules on each side, without the quiet zone.
  package let width: Int32
  /// Whether each module is dark, row by row.
  package let modules: [Bool]

  /// The width of the quiet zone, the light modules on each side.
  package static var quietZone: Int32 { 4 }

  /// Encodes a text of at most 2,331 bytes.
  @export(interface) package init(_ text: String) throws(TextError) {
    try load(ct_library_qrencode)
    let bytes = Array(text.utf8)
    guard let code = libraries.QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
      throw .outOfMemory("make a QR code")
    }
    defer { libraries.QRcode_free(code) }
    width = code.pointee.width
    modules = UnsafeBufferPointer(start: code.pointee.data, count: Int(width * width)).map { $0 & 1 != 0 }
  }
}
