import Screens
import Settings
import StarSlider
import Survey
import Testing

@testable import Kiosk

@Suite struct KioskModelTests {
  /// A panel's size is told as its scanout is read; a finger needs the same room however the picture is turned on it.
  @Test(arguments: Rotation.allCases) func targetSizeOnRotatedPanel(rotation: Rotation) throws {
    var builder = SettingsBuilder()
    builder.read([], name: "none")
    var settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    // 200 pixels to the centimeter, of which a finger needs nine tenths.
    settings.screen.area = Millimeters("40x24")
    let transform = ScreenTransform(physical: Size(width: 800, height: 480), rotation: rotation)
    let model = try KioskModel(settings, wanted: nil, on: transform, format: .xrgb8888)
    #expect(model.corner.width == 180 && model.corner.height == 180)
  }

  /// Every setting of a visit, in the units of the machine that goes through it.
  @Test func surveyFollowsSettings() throws {
    let text = """
      [slider]
      step = half
      [kiosk]
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
    // Visitors have the whole time after the change of screens.
    (survey.thanks, survey.cleaning) = (700_000_000 + ScreenChange.longest + Screen.turnTime(of: 5), 11_000_000_000)
    (survey.keepsPartial, survey.limits.repeatInterval) = (true, 9_000_000_000)
    (survey.limits.burstVisits, survey.limits.burstTime, survey.limits.hasty) = (7, 70_000_000_000, 350_000_000)
    survey.scales = [1...10, 1...10]
    (survey.limits.answerInterval, survey.limits.hourlyLimit) = (100_000_000, 1200)
    survey.hours = OpeningHours([OpeningHours.Interval(startMinute: 480, endMinute: 1110)])
    survey.wanted = 3
    #expect(model.survey == survey)
  }

  /// The check lays out the screens of a survey that is not valid, too: one in a loop, and a choice without options.
  @Test func modelOfInvalidSurveys() throws {
    for keys in ["next = a", "kind = choice", "kind = faces\nsize = 9", "next = b if > 7"] {
      var builder = SettingsBuilder()
      let text = "[question a]\n\(keys)\n[question b]\nnext = a\n[text en]\nquestion a = A\nquestion b = B\n"
      builder.read(Array(text.utf8), name: "k.conf")
      let checked = builder.check { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
      #expect(checked.found.contains { $0.severity == .error })
      let transform = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
      let model = try KioskModel(checked.settings, wanted: nil, on: transform, format: .xrgb8888)
      #expect(model.survey.questions.count == 2)
    }
  }

  /// Every kind of question, in the machine's terms.
  @Test func kindsAndOrderFollowSettings() throws {
    let text = """
      [question a]
      kind = faces
      size = 4
      next = c if < 3
      [question b]
      kind = choice
      options = x, y
      next = end if y
      [question c]
      stars = 10
      step = half
      [text en]
      question a = A
      question b = B
      question c = C
      option x = X
      option y = Y
      """
    var builder = SettingsBuilder()
    builder.read(Array(text.utf8), name: "k.conf")
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    let transform = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
    let model = try KioskModel(settings, wanted: nil, on: transform, format: .xrgb8888)
    var (faces, choice) = (Survey.Question.faces(4), Survey.Question.choice(of: 2, several: false))
    faces.routes = [Route(.values(1...2), next: 2)]
    choice.routes = [Route(.option(1), next: 3)]
    #expect(model.survey.questions == [faces, choice, .stars])
    #expect(model.scales.map { $0.maximum } == [4, 1, 20])
    #expect(model.screens.screen(.question(2), language: 0).slider?.value == nil)
    #expect(model.screens.screen(.question(0), language: 0).slider == nil)
  }
}
