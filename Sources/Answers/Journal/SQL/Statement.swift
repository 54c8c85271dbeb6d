import CSQLite

/// A prepared statement, finalized with the object. It may outlive its connection.
final class Statement {
  private let handle: OpaquePointer

  /// Takes ownership of an SQLite statement.
  init(owning handle: OpaquePointer) { self.handle = handle }
  deinit { sqlite3_finalize(handle) }

  /// Binds a number to a parameter, counted from 1.
  func bind(_ parameter: Int32, _ number: Int64) { sqlite3_bind_int64(handle, parameter, number) }

  /// Binds a copy of a text to a parameter, counted from 1.
  func bind(_ parameter: Int32, _ text: String) {
    _ = text.withCString { cs_bind_text(handle, parameter, $0, Int32(text.utf8.count)) }
  }

  /// Returns SQLITE_ROW, SQLITE_DONE or an error code.
  func step() -> Int32 { sqlite3_step(handle) }

  /// Ends the execution and clears all parameters.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Whether a column of the current row, counted from 0, is NULL.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// Returns a column of the current row, counted from 0; 0 for NULL.
  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// Returns a column of the current row, counted from 0; empty for NULL. Invalid UTF-8 becomes U+FFFD.
  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// Returns the UTF-8 of a column, valid until the next step.
  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }
}
