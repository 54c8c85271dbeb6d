import TestSupport
import Testing

@testable import Configuration

/// Whatever the bytes are, there are settings or mistakes, and settings can be drawn.
@Suite struct FuzzTests {
  /// Settings that can make a slider, or mistakes that name a line or the file.
  func isSound(_ bytes: [UInt8]) -> Bool {
    do throws(Mistakes) {
      let made = try settings(bytes: bytes)
      return made.slider() != nil
    } catch {
      return !error.list.isEmpty && error.list.allSatisfy { $0.message.hasPrefix("kiosk.conf:") }
    }
  }

  @Test func randomBytes() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(isSound(bytes))
    }
  }

  @Test func randomLetters() {
    let letters = Array("[]=:;# \t\n\r\"face3slidertp1/0.,-\u{7f}ä".utf8)
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in letters.randomElement(using: &random)! }
      #expect(isSound(bytes))
    }
  }

  /// The sample with every key in force, bytes changed, taken away, put in, lines doubled and swapped.
  @Test func editedSamples() {
    let sample = SettingsTable.sample.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("# ") }.map { $0.hasPrefix(";") ? Array($0.dropFirst().utf8) : Array($0.utf8) }
    var random = SplitMix64(seed: 3)
    for _ in 0..<3_000 {
      var lines = sample
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        lines.swapAt(Int.random(in: lines.indices, using: &random), Int.random(in: lines.indices, using: &random))
        lines.append(lines.randomElement(using: &random)!)
      }
      var bytes = Array(lines.joined(separator: [0x0a]))
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 32...126, using: &random), at: place)
        }
      }
      #expect(isSound(bytes))
    }
  }

  /// Values that are nearly right, for every key.
  @Test func randomValues() {
    let words = [
      "", "0", "1", "5", "1/3", "0.5", "-1", "1001", "99999999999", "#ffffff", "star:5", "smileys", "points",
      "0,0 1,0 1,1", "yes", "auto", "memory:1x1", "replay:x", "half", "\u{e9}", "1/1000000", "999999.999999", "/", ".",
    ]
    var random = SplitMix64(seed: 4)
    for _ in 0..<5_000 {
      var text = ""
      for _ in 0..<8 {
        let key = SettingsTable.keys.randomElement(using: &random)!
        let star =
          key.section == .face && Bool.random(using: &random) ? " \(Int.random(in: 0...6, using: &random))" : ""
        text += "[\(key.section.name)\(star)]\n\(key.key) = \(words.randomElement(using: &random)!)\n"
      }
      #expect(isSound(Array(text.utf8)))
    }
  }
}
