/// A QR code of a text, with error correction level M (about 15 %). Its size depends only on the length of the text.
package struct QRCode: Hashable, Sendable {
  /// The number of modules on each side, without the quiet zone.
  package let width: Int32
  /// Whether each module is dark, row by row.
  package let modules: [Bool]

  /// The width of the quiet zone, the light modules on each side.
  package static var quietZone: Int32 { 4 }
}
