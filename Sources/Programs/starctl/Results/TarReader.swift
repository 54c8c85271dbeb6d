/// Reads archives of small regular files in the formats ustar and GNU tar.
enum TarReader {
  private static let blockSize = 512

  /// Returns the files by name, without their folders.
  static func files(of archive: [UInt8]) throws(ReportFault) -> [String: [UInt8]] {
    func fault(_ reason: String) -> ReportFault { ReportFault(reason: reason) }
    var files: [String: [UInt8]] = [:]
    var place = 0
    while true {
      guard place + blockSize <= archive.count else {
        throw fault(
          place == 0
            ? "it is not an archive of star-bench --submit" : "it is cut off: its end is missing; copy it again")
      }
      let header = archive[place..<place + blockSize]
      if header.allSatisfy({ $0 == 0 }) { return files }
      guard text(header, 257, 5) == "ustar" else {
        throw fault(
          place == 0 ? "it is not an archive of star-bench --submit" : "it is damaged at byte \(place); copy it again")
      }
      let sum = header.enumerated().reduce(0) { $0 + (148..<156 ~= $1.offset ? 32 : Int($1.element)) }
      guard number(header, 148, 8) == sum, let size = number(header, 124, 12) else {
        throw fault("it is damaged at byte \(place); copy it again")
      }
      let name = String(text(header, 0, 100).split(separator: "/").last ?? "")
      let start = place + blockSize
      let left = archive.count - start
      guard size <= left else {
        throw fault("it is cut off: \(name) has \(size) bytes, and \(left) are left; copy it again")
      }
      // Folders, and other programs' metadata about files, are skipped.
      if [0, UInt8(ascii: "0")].contains(header[place + 156]) {
        if files[name] != nil { throw fault("it has two files named \(name)") }
        files[name] = Array(archive[start..<start + size])
      }
      place = start + (size + blockSize - 1) / blockSize * blockSize
    }
  }

  /// Returns a field up to its first zero.
  private static func text(_ header: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> String {
    let field = header.dropFirst(offset).prefix(count).prefix { $0 != 0 }
    return String(decoding: field, as: UTF8.self)
  }

  private static func number(_ header: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> Int? {
    // At most eleven octal digits, so that the number fits.
    Int(text(header, offset, count).filter { $0 != " " }, radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }
}
