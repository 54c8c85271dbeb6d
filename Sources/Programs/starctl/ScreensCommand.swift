import Basics
import Display
import Kiosk
import Pictures
import Scenes
import Screens
import Settings
import StarSlider
import Survey
import System

/// Writes pictures of a kiosk's screens, for example for an operator to send to a designer.
struct ScreensCommand: Command {
  static var name: String { "screens" }
  static var summary: String { "draws every screen of a kiosk in every language to PNG files, and a contact sheet" }
  static var operands: [String] { ["FILE"] }
  static var options: [CommandOption<Self>] {
    [
      .text("phrases", "FOLDER", "The folder of translations, default " + Phrase.folder + ".") { $0.phrases = $1 },
      .text("output", "DIR", "The folder for the pictures, created if necessary. Required.") { $0.output = $1 },
      .value("size", "WIDTHxHEIGHT", "The screen as the visitor sees it, default 800x480.") { $0.size.set($1) },
    ]
  }
  static var notes: [String] {
    [
      "FILE is a kiosk's configuration with questions. Files are named by language and screen, such as "
        + "en-2-question-service.png. contact-sheet.png has a row for each language.",
      "The fonts are this machine's. [screen] settings are not used.",
    ]
  }

  private var output = ""
  private var phrases = Phrase.folder
  private var size = MemoryDisplay.defaultSize

  func run(_ operands: [String]) throws {
    if output.isEmpty { throw Self.usage("--output DIR is missing") }
    var builder = SettingsBuilder()
    builder.phrasesFolder = phrases
    try builder.readFile(operands[0])
    let settings = try builder.buildReadingFiles()
    if !settings.hasWords {
      throw ProgramError.failure(
        operands[0] + ": there are no questions; add a [question ID] and a [text en], or run starctl preview")
    }
    let transform = ScreenTransform(physical: size, rotation: .none)
    let model = try KioskModel(settings, wanted: nil, on: transform, format: .xrgb8888)
    try makeFolders(output)
    var sheet = PictureSheet(of: size, upTo: 400, gap: 16, gray: 0x5a)
    if model.languages.count > 1 {
      let picture = try draw(model.screens.screen(.language, language: 0))
      try writeFile(output + "/language.png", try picture.png())
      sheet.add(picture)
      sheet.endRow()
    }
    try drawLanguages(settings, model, "", &sheet)
    if settings.kiosk.hasContrastButton {
      let contrast = settings.withContrast
      let model = try KioskModel(contrast, wanted: nil, on: transform, format: .xrgb8888)
      try drawLanguages(contrast, model, "-contrast", &sheet)
    }
    if !settings.kiosk.servicePIN.utf8.isEmpty { try drawService(model, &sheet) }
    try writeFile(output + "/contact-sheet.png", try sheet.picture.png())
  }

  /// Draws the visitors' screens in each language. `suffix` is for the names of the files.
  private func drawLanguages(
    _ settings: Settings, _ model: KioskModel, _ suffix: String, _ sheet: inout PictureSheet
  ) throws {
    for (language, tag) in model.languages.enumerated() {
      for (number, view) in views(settings, model).enumerated() {
        let opening = view.screen == .closed ? settings.firstOpening : nil
        let sign = opening.flatMap { model.closedScreen(until: $0, language: Int32(language)) }
        let screen = sign ?? model.screens.screen(view.screen, language: Int32(language))
        let countdown = view.screen == .cleaning ? settings.kiosk.cleaning.time : nil
        let slide = try view.slide.map { try PNG.decodeImage(try readFile($0)) }
        let picture = try draw(screen, value: view.value, countdown) { screen in
          if view.screen == .attract { screen.showLit() }
          screen.showCode(model.sampleAddress)
          if let slide { screen.showSlide(slide) }
        }
        try writeFile(output + "/\(tag)-\(number + 1)-\(view.name)\(suffix).png", try picture.png())
        sheet.add(picture)
      }
      sheet.endRow()
    }
  }

  /// Draws the operators' screens, with two typed digits and without faults.
  private func drawService(_ model: KioskModel, _ sheet: inout PictureSheet) throws {
    var report = ServiceReport()
    (report.status, report.pending, report.brightness) = ("\(Version.number), ok", "3", "80 %")
    (report.address, report.lastAnswers) = ("stand-7, eth0 192.0.2.7", "14:05 14:05 13:48 13:31 11-23")
    for (name, view) in [("pin", .pin), ("service", .service)] as [(String, SurveyScreen)] {
      let screen = model.screens.screen(view, language: 0)
      let picture = try draw(screen) {
        $0.showDigits(2)
        $0.show(report)
      }
      try writeFile(output + "/\(name).png", try picture.png())
      sheet.add(picture)
    }
    sheet.endRow()
  }

  private struct View {
    let name: String
    let screen: SurveyScreen
    var value: Int32?
    /// The path of a start screen's slide.
    var slide: String?
  }

  /// Returns the screens of a language, in the order in which a visitor sees them.
  private func views(_ settings: Settings, _ model: KioskModel) -> [View] {
    var views: [View] = []
    if settings.kiosk.attract {
      let slides = settings.theme.slides.map(Optional.some)
      for (i, slide) in (slides.isEmpty ? [nil] : slides).enumerated() {
        let name = i == 0 ? "start" : "start-\(i + 1)"
        views.append(View(name: name, screen: .attract, value: model.initialValues[0], slide: slide))
      }
    }
    for (i, question) in zip(0..<Int32(model.questions.count), model.questions) {
      let value = model.initialValues[Int(i)]
      views.append(View(name: "question-" + question.id, screen: .question(i), value: value))
      if question.kind == .stars {
        let rated = Self.rated(on: model.scales[Int(i)])
        views.append(View(name: "answer-" + question.id, screen: .question(i), value: rated))
      }
      if !question.reasons.isEmpty { views.append(View(name: "reasons-" + question.id, screen: .reasons(i))) }
    }
    views.append(View(name: "thanks", screen: .thanks, value: Self.rated(on: model.scale)))
    views += [View(name: "closed", screen: .closed), View(name: "cleaning", screen: .cleaning)]
    // Without a picture for the closed kiosk, the out-of-order screen is the same as the closed screen.
    return settings.theme.closedPicture == nil ? views : views + [View(name: "out-of-order", screen: .outOfOrder)]
  }

  /// Returns about three quarters of the scale, rounded down to whole stars, but at least one star.
  private static func rated(on scale: Scale) -> Int32 {
    let (perStar, most) = (scale.step.perStar, scale.maximum)
    return max(most * 3 / 4 / perStar * perStar, min(most, perStar))
  }

  private func draw(
    _ screen: Screen, value: Int32? = nil, _ countdown: Int32? = nil, change: (Screen) -> Void = { _ in }
  ) throws -> ScenePicture {
    let display = try MemoryDisplay.open(size: size, format: .xrgb8888)
    screen.show()
    screen.slider?.set(value)
    screen.setCountdown(countdown)
    change(screen)
    guard let frame = try display.nextFrame() else { preconditionFailure("a memory screen without a buffer") }
    try display.present(screen.paint(frame))
    // The surface's memory belongs to the display.
    return withExtendedLifetime(display) { ScenePicture(frame.surface) }
  }
}
