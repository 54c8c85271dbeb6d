import Basics
import Display
import Screens
import Settings
import StarSlider
import Survey

/// A picture of every screen of a survey, as `starctl screens` draws them, each in memory only while it is copied to the page. Screens share
/// their stars, so the pictures are painted before the first visitor.
final class ScreenSheet {
  private struct Picture {
    let view: SurveyScreen
    let language: Int32
    var value: Int32?
    /// Whether the value is an answer.
    var isAnswered = false
    var hasContrast = false
  }

  private let settings: Settings
  private let model: KioskModel
  private let contrast: KioskModel?
  private let display: MemoryDisplay
  private let pictures: [Picture]

  /// - Parameter contrast: The screens with more contrast; `nil` for none.
  init?(_ settings: Settings, _ model: KioskModel, contrast: KioskModel?, size: Size<PhysicalSpace>) {
    guard let display = MemoryDisplay(size: size, format: .xbgr8888) else { return nil }
    (self.settings, self.model, self.contrast, self.display) = (settings, model, contrast, display)
    var pictures = Self.pictures(settings, model)
    if !model.survey.pin.isEmpty {
      pictures += [Picture(view: .pin, language: 0), Picture(view: .service, language: 0)]
    }
    if settings.fleet.publicKey != nil { pictures.append(Picture(view: .identity, language: 0)) }
    if contrast != nil {
      for var picture in Self.pictures(settings, model) {
        picture.hasContrast = true
        pictures.append(picture)
      }
    }
    self.pictures = pictures
  }

  /// Returns the visitors' screens in each language, in the order in which a visitor sees them.
  private static func pictures(_ settings: Settings, _ model: KioskModel) -> [Picture] {
    var pictures: [Picture] = []
    for language in 0..<model.survey.languages {
      func add(_ view: SurveyScreen, value: Int32? = nil, isAnswered: Bool = false) {
        pictures.append(Picture(view: view, language: language, value: value, isAnswered: isAnswered))
      }
      if model.survey.hasAttract { add(.attract, value: model.initialValues[0]) }
      if language == 0 && model.survey.languages > 1 { add(.language) }
      for (i, question) in model.survey.questions.enumerated() {
        add(.question(Int32(i)), value: model.initialValues[i])
        if case .slider = question.form {
          add(.question(Int32(i)), value: rated(on: model.scales[i]), isAnswered: true)
        }
        if question.reasons > 0 { add(.reasons(Int32(i))) }
      }
      add(.thanks, value: rated(on: model.scale))
      if !settings.hasWords { continue }
      add(.closed)
      add(.cleaning)
    }
    return pictures
  }

  /// Returns about three quarters of the scale, rounded down to whole stars, but at least one star.
  private static func rated(on scale: Scale) -> Int32 {
    let (perStar, most) = (scale.step.perStar, scale.maximum)
    return max(most * 3 / 4 / perStar * perStar, min(most, perStar))
  }

  var count: Int { pictures.count }

  func write(to json: inout JSONWriter) {
    json.array("screens") { json in
      for picture in pictures {
        json.object { json in
          picture.view.write(settings, language: Int(picture.language), isAnswered: picture.isAnswered, to: &json)
          json.add("hasContrast", picture.hasContrast)
        }
      }
    }
  }

  /// Paints a screen as its visitor sees it first, without motion.
  func paint(_ index: Int) -> Surface? {
    let picture = pictures[index]
    let model = picture.hasContrast ? contrast ?? model : model
    let opening = picture.view == .closed ? settings.firstOpening : nil
    let sign = opening.flatMap { model.closedScreen(until: $0, language: picture.language) }
    let screen = sign ?? model.screens.screen(picture.view, language: picture.language)
    screen.show()
    screen.slider?.set(picture.value)
    switch picture.view {
    case .attract:
      screen.showLit()
      if let slide = model.slides.paths.first.flatMap({ chosenPicture($0) }) { screen.showSlide(slide) }
    case .cleaning: screen.setCountdown(settings.kiosk.cleaning.time)
    case .pin: screen.showDigits(2)
    case .service, .identity: screen.show(PageKiosk.report(settings, pending: 0))
    case .question, .language, .reasons, .thanks, .closed, .outOfOrder: break
    }
    if screen.hasCode { screen.showCode(model.sampleAddress) }
    guard let frame = try? display.nextFrame() else { return nil }
    try? display.present(screen.paint(Frame(surface: frame.surface, age: 0)))
    screen.invalidate()
    return display.scanout
  }
}
