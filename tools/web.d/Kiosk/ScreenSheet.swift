import Basics
import Display
import Screens
import Settings
import StarSlider
import Survey

/// A picture of every screen of a survey, each in memory only while it is copied to the page. Screens share their stars, so the pictures are
/// painted before the first visitor.
final class ScreenSheet {
  private let settings: Settings
  private let model: KioskModel
  private let display: MemoryDisplay
  private let pictures: [(view: SurveyScreen, language: Int32)]

  init?(_ settings: Settings, _ model: KioskModel, size: Size<PhysicalSpace>) {
    guard let display = MemoryDisplay(size: size, format: .xbgr8888) else { return nil }
    (self.settings, self.model, self.display) = (settings, model, display)
    let survey = model.survey
    var pictures: [(view: SurveyScreen, language: Int32)] = []
    for language in 0..<survey.languages {
      if survey.hasAttract { pictures.append((.attract, language)) }
      if language == 0 && survey.languages > 1 { pictures.append((.language, 0)) }
      for question in survey.questions.indices {
        pictures.append((.question(Int32(question)), language))
        if survey.questions[question].reasons > 0 { pictures.append((.reasons(Int32(question)), language)) }
      }
      pictures.append((.thanks, language))
      if settings.hasWords { pictures += [(.closed, language), (.cleaning, language)] }
    }
    if !survey.pin.isEmpty { pictures += [(.pin, 0), (.service, 0)] }
    if settings.fleet.publicKey != nil { pictures.append((.identity, 0)) }
    self.pictures = pictures
  }

  var count: Int { pictures.count }

  func write(to json: inout JSONWriter) {
    json.array("screens") { json in
      for picture in pictures {
        json.object { json in picture.view.write(settings, language: Int(picture.language), to: &json) }
      }
    }
  }

  /// Paints a screen as its visitor sees it first, without motion.
  func paint(_ index: Int) -> Surface? {
    let (view, language) = pictures[index]
    let screen = model.screens.screen(view, language: language)
    screen.show()
    switch view {
    case .attract:
      if model.isAnimated { screen.showLit() } else { screen.invite(from: 0, value: model.initialValues[0]) }
    case .question(let question): screen.slider?.set(model.initialValues[Int(question)])
    case .thanks: screen.slider?.set(screen.slider?.layout.scale.maximum)
    case .cleaning: screen.setCountdown(Int32(model.survey.cleaning / 1_000_000_000))
    case .service, .identity: screen.show(PageKiosk.report(settings, pending: 0))
    case .language, .reasons, .closed, .outOfOrder, .pin: break
    }
    if screen.hasCode { screen.showCode(model.sampleAddress) }
    guard let frame = try? display.nextFrame() else { return nil }
    try? display.present(screen.paint(Frame(surface: frame.surface, age: 0)))
    screen.invalidate()
    return display.scanout
  }
}
