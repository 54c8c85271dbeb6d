import System

/// The blocks of an earlier start, in a file, so that the next start needs neither fonts nor text libraries.
///
/// They are used only if everything that they depend on is unchanged: the program, the libraries, the files of fonts and of fontconfig,
/// the variables that fontconfig reads, and the names of the fonts. Otherwise all texts are set anew.
///
/// The file contains numbers and byte strings (`ByteWriter`):
///
/// | content | |
/// | --- | --- |
/// | signature | 8 bytes: the format and its version |
/// | checksum | of all bytes after it |
/// | circumstances | a string: the fonts' names and the variables |
/// | number of stamps | then each: path, size, inode, time of the last change |
/// | number of texts | then each: its arguments, a string, and the block, a string |
///
/// A malformed file, or one with a wrong checksum, counts as missing.
final class TextCache {
  /// The maximum size of the file in bytes. A larger file is not written. Two languages at 800x480 take 0.5 MB.
  private static let mostBytes = 32 << 20
  private static let signature = Array("starTxt2".utf8)

  private struct Text {
    let arguments: Range<Int>
    let block: Range<Int>
    /// Whether this start uses it. Other texts are removed from the file.
    var isUsed = false
  }

  private let path: String
  private let circumstances: [UInt8]
  /// The file, and the offsets of its texts; empty if it is not usable.
  private var file: [UInt8] = []
  private var texts: [Text] = []
  private var stamps: [FileStamp] = []
  /// The index after the last text that was used.
  private var next = 0
  /// The texts that the file lacks.
  private var added: [(arguments: [UInt8], block: TextBlock)] = []

  /// Reads the file, if it exists. `fonts` are the configured fonts and the fonts for headings.
  init(_ path: String, _ fonts: [FontSource]...) {
    self.path = path
    var bytes = ByteWriter()
    for sources in fonts {
      bytes.add(Int64(sources.count))
      for source in sources {
        switch source {
        case .file(let path, let index):
          bytes.add(index)
          bytes.add(path.utf8)
        case .family(let name):
          bytes.add(Int64(-1))
          bytes.add(name.utf8)
        }
      }
    }
    let variables = [
      "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    ]
    for variable in variables { bytes.add((Environment[variable] ?? "").utf8) }
    circumstances = bytes.bytes
    guard let content = try? readFile(path, limit: Self.mostBytes), let texts = texts(of: content) else { return }
    (file, self.texts) = (content, texts)
  }

  /// Whether there are texts of an earlier start.
  var isUsable: Bool { !texts.isEmpty }

  /// Returns the offsets of the texts of a file, and stores its stamps; `nil` if the file is not usable.
  private func texts(of content: [UInt8]) -> [Text]? {
    let start = Self.signature.count + 8
    if content.count < start || content.count % 8 != 0 || !content.starts(with: Self.signature) { return nil }
    var reader = ByteReader(content, from: Self.signature.count)
    guard reader.number() == checksum(content[start...]), reader.string()?.elementsEqual(circumstances) == true,
      let stampCount = reader.number()
    else { return nil }
    var stamps: [FileStamp] = []
    while stamps.count < stampCount {
      guard let path = reader.string(), let size = reader.number(), let inode = reader.number(),
        let changed = reader.number()
      else { return nil }
      let stamp = FileStamp(path: String(decoding: path, as: UTF8.self), state: (size, inode, changed))
      if !stamp.isCurrent { return nil }
      stamps.append(stamp)
    }
    guard let count = reader.number() else { return nil }
    var texts: [Text] = []
    while texts.count < count {
      guard let arguments = reader.range(), let block = reader.range() else { return nil }
      texts.append(Text(arguments: arguments, block: block))
    }
    if !reader.isAtEnd { return nil }
    self.stamps = stamps
    return texts
  }

  /// Returns everything that determines a block, besides the fonts.
  static func arguments(
    _ text: String, _ language: String, _ direction: TextDirection, _ size: Int32, _ smallest: Int32, _ box: TextBox,
    _ isHeading: Bool
  ) -> [UInt8] {
    var bytes = ByteWriter()
    bytes.add(text.utf8)
    bytes.add(language.utf8)
    for number in [size, smallest, box.width, box.height, isHeading ? 1 : 0] { bytes.add(number) }
    for choice in [direction.rawValue, box.alignment.rawValue, box.vertical.rawValue] { bytes.add(Int64(choice)) }
    return bytes.bytes
  }

  /// Returns the block of a text that was set in `box` with the same arguments.
  func block(for arguments: [UInt8], in box: TextBox) -> TextBlock? {
    // Every start sets the same texts in the same order, so the one after the last is most likely.
    for i in 0..<texts.count {
      let index = (next + i) % texts.count
      if !file[texts[index].arguments].elementsEqual(arguments) { continue }
      var reader = ByteReader(file, from: texts[index].block.lowerBound)
      guard let block = TextBlock(&reader, in: box) else { return nil }
      texts[index].isUsed = true
      next = index + 1
      return block
    }
    return nil
  }

  func add(_ arguments: [UInt8], _ block: TextBlock) {
    if !added.contains(where: { $0.arguments == arguments }) { added.append((arguments, block)) }
  }

  /// Writes the texts of this start, if the file does not contain all of them. If that fails, the next start sets them anew.
  ///
  /// - Parameter fonts: The stamps of all files from which fonts were chosen and read.
  func write(_ fonts: [FileStamp]) {
    if added.isEmpty { return }
    let new = FileStamp.ofProgram + fonts
    let stamps = new + stamps.filter { old in !new.contains { $0.path.utf8.elementsEqual(old.path.utf8) } }
    let used = texts.filter { $0.isUsed }
    var bytes = ByteWriter()
    bytes.add(circumstances)
    bytes.add(Int64(stamps.count))
    for stamp in stamps {
      bytes.add(stamp.path.utf8)
      for number in [stamp.state.size, stamp.state.inode, stamp.state.changed] { bytes.add(number) }
    }
    bytes.add(Int64(used.count + added.count))
    for text in used {
      bytes.add(file[text.arguments])
      bytes.add(file[text.block])
    }
    for text in added {
      var block = ByteWriter()
      text.block.write(to: &block)
      bytes.add(text.arguments)
      bytes.add(block.bytes)
    }
    added = []
    let sum = checksum(bytes.bytes[...])
    var header = ByteWriter()
    header.add(sum)
    let content = Self.signature + header.bytes + bytes.bytes
    if content.count <= Self.mostBytes { try? writeFile(path, content) }
  }
}
