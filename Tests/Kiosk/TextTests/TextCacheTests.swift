import Foundation
import StarSlider
import TestSupport
import Testing

@testable import Text

/// The file from which the next start reads set texts.
@Suite final class TextCacheTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  private var file: String { folder + "/texts" }
  /// A font that tests may change.
  private var font: String { folder + "/font.ttf" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Noto.latin, toPath: font)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func typesetter(_ fonts: [FontSource]? = nil, headings: [FontSource] = []) throws -> Typesetter {
    try Typesetter(fonts: fonts ?? [.file(font)] + Noto.all.dropFirst(), headings: headings, cacheFile: file)
  }

  /// Returns blocks of all scripts and options.
  private func blocks(_ typesetter: Typesetter, more: [String] = []) throws -> [TextBlock] {
    var blocks: [TextBlock] = []
    for (text, language) in phrases + more.map({ ($0, "en") }) + [("", "en"), ("\u{10ffff}\n\n?", "")] {
      for isHeading in [false, true] {
        blocks.append(
          try typesetter.set(
            text, language: language, size: 40, smallest: 12, width: 300, height: 90, alignment: .center,
            vertical: .middle, isHeading: isHeading))
      }
    }
    return blocks
  }

  private func expectEqual(_ found: [TextBlock], _ wanted: [TextBlock], _ place: SourceLocation = #_sourceLocation) {
    #expect(found.count == wanted.count, sourceLocation: place)
    for (a, b) in zip(found, wanted) {
      #expect(
        a.coverage == b.coverage && a.lines == b.lines && a.missing == b.missing && (a.x, a.y) == (b.x, b.y)
          && (a.size, a.height) == (b.size, b.height) && a.isComplete == b.isComplete
          && a.hasBrokenWords == b.hasBrokenWords, sourceLocation: place)
    }
  }

  private func write(more: [String] = []) throws -> [TextBlock] {
    let typesetter = try typesetter()
    let wanted = try blocks(typesetter, more: more)
    typesetter.writeCache()
    return wanted
  }

  @Test func nextStartOpensNoFonts() throws {
    let wanted = try write()
    let next = try typesetter()
    expectEqual(try blocks(next), wanted)
    #expect(next.collection == nil)
    let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
    next.writeCache()
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count == size)
  }

  /// A text that is new or has other arguments is set, and kept in place of those that are no longer used.
  @Test func changedTextIsSetAnew() throws {
    _ = try write(more: ["Before"])
    let changed = try typesetter()
    let wanted = try blocks(changed, more: ["After"])
    #expect(changed.collection != nil)
    changed.writeCache()
    let next = try typesetter()
    expectEqual(try blocks(next, more: ["After"]), wanted)
    #expect(next.collection == nil)
    let content = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(content.range(of: Data("After".utf8)) != nil && content.range(of: Data("Before".utf8)) == nil)
    _ = try next.set("After", language: "en", size: 40, smallest: 12, width: 301, height: 90)
    #expect(next.collection != nil)
  }

  @Test func changedFontIsNoticed() throws {
    _ = try write()
    try FileManager.default.removeItem(atPath: font)
    try FileManager.default.copyItem(atPath: Noto.arabic, toPath: font)
    #expect(try typesetter().collection != nil)
    _ = try write()
    #expect(try typesetter().collection == nil)
    try FileManager.default.removeItem(atPath: font)
    #expect(throws: TextError.self) { try self.typesetter() }
  }

  @Test func otherFontsAreNoticed() throws {
    _ = try write()
    #expect(try typesetter([.file(font)]).collection != nil)
    #expect(try typesetter(headings: [.file(Noto.latin)]).collection != nil)
    #expect(try typesetter().collection == nil)
  }

  /// fontconfig's answers depend on its configuration and on which fonts are in its folders.
  @Test func fontconfigsFilesAreNoticed() throws {
    let files = try FontFinder().files
    for file in ["/etc/fonts/fonts.conf", "/usr/share/fonts", "/usr/share/fonts/truetype/noto"] {
      #expect(files.contains(file), "\(files)")
    }
    #expect(files.contains { $0.hasPrefix("/etc/fonts/conf.d") })
    let family = try typesetter([.family("Noto Sans")])
    #expect(try #require(family.collection).stamps.contains { $0.path == "/usr/share/fonts/truetype/noto" })
    let stamp = FileStamp(folder)
    #expect(stamp.isCurrent)
    try Data().write(to: URL(fileURLWithPath: folder + "/added.ttf"))
    #expect(!stamp.isCurrent)
    let missing = FileStamp(folder + "/more")
    #expect(missing.isCurrent)
    try FileManager.default.createDirectory(atPath: folder + "/more", withIntermediateDirectories: true)
    #expect(!missing.isCurrent)
  }

  @Test func programAndLibrariesAreNoticed() throws {
    _ = try write()
    let paths = FileStamp.ofProgram.map { $0.path }
    for name in ["/proc/self/exe", "libfreetype.so", "libharfbuzz.so", "libfribidi.so", "libicuuc.so"] {
      #expect(paths.contains { $0.contains(name) }, "\(paths)")
    }
    #expect(FileStamp.ofProgram.allSatisfy { $0.state.size > 0 })
  }

  /// A file that is cut off, or in which any byte differs, is not used.
  @Test func damagedFileIsNotUsed() throws {
    let wanted = try write()
    let content = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    func isUsed(_ bytes: some Sequence<UInt8>) throws -> Bool {
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      return TextCache(file, [.file(font)] + Noto.all.dropFirst(), []).isUsable
    }
    #expect(try isUsed(content))
    for length in [0, 7, 8, 16, content.count / 2, content.count - 8, content.count - 1] {
      #expect(try !isUsed(content.prefix(length)), "\(length) bytes")
    }
    for offset in stride(from: 0, to: content.count, by: content.count / 300) {
      var damaged = content
      damaged[offset] ^= 0x10
      #expect(try !isUsed(damaged), "offset \(offset)")
    }
    #expect(try !isUsed(content + [UInt8](repeating: 0, count: 8)))
    // A text is set anew, and the file replaced.
    expectEqual(try write(), wanted)
    #expect(try typesetter().collection == nil)
  }

  /// Even with a right checksum, no content ends the program, and no block is inconsistent.
  @Test func hostileFileIsHarmless() throws {
    _ = try write()
    let content = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    let fonts: [FontSource] = [.file(font)] + Noto.all.dropFirst()
    let box = TextBox(width: 300, height: 90, alignment: .center, vertical: .middle)
    var random = SplitMix64(seed: 1)
    var found = 0
    for round in 0..<600 {
      var damaged = content
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Numbers are at multiples of eight; half of the changes hit the fields at the start.
        let words = round % 2 == 0 ? 300 : content.count / 8
        let offset = 8 * Int.random(in: 2..<words, using: &random)
        let value = [0, -1, .max, .min, Int64.random(in: 0...400, using: &random)].randomElement(using: &random)!
        for i in 0..<8 { damaged[offset + i] = UInt8(truncatingIfNeeded: value >> (8 * i)) }
      }
      let sum = checksum(damaged[16...])
      for i in 0..<8 { damaged[8 + i] = UInt8(truncatingIfNeeded: sum >> (8 * Int64(i))) }
      try Data(damaged).write(to: URL(fileURLWithPath: file))
      let cache = TextCache(file, fonts, [])
      for (text, language) in phrases {
        guard let block = cache.block(for: TextCache.arguments(text, language, .automatic, 40, 12, box, true), in: box)
        else {
          continue
        }
        found += 1
        let picture = block.coverage
        #expect(picture.bytes.count == Int(picture.width) * Int(picture.height))
        #expect(block.x >= 0 && block.y >= 0 && 0...90 ~= block.height && 0...8192 ~= block.size)
        #expect(block.x + picture.width <= 300 && block.y + picture.height <= 90)
      }
    }
    #expect(found > 200)
  }

  /// Without a place to write to, texts are set at every start.
  @Test func missingFolderIsHarmless() throws {
    let typesetter = try Typesetter(fonts: Noto.all, cacheFile: folder + "/nowhere/texts")
    _ = try blocks(typesetter)
    typesetter.writeCache()
    #expect(!FileManager.default.fileExists(atPath: folder + "/nowhere"))
  }
}
