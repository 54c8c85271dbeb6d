import Basics
import Boards
import Screens
import Settings
import StarSlider
import Survey
import System
import Text

/// What a configuration describes: the survey, the screens, and the names used in answers.
package struct KioskModel {
  let survey: Survey
  /// The address that codes contain; `nil` for no codes.
  let comments: CommentAddress?
  /// A sample of such an address, for a picture.
  package let sampleAddress: String?
  package let screens: ScreenSet
  /// The scale of the stars, unless a question has its own scale.
  package let scale: Scale
  /// The scale of each question; without words, there is one.
  package let scales: [Scale]
  /// The value that the stars of each question show at first, in steps; `nil` is unrated.
  package let initialValues: [Int32?]
  /// Whether the thank-you screen is animated.
  let isAnimated: Bool
  /// How one screen replaces another; `nil` if at once.
  let change: ScreenChange?
  /// The start screen's slides, before the first one is shown.
  let slides: SlideShow
  /// The corner that starts the cleaning, or opens the PIN screen, when it is held.
  let corner: Rect<LayoutSpace>
  package let questions: [QuestionSettings]
  /// The tags of the survey's languages; one empty tag without words.
  package let languages: [String]
  /// Whether a font or the photo could not be used.
  private(set) var lacksDecorations: Bool
  /// The fonts that the configuration names, for errors.
  private let fonts: [String]

  /// Creates the survey and the screens of a configuration.
  ///
  /// - Parameters:
  ///   - all: Whether to make the screens of every language now; see `ScreenSet`.
  ///   - needsDecorations: Whether a font that cannot be used is an error; otherwise it is logged, and `lacksDecorations` is true.
  ///   - textCache: The file of the text cache; `nil` for none.
  package init(
    _ settings: Settings, wanted: Int64?, on transform: ScreenTransform, format: PixelFormat, all: Bool = true,
    needsDecorations: Bool = true, textCache: String? = nil
  ) throws(KioskError) {
    let theme = settings.colors
    let metrics = Metrics(
      transform.layout, millimeters: settings.millimeters(seenThrough: transform.rotation), hasLargeText: theme.isBold,
      hasContrastButton: settings.kiosk.hasContrastButton && settings.hasWords)
    let starSize = metrics.starSize(settings.slider.stars, isVertical: settings.slider.isVertical)
    let thanks = settings.thanks(in: theme, starSize: starSize)
    let unthemed = settings
    let settings = settings.themed(theme, starSize: starSize)
    guard let configuration = settings.sliderConfiguration() else {
      preconditionFailure("settings without errors have a slider")
    }
    scale = configuration.scale
    let scales = settings.hasWords ? settings.questions.compactMap { settings.scale(of: $0) } : [scale]
    survey = settings.survey(wanted: wanted, on: scales)
    initialValues = scales.map { settings.slider.initialValue(on: $0) }
    self.scales = scales
    questions = settings.questions
    var design = ScreenSet.Design(
      theme: theme, metrics: metrics, slider: configuration, thanks: thanks,
      logo: settings.theme.logo.flatMap { settings.picture($0) })
    slides = SlideShow(settings)
    design.hasSlides = !slides.paths.isEmpty
    design.closedPicture = settings.theme.closedPicture.flatMap { settings.picture($0) }
    design.photo = settings.hasWords ? settings.theme.photo.flatMap { Self.photo($0) } : nil
    lacksDecorations = settings.hasWords && settings.theme.photo != nil && design.photo == nil
    comments = settings.kiosk.comments.template.utf8.isEmpty ? nil : settings.kiosk.comments
    sampleAddress = comments?.text(visit: "00000000-0000-4000-8000-000000000000", kiosk: settings.kioskID)
    design.code = sampleAddress
    (design.hasService, design.hasCleaning) = (!survey.pin.isEmpty, survey.hasCorner)
    design.hasIdentity = settings.fleet.publicKey != nil
    let motion = settings.kiosk.shownMotion
    // Stars that move light up themselves; with a photo or with colors by value, none move.
    let isStill = motion != .full || design.photo != nil || !configuration.fillsByValue.isEmpty
    if survey.hasAttract && isStill { design.invitation = configuration.invitation }
    if settings.hasWords { design.questions = unthemed.questionDesigns(theme, metrics) }
    let side = max(metrics.leastTarget, min(metrics.size.width, metrics.size.height) / 8)
    corner = Rect(minX: 0, minY: 0, maxX: side, maxY: side)
    // With a wrong screen size in the profile, touch targets become as large as the screen.
    if settings.hasWords, metrics.leastTarget > max(24, min(metrics.size.width, metrics.size.height) / 2),
      let fault = settings.screen.area.flatMap({
        PanelSize.fault(of: $0, showing: (transform.physical.width, transform.physical.height))
      })
    {
      throw KioskError("use", "size-mm of the board's profile", fault)
    }
    do throws(ScreenError) {
      if settings.hasWords {
        languages = settings.languages.map { $0.tag }
        isAnimated = motion == .full
        design.hasMotion = isAnimated
        // Screens with a photo only fade, because the photo does not move.
        let moves = motion == .full && design.photo == nil
        change = motion == .none ? nil : ScreenChange(on: transform, format: format, moves: moves)
        let typesetter = try Self.typesetter(settings.theme.fonts, needsDecorations, textCache)
        lacksDecorations = lacksDecorations || !typesetter.faults.isEmpty
        for fault in typesetter.faults {
          Standard.error(fault.message + "; other fonts are used instead", .warning)
        }
        screens = try ScreenSet(
          design, languages: settings.languages.map { LocalizedPhrases($0, settings.questions) }, on: transform,
          format: format,
          typesetter: typesetter, isSpoken: settings.speaks, all: all)
      } else {
        languages = [""]
        (isAnimated, change) = (false, nil)
        screens = try ScreenSet(stars: design, on: transform, format: format)
      }
    } catch {
      throw KioskError(error, on: transform.layout, fonts: settings.theme.fonts)
    }
    fonts = settings.theme.fonts
    // The screens have their own scaled copy of the photo.
    design.photo = nil
    // Fonts and shaping need much more memory than the event loop.
    returnFreeMemory()
  }

  /// Creates the survey and the screens of a configuration that `builder` has read. If that works only without the photo,
  /// `needsDecorations` decides: either the error names the photo's line, or the screens are made without the photo.
  init(
    _ settings: Settings, readBy builder: SettingsBuilder, wanted: Int64?, on transform: ScreenTransform,
    format: PixelFormat, all: Bool = true, needsDecorations: Bool = false, textCache: String? = nil
  ) throws(KioskError) {
    do throws(KioskError) {
      self = try KioskModel(
        settings, wanted: wanted, on: transform, format: format, all: all, needsDecorations: needsDecorations,
        textCache: textCache)
    } catch {
      let failure = error
      if settings.theme.photo == nil { throw failure }
      var plain = settings
      plain.theme.photo = nil
      do throws(KioskError) {
        self = try KioskModel(
          plain, wanted: wanted, on: transform, format: format, all: all, needsDecorations: needsDecorations,
          textCache: textCache)
      } catch { throw failure }
      lacksDecorations = true
      let (width, height) = (transform.layout.width, transform.layout.height)
      let fault = builder.diagnostic(
        for: "photo", in: .theme,
        reason: "not enough memory for the screens with this photo; scale it down to \(width)x\(height) pixels, or "
          + "remove it", .error, tolerance: .decoration)
      if needsDecorations { throw KioskError(Diagnostics(list: [fault])) }
      Standard.error(fault.tolerated.message, .warning)
    }
  }

  /// Makes the screens of one more language, on a layout of `size`. Returns whether another one remains.
  func makeNextLanguage(on size: Size<LayoutSpace>) throws(KioskError) -> Bool {
    do throws(ScreenError) {
      let remains = try screens.makeNextLanguage()
      if !remains { returnFreeMemory() }
      return remains
    } catch { throw KioskError(error, on: size, fonts: fonts) }
  }

  /// Returns the screen of the closed kiosk with the time of the next opening; `nil` if it shows a picture, or if the text cannot be set.
  package func closedScreen(until opening: OpeningHours.Opening, language: Int32) -> Screen? {
    defer { returnFreeMemory() }
    do throws(ScreenError) {
      return try screens.closed(until: opening, language: language, try Self.typesetter(fonts, false, nil))
    } catch {
      Standard.error(error.message, .warning)
      return nil
    }
  }

  private static func typesetter(
    _ fonts: [String], _ needsAll: Bool, _ textCache: String?
  ) throws(ScreenError) -> Typesetter {
    do throws(TextError) {
      return try Typesetter(
        fonts: fonts.map { $0.utf8.contains(UInt8(ascii: "/")) ? .file($0) : .family($0) },
        headings: fonts.compactMap {
          if $0.utf8.contains(UInt8(ascii: "/")) { return .file($0) }
          return $0.utf8.contains(UInt8(ascii: ":")) ? nil : .family($0 + ":semibold")
        }, needsAll: needsAll, cacheFile: textCache)
    } catch { throw ScreenError(error) }
  }
}

