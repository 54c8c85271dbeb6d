import Foundation
import Settings
import StarSlider
import Survey
import Testing

@testable import Kiosk

/// A visitor asks for more contrast, and the screens for it cannot be made.
@Suite(.serialized) struct ContrastFailureTests {
  private func configuration(stars: Int) throws -> Configuration {
    var builder = SettingsBuilder()
    let text = """
      [kiosk]
      access = yes
      motion = none
      [slider]
      stars = \(stars)
      [question q]
      [text en]
      question q = How was it?

      """
    builder.read(Array(text.utf8), name: "k.conf")
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    return Configuration(settings: settings, builder: builder, found: [], text: nil)
  }

  /// The visit goes on with the usual screens, however often it is asked for.
  @Test func visitGoesOnWithUsualScreens() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contrast-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (screen, panel) = (FakeScreen(), UntouchedPanel())
    let answers = try AnswerRecorder(folder.appending(path: "j.sqlite").path, kioskID: "t", limit: 1000)
    let kiosk = try Kiosk.on(screen, try configuration(stars: 5).settings, touch: panel, answers: answers, lights: "")
    let usual = kiosk.configuration.model
    // The screen has fewer pixels than this row has stars.
    kiosk.configuration.replace(by: try configuration(stars: 1000), usual)
    try kiosk.run(
      panel, on: screen,
      [
        { kiosk in
          kiosk.handle(.toggledContrast)
          #expect(kiosk.machine.hasContrast && kiosk.machine.screen == .question(0))
          #expect(kiosk.presenter.screen === usual.screens.screen(.question(0), language: 0))
          return true
        },
        { kiosk in
          #expect(kiosk.failure == nil)
          kiosk.handle(.toggledContrast)
          kiosk.handle(.toggledContrast)
          #expect(kiosk.presenter.screen === usual.screens.screen(.question(0), language: 0))
          return true
        },
      ])
  }
}
