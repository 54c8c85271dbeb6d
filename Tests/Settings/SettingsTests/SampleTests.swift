import Foundation
import Testing

@testable import Settings

/// The configuration that `starctl sample` prints.
@Suite struct SampleTests {
  @Test func sampleChangesNothing() throws {
    #expect(try settings(SettingsSchema.sample) == Settings())
  }

  @Test func sampleWithEveryKeySetIsValid() throws {
    let text = SettingsSchema.sample.split(separator: "\n").map { $0.hasPrefix(";") ? $0.dropFirst() : $0 }
    // The shape is no points, and the sample's kind of question has no reasons.
    let whole = text.filter { !$0.hasPrefix("points =") && !$0.hasPrefix("icon ") }.joined(separator: "\n")
    let pictures = try Dictionary(
      uniqueKeysWithValues: ["empty", "half", "full", "logo", "shop", "closed", "summer", "autumn"].map {
        ($0 + ".png", try png())
      })
    #expect(mistakes(whole, files: pictures) == [])
    #expect(
      mistakes(whole.replacing("shape = star", with: "shape = points\npoints = 0.5,0 1,1 0,1"), files: pictures) == [])
  }

  @Test func sampleHasEveryKey() {
    var rest = SettingsSchema.sample[...]
    for key in SettingsSchema.keys {
      // Searches after the previous key, because sections have keys of the same name.
      let start = key.argument.isEmpty ? "\n;\(key.name) = " : "\n;\(key.name) "
      guard let place = rest.firstRange(of: start) else {
        Issue.record("\(key.section.form) \(key.form) is missing")
        continue
      }
      rest = rest[place.lowerBound...].dropFirst()
    }
    #expect(SettingsSchema.sample.split(separator: "\n").allSatisfy { $0.utf8.count <= 110 })
  }
}

/// The repository's example kiosk.
@Suite struct ExampleTests {
  static let path = root.appending(path: "Samples/kiosk/kiosk.conf").path

  @Test func exampleIsValid() throws {
    let made = try settings(String(contentsOfFile: Self.path, encoding: .utf8))
    #expect(made.questions.map { $0.id } == ["service", "cleanliness"])
    #expect(made.languages.map { $0.tag } == ["en", "ar"] && made.warnings == [])
    #expect(made.questions[0].reasonsUpTo == Ratio(2) && made.kiosk.schedule.hours.isEmpty)
  }

  @Test func commentedKeysAreValid() throws {
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { $0.hasPrefix(";") ? $0.dropFirst() : $0 }
    let made = try settings(text.joined(separator: "\n"))
    #expect(
      made.kiosk.schedule.hours.count == 6 && made.kiosk.schedule.brightness.count == 2
        && made.courier.username == "entrance-2")
  }
}

/// The page for operators.
@Suite struct OperatorsPageTests {
  /// The configurations on the page are valid.
  @Test func examplesOnThePageAreValid() throws {
    let page = try String(contentsOf: root.appending(path: "docs/operators.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```ini\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    try #require(blocks.count == 4)
    let first = try settings(blocks[0])
    #expect(first.warnings == [] && first.languages.map { $0.tag } == ["en", "de"] && first.questions.count == 1)
    let made = try settings(
      blocks[1],
      files: Dictionary(
        uniqueKeysWithValues: ["logo", "shop", "closed", "summer", "autumn"].map { ($0 + ".png", try png()) }))
    #expect(made.warnings == [] && made.languages.count == 2 && made.questions.count == 2)
    #expect(made.courier.host == "broker.example" && made.courier.tls && made.kiosk.schedule.hours.count == 6)
    let ordered = try settings(blocks[2], files: ["clock.png": png(), "staff.png": png()])
    #expect(ordered.warnings == [] && SurveyPaths(ordered).followers == [[1, 3], [2], [4], [4]])
    let spoken = try settings(blocks[3] + "\n" + blocks[0])
    #expect(spoken.warnings == [] && spoken.voice.mode == .onDemand)
  }
}
