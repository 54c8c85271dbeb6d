import Display
import Geometry
import GoldenFiles
import Screens
import Survey
import Testing

/// The service screen's texts, which change while it is shown.
@Suite struct ServiceScreenTests {
  /// The longest of each is shown to its last character.
  @Test(arguments: ScreenTests.sizes) func theLongestTextsFit(width: Int32, height: Int32) throws {
    let screens = try KioskScreens(width, height)
    let screen = screens.screen(.service)
    func picture(_ field: WritableKeyPath<ServiceReport, String>, _ text: String) -> [UInt8] {
      var report = ServiceReport()
      report[keyPath: field] = text
      screen.show(report)
      screen.invalidate()
      return Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen).pixels
    }
    for (field, text) in [
      (\.pending, "100000000"), (\.brightness, "100 %"), (\.lastAnswers, "23:55 23:54 23:53 11-22 11-23"),
    ] as [(WritableKeyPath<ServiceReport, String>, String)] {
      #expect(picture(field, text) != picture(field, String(text.dropLast())), "\(text)")
    }
  }
}
