import CMemory

/// Checks for available memory. Swift terminates the program if one of its own allocations fails.
package enum Memory {
  /// Throws if `bytes` cannot be allocated in one piece now. Nothing stays allocated.
  ///
  /// - Parameter purpose: What the memory is for, such as "the star images".
  @export(interface) package static func require(
    _ bytes: Int64, for purpose: String, suggestion: String = "choose a smaller screen or more stars"
  ) throws(DisplayError) {
    if let size = Int(exactly: bytes), cmemory_has(size) { return }
    throw DisplayError(
      .outOfMemory, "create", purpose, reason: "not enough memory (\(bytes) bytes needed)", suggestion: suggestion)
  }
}
