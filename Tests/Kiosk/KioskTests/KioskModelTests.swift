import Geometry
import Raster
import Settings
import Survey
import Testing

@testable import Kiosk

@Suite struct KioskModelTests {
  /// A panel's size is told as its scanout is read; a finger needs the same room however the picture is turned on it.
  @Test(arguments: Rotation.allCases) func targetSizeOnRotatedPanel(rotation: Rotation) throws {
    var builder = SettingsBuilder()
    builder.read([], name: "none")
    var settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    // 200 pixels to the centimetre, of which a finger needs nine tenths.
    settings.area = Millimetres("40x24")
    let transform = ScreenTransform(physical: Size(width: 800, height: 480), rotation: rotation)
    let model = try KioskModel(settings, wanted: nil, on: transform, format: .xrgb8888)
    #expect(model.corner.width == 180 && model.corner.height == 180)
  }

  /// Every setting of a visit, in the units of the machine that goes through it.
  @Test func surveyFollowsSettings() throws {
    let text = """
      [slider]
      step = half
      [terminal]
      attract = no
      idle = 40
      idle-warning = 15
      thanks = 700
      half-given = keep
      repeat-interval = 9
      burst-visits = 7
      burst-time = 70
      hasty = 350
      cleaning = 11
      hours = Mo 08:00-18:30
      [question a]
      reasons = slow, loud
      reasons-up-to = 2.5
      [question b]
      [text en]
      question a = How was it?
      question b = And the rest?
      reason slow = Slow
      reason loud = Loud
      """
    var builder = SettingsBuilder()
    builder.read(Array(text.utf8), name: "k.conf")
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    let transform = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
    let model = try KioskModel(settings, wanted: 3, on: transform, format: .xrgb8888)
    var survey = Survey(questions: [Survey.Question(reasons: 2, reasonsUpTo: 5), Survey.Question()])
    (survey.idle, survey.warning) = (40_000_000_000, 15_000_000_000)
    (survey.thanks, survey.cleaning) = (700_000_000, 11_000_000_000)
    (survey.keepsPartial, survey.repeatInterval) = (true, 9_000_000_000)
    (survey.burstVisits, survey.burstTime, survey.hasty) = (7, 70_000_000_000, 350_000_000)
    survey.scales = [1...10, 1...10]
    (survey.answerInterval, survey.hourlyLimit) = (100_000_000, 1200)
    survey.hours = OpeningHours([OpeningHours.Interval(startMinute: 480, endMinute: 1110)])
    survey.wanted = 3
    #expect(model.survey == survey)
  }
}
