import StarSlider
import Testing
import Touch

@testable import Kiosk

/// What the log says about the facts that the display and the touchscreen report.
@Suite struct DeviceNoteTests {
  /// What the log says after "calibrated by".
  @Test func sourcesHaveNames() {
    let sources: [TouchCorrection.Source] = [.settings, .measured, .udev, .profile, .none]
    #expect(
      sources.map(\.name) == ["the configuration", "star-kiosk calibrate", "udev", "the board's profile", nil])
  }

  /// What the log says about a panel that is mounted on its side.
  @Test func mountingNotes() {
    func note(_ orientation: String, _ degrees: Int) -> String {
      "the panel is mounted \(orientation); set rotate = \(degrees) for an upright picture"
    }
    #expect(
      Rotation.allCases.map(\.mountingNote) == [
        nil, note("Right Side Up", 90), note("Upside Down", 180), note("Left Side Up", 270),
      ])
  }
}
