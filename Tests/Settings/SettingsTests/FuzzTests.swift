import TestSupport
import Testing

@testable import Settings

/// Random bytes lead to valid settings or to diagnostics.
@Suite struct FuzzTests {
  /// Whether bytes lead to settings with a slider, or to diagnostics about the file.
  func isSound(_ bytes: [UInt8]) -> Bool {
    do throws(Diagnostics) {
      let made = try settings(bytes: bytes)
      return made.sliderConfiguration() != nil && isWhole(made)
    } catch {
      return !error.list.isEmpty && error.list.allSatisfy { $0.message.hasPrefix("kiosk.conf:") }
    }
  }

  /// Whether settings satisfy what the kiosk relies on.
  func isWhole(_ made: Settings) -> Bool {
    let reasons = Set(made.questions.flatMap { $0.reasons })
    let words = made.languages.allSatisfy { language in
      Set(language.questions.map { $0.id }) == Set(made.questions.map { $0.id })
        && Set(language.reasons.map { $0.id }) == reasons
        && (language.questions + language.reasons).allSatisfy { !$0.text.isEmpty && $0.text.utf8.count <= 600 }
        && (made.languages.count == 1 || !language.phrases[.name].isEmpty)
    }
    let week: Range<Int32> = 0..<10_080
    let hours = made.kiosk.schedule.hours
    let times = hours.allSatisfy { week.contains($0.start) && week.contains($0.end) && $0.start != $0.end }
    let steps = made.kiosk.schedule.brightness
    return words && times && hours.count <= 50 && zip(hours, hours.dropFirst()).allSatisfy { $0.start < $1.start }
      && steps.allSatisfy { (0..<1440).contains($0.minute) && (0...100).contains($0.percent) }
      && zip(steps, steps.dropFirst()).allSatisfy { $0.minute < $1.minute }
      && made.kiosk.idle.warning < made.kiosk.idle.time && made.questions.count <= 8 && made.languages.count <= 12
      && made.questions.allSatisfy {
        $0.reasons.count <= 12 && ($0.reasonsUpTo ?? .zero) <= Ratio(Int64(made.slider.stars))
      }
      && (made.questions.isEmpty || !made.languages.isEmpty) && !made.theme.fonts.isEmpty
      && (made.courier.certificate == nil) == (made.courier.key == nil)
      && made.warnings.allSatisfy { $0.severity == .warning }
  }

  /// Configurations that are almost complete, with some lines missing.
  @Test func randomKiosksAreValidOrReported() {
    var random = SplitMix64(seed: 5)
    var whole = 0
    for _ in 0..<3_000 {
      let ids = ["a", "b"].filter { _ in Bool.random(using: &random) }
      var lines: [String] = []
      for id in ids {
        lines += ["[question \(id)]", "reasons = r" + (Bool.random(using: &random) ? ", s" : "")]
      }
      for tag in ["en", "en-GB"] where !ids.isEmpty && Bool.random(using: &random) {
        lines += ["[text \(tag)]", "name = \(tag)", "thanks = T"]
        for id in ids { lines.append("question \(id) = \(id)?") }
        lines.append("reason r = R")
        if Bool.random(using: &random) { lines.append("reason s = S") }
      }
      lines += ["[kiosk]", "hours = Mo-We 08:00-10:00", "hours = 22:00-02:00", "brightness = 1:00 3"]
      if Int.random(in: 0...3, using: &random) == 0 { lines.remove(at: Int.random(in: lines.indices, using: &random)) }
      let bytes = Array(lines.joined(separator: "\n").utf8)
      #expect(isSound(bytes))
      if mistakes(bytes: bytes).isEmpty { whole += 1 }
    }
    // Many are valid, and many are not.
    #expect((300..<2_700).contains(whole), "\(whole)")
  }

  @Test func randomBytesNeverTrap() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(isSound(bytes))
    }
  }

  @Test func randomLettersNeverTrap() {
    let letters = Array("[]=:;# \t\n\r\"face3slidertp1/0.,-\u{7f}ä".utf8)
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in letters.randomElement(using: &random)! }
      #expect(isSound(bytes))
    }
  }

  /// The sample with every key set, in which bytes are changed, removed and inserted, and lines repeated and swapped.
  @Test func editedSamplesNeverTrap() {
    let sample = SettingsSchema.sample.split(separator: "\n", omittingEmptySubsequences: false)
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

  /// Almost valid values for every key.
  @Test func randomValuesNeverTrap() {
    let words = [
      "", "0", "1", "5", "1/3", "0.5", "-1", "1001", "99999999999", "#ffffff", "star:5", "smileys", "points",
      "0,0 1,0 1,1", "Mo-Fr 08:00-18:00", "22:00-02:00", "24:00-00:00", "07:00 80 %", "a, b", "a\\", "\\n", "[::1]:1",
      "b:1883", "yes", "auto", "memory:1x1", "replay:x", "half", "\u{e9}", "1/1000000", "999999.999999", "/", ".",
    ]
    var random = SplitMix64(seed: 4)
    for _ in 0..<5_000 {
      var text = ""
      for _ in 0..<8 {
        let key = SettingsSchema.keys.randomElement(using: &random)!
        let subjects: [String] =
          switch key.section {
          case .face: ["", " 0", " 3", " 6"]
          case .question, .text: [" en", " a", " b", "", " aa"]
          default: [""]
          }
        let subject = subjects.randomElement(using: &random)!
        let argument = key.argument.isEmpty ? "" : [" a", " b", " en", ""].randomElement(using: &random)!
        text += "[\(key.section.name)\(subject)]\n"
        text += "\(key.name)\(argument) = \(words.randomElement(using: &random)!)\n"
      }
      #expect(isSound(Array(text.utf8)))
    }
  }
}