extension KioskError {
  fileprivate init(_ error: ScreenError, on size: Size<LayoutSpace>, fonts: [String]) {
    switch error.kind {
    case .text:
      let isConfigured = fonts.contains { $0.utf8.elementsEqual(error.subject.utf8) }
      self = isConfigured ? .configuration(error.message) : .failure(error.message)
    case .tooSmall(let stars): self = .failure(Settings.tooSmall(size, stars: stars))
    case .memory: self = .failure(error.message)
    }
  }
}

extension Settings {
  /// Whether there are screens besides the stars.
  package var hasWords: Bool { !questions.isEmpty && !languages.isEmpty }

  /// Whether visitors can hear the screens.
  var speaks: Bool { hasWords && voice.mode != .no }

  /// The size of the picture in millimeters, as the visitor sees it.
  fileprivate func millimeters(seenThrough rotation: Rotation) -> (width: Int32, height: Int32)? {
    screen.area.map { rotation.swapsAxes ? ($0.height, $0.width) : ($0.width, $0.height) }
  }
}

extension LocalizedPhrases {
  /// Creates the phrases of a language in the order of the questions and their reasons.
  init(_ language: LanguageSettings, _ questions: [QuestionSettings]) {
    func words(_ texts: [LanguageSettings.Text], _ id: String) -> String {
      texts.first { $0.id.utf8.elementsEqual(id.utf8) }?.text ?? id
    }
    self.init(
      language: language.tag, isRightToLeft: language.isRightToLeft, phrases: language.phrases,
      questions: questions.map { words(language.questions, $0.id) },
      reasons: questions.map { $0.reasons.map { words(language.reasons, $0) } })
    options = questions.map { $0.options.map { words(language.options, $0) } }
    ends = questions.map { question in
      LanguageSettings.list(language.ends.first { $0.id.utf8.elementsEqual(question.id.utf8) }?.text ?? "")
    }
    starWords = language.starWordList
  }
}

extension SliderConfiguration {
  /// The face of the stars of a start screen on which nothing moves: 60 % of their color, so that they do not look like an answer. `nil` for
  /// images and for stars that differ from each other.
  fileprivate var invitation: Face? {
    guard faces.count == 1, var face = faces.first, face.images == nil else { return nil }
    face.fill = (fillsByValue.last ?? face.fill).mixed(with: face.empty, 102)
    return face
  }
}
