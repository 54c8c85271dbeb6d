import Foundation
import Testing

@testable import Settings

/// The sample is made from the table, so it must be a configuration itself.
@Suite struct SampleTests {
  @Test func asItIsItChangesNothing() throws {
    #expect(try settings(SettingsTable.sample) == Settings())
  }

  @Test func everyKeyInForceIsAllowed() throws {
    let text = SettingsTable.sample.split(separator: "\n").map { $0.hasPrefix(";") ? $0.dropFirst() : $0 }
    let whole = text.filter { !$0.hasPrefix("points =") }.joined(separator: "\n")
    let pictures = try ["empty.png": png(), "half.png": png(), "full.png": png(), "logo.png": png()]
    #expect(mistakes(whole, files: pictures) == [])
    #expect(
      mistakes(whole.replacing("shape = star", with: "shape = points\npoints = 0.5,0 1,1 0,1"), files: pictures) == [])
  }

  @Test func everyKeyIsThere() {
    var rest = SettingsTable.sample[...]
    for key in SettingsTable.keys {
      // Behind the one before, so that those of the same name are told apart.
      let start = key.argument.isEmpty ? "\n;\(key.key) = " : "\n;\(key.key) "
      guard let place = rest.firstRange(of: start) else {
        Issue.record("\(key.section.form) \(key.form) is missing")
        continue
      }
      rest = rest[place.lowerBound...].dropFirst()
    }
    #expect(SettingsTable.sample.split(separator: "\n").allSatisfy { $0.utf8.count <= 110 })
  }
}

/// The terminal that the repository comes with.
@Suite struct TerminalSampleTests {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Samples/terminal/kiosk.conf").path

  @Test func itHasNoMistake() throws {
    let made = try settings(String(contentsOfFile: Self.path, encoding: .utf8))
    #expect(made.questions.map { $0.id } == ["service", "cleanliness"])
    #expect(made.languages.map { $0.tag } == ["en", "ar"] && made.warnings == [])
    #expect(made.questions[0].reasonsUpTo == Ratio(2) && made.terminal.hours.isEmpty)
  }

  /// With what it shows as comments in force, too.
  @Test func noneOfItsCommentedKeysIsWrong() throws {
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { $0.hasPrefix(";") ? $0.dropFirst() : $0 }
    let made = try settings(text.joined(separator: "\n"))
    #expect(
      made.terminal.hours.count == 6 && made.terminal.brightness.count == 2 && made.courier.username == "entrance-2")
  }
}

/// The page for operators.
@Suite struct OperatorsPageTests {
  /// The configuration on the page is valid.
  @Test func itsExamplesHaveNoMistake() throws {
    let root = URL(fileURLWithPath: TerminalSampleTests.path).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/operators.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```ini\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(blocks.count == 1)
    for block in blocks {
      let made = try settings(block, files: ["logo.png": png()])
      #expect(made.warnings == [] && made.languages.count == 2 && made.questions.count == 2)
      #expect(made.courier.host == "broker.example" && made.courier.tls && made.terminal.hours.count == 6)
    }
  }
}
