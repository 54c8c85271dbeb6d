import Testing

@testable import Configuration

/// The sample is made from the table, so it must be a configuration itself.
@Suite struct SampleTests {
  @Test func asItIsItChangesNothing() throws {
    #expect(try settings(SettingsTable.sample) == Settings())
  }

  @Test func everyKeyInForceIsAllowed() throws {
    let text = SettingsTable.sample.split(separator: "\n").map { $0.hasPrefix(";") ? $0.dropFirst() : $0 }
    let whole = text.filter { !$0.hasPrefix("points =") }.joined(separator: "\n")
    let pictures = try ["empty.png": png(), "half.png": png(), "full.png": png()]
    #expect(mistakes(whole, files: pictures) == [])
    #expect(
      mistakes(whole.replacing("shape = star", with: "shape = points\npoints = 0.5,0 1,1 0,1"), files: pictures) == [])
  }

  @Test func everyKeyIsThere() {
    for key in SettingsTable.keys { #expect(SettingsTable.sample.contains("\n;\(key.key) = "), "\(key.key)") }
    #expect(SettingsTable.sample.split(separator: "\n").allSatisfy { $0.utf8.count <= 110 })
  }
}
