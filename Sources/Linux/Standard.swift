import CLinux

/// The standard streams of a program, unbuffered: a line that was written is out, whatever happens next.
public enum Standard {
  /// One line on standard output. False where nobody reads it any more.
  @discardableResult
  public static func output(_ line: String) -> Bool { write(line + "\n", to: 1) }

  /// One line on standard error, with the program's name.
  public static func error(_ line: String) {
    write(String(cString: cl_program_name()) + ": " + line + "\n", to: 2)
  }

  /// A text as it is.
  public static func output(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: 1)
  }

  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = [UInt8](text.utf8)
    return bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  @discardableResult
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = CLinux.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count < 0 && cl_errno() != EINTR { return false }
      written += max(count, 0)
    }
    return true
  }
}
