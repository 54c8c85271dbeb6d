import CMemory

/// What memory there is, for whoever asks first: Swift's own allocation ends the program where it fails.
package enum Memory {
  /// Throws where `bytes` cannot be had in one piece now; `what` stands in the error, in the plural, and `advice` is what to do.
  /// Nothing is touched or kept.
  @export(interface) package static func require(
    _ bytes: Int64, for what: String, advice: String = "ask for a smaller screen or more stars"
  ) throws(DisplayError) {
    if let size = Int(exactly: bytes), cmemory_has(size) { return }
    throw DisplayError(
      "make", what, reason: "they take up to \(bytes) bytes, and there is not enough memory",
      advice: advice)
  }
}
