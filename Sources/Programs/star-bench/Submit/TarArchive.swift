/// An uncompressed archive of small files in the ustar format of POSIX.1-1988, which every `tar` can read.
struct TarArchive {
  /// The size of a header, and the unit to which contents are padded, in bytes.
  private static var blockSize: Int { 512 }

  private var blocks: [UInt8] = []

  /// The archive, with the two blocks of zeros that end it.
  var bytes: [UInt8] {
    var bytes = blocks
    for _ in 0..<2 * Self.blockSize { bytes.append(0) }
    return bytes
  }

  /// Adds a file without a user and with the time 0.
  ///
  /// - Parameters:
  ///   - name: The file's name, at most 100 bytes.
  ///   - content: The file's content, of any size that fits into memory.
  mutating func add(_ name: String, _ content: [UInt8]) {
    var header = [UInt8](repeating: 0, count: Self.blockSize)
    func put(_ text: String, at place: Int) {
      var place = place
      for byte in text.utf8 {
        header[place] = byte
        place += 1
      }
    }
    func put(octal number: Int, digits: Int, at place: Int) {
      for digit in 0..<digits {
        header[place + digits - 1 - digit] = 48 + UInt8(truncatingIfNeeded: number &>> (3 * digit)) & 7
      }
    }
    put(name, at: 0)
    put(octal: 0o644, digits: 7, at: 100)
    put(octal: 0, digits: 7, at: 108)  // user
    put(octal: 0, digits: 7, at: 116)  // group
    put(octal: content.count, digits: 11, at: 124)
    put(octal: 0, digits: 11, at: 136)  // time
    put("0", at: 156)  // a regular file
    put("ustar", at: 257)
    put("00", at: 263)
    // The checksum is computed as if its own field contained blanks.
    put("        ", at: 148)
    var sum = 0
    for byte in header { sum += Int(byte) }
    put(octal: sum, digits: 6, at: 148)
    header[154] = 0
    blocks += header
    blocks += content
    while blocks.count % Self.blockSize != 0 { blocks.append(0) }
  }
}
