import Display
import GoldenFiles
import Screens
import StarSlider
import Survey
import Testing

/// The service screen's texts, which change while it is shown.
@Suite struct ServiceScreenTests {
  /// The longest of each is shown to its last character; of the times, those that fit whole.
  @Test(arguments: ScreenTests.sizes) func longTextsFit(width: Int32, height: Int32) throws {
    let screens = try KioskScreens(width, height)
    let screen = screens.screen(.service)
    func picture(_ field: WritableKeyPath<ServiceReport, String>, _ text: String) -> [UInt8] {
      var report = ServiceReport()
      report[keyPath: field] = text
      screen.show(report)
      screen.invalidate()
      return Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen).pixels
    }
    func isWhole(_ field: WritableKeyPath<ServiceReport, String>, _ text: String) -> Bool {
      picture(field, text) != picture(field, String(text.dropLast()))
    }
    #expect(isWhole(\.pending, "9999999"))
    #expect(isWhole(\.brightness, "100 %"))
    let times = ["23:55", "23:54", "23:53", "11-22", "11-23"]
    let shown = picture(\.lastAnswers, times.joined(separator: " "))
    let fitting = try #require((1...5).first { picture(\.lastAnswers, times[..<$0].joined(separator: " ")) == shown })
    #expect(fitting == 5 || width == 240 && fitting >= 3, "\(fitting)")
    #expect(isWhole(\.lastAnswers, times[..<fitting].joined(separator: " ")))
  }
}
