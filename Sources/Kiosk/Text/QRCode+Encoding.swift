import CText

extension QRCode {
  /// Encodes a text of at most 2,331 bytes.
  @export(interface) package init(_ text: String) throws(TextError) {
    try load(ct_library_qrencode)
    let bytes = Array(text.utf8)
    guard let code = libraries.QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
      throw .outOfMemory("make a QR code")
    }
    defer { libraries.QRcode_free(code) }
    self.init(
      width: code.pointee.width,
      modules: UnsafeBufferPointer(start: code.pointee.data, count: Int(code.pointee.width * code.pointee.width))
        .map { $0 & 1 != 0 })
  }
}
