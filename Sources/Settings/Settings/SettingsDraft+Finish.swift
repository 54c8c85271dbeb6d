import Display
import Raster
import StarSlider

extension SettingsDraft {
  /// The settings, if there is no mistake in any of them, in how they go together, or in the pictures that they name. Warnings
  /// come with the settings, or among the mistakes.
  ///
  /// `bytes` reads a file, whose path is as written or, from a configuration file, begins at that file's folder. What comes
  /// out can be drawn: `slider()` and the faces cannot fail any more but for the screen's size.
  @export(interface) package func finished(
    reading bytes: (String) throws(Unreadable) -> [UInt8]
  ) throws(Mistakes) -> Settings {
    let (settings, found) = examined(reading: bytes)
    return try settings.with(found)
  }

  /// The same for whoever goes on looking where there is a mistake already: the settings, in which the default stands where
  /// nothing sound was said, and all that was found, in any order. Such settings may have no `slider()`.
  @export(interface) package func examined(
    reading bytes: (String) throws(Unreadable) -> [UInt8]
  ) -> (settings: Settings, found: [Diagnostic]) {
    var draft = self
    var settings = Settings()
    draft.apply(to: &settings)
    draft.checkValues(settings)
    draft.checkFaces(settings)
    draft.checkTerminal(settings)
    draft.checkQuestions(settings)
    draft.checkTexts(settings)
    draft.checkCourier(settings)
    draft.readImages(into: &settings, bytes)
    return (settings, draft.mistakes)
  }

  /// Puts every value in its place: those of all stars first, so that single stars take them over.
  private mutating func apply(to settings: inout Settings) {
    let ordered = inForce
    var isStandard = true
    for entry in ordered {
      if isStandard && !entry.isStandard {
        settings.takeStandardCalibration()
        isStandard = false
      }
      switch entry.key.set {
      case .settings(let set): put(entry, into: &settings, set)
      case .face(let set): if entry.header.star == 0 { put(entry, into: &settings.face, set) }
      case .question, .language: break
      }
    }
    if isStandard { settings.takeStandardCalibration() }
    for place in places {
      let own = ordered.filter { $0.header == place.header }
      switch place.header.section {
      case .face: if place.header.star != 0 { addFace(own, star: place.header.star, to: &settings) }
      case .question:
        var question = QuestionSettings(id: place.header.subject)
        for entry in own { if case .question(let set) = entry.key.set { put(entry, into: &question, set) } }
        settings.questions.append(question)
      case .text:
        var language = LanguageSettings(tag: place.header.subject)
        for entry in own { if case .language(let set) = entry.key.set { put(entry, into: &language, set) } }
        settings.languages.append(language)
      default: break
      }
    }
    settings.starFaces.sort { $0.star < $1.star }
  }

  private mutating func addFace(_ own: [Entry], star: Int32, to settings: inout Settings) {
    if own.isEmpty { return }
    var face = settings.face
    for entry in own { if case .face(let set) = entry.key.set { put(entry, into: &face, set) } }
    settings.starFaces.append(Settings.StarFace(star: star, face: face))
  }

  /// Options behind the file. A list begins anew where it is given by another section or by an option, and adds up within
  /// one.
  private var inForce: [Entry] {
    var ordered = entries.filter { !$0.isOption } + entries.filter { $0.isOption }
    for i in ordered.indices where ordered[i].key.addsUp || ordered[i].key.isText {
      ordered[i].value.goesOn = ordered[0..<i].contains {
        $0.decides(ordered[i]) && $0.isOption == ordered[i].isOption
      }
    }
    return ordered
  }

  private mutating func put<Place>(_ entry: Entry, into place: inout Place, _ set: (inout Place, Value) -> Bool) {
    // What is not allowed by itself has been told already.
    if !set(&place, entry.value) && Self.isAllowed(entry) { mistakes.append(entry.mistakeInValue) }
  }
}

extension Settings {
  /// A board's calibration is worth less than one that was measured, and one of the configuration more: they are kept apart.
  fileprivate mutating func takeStandardCalibration() {
    if case .matrix(let matrix) = calibration { standardCalibration = matrix }
    calibration = .auto
  }
}

extension Diagnostic {
  /// By line, as found within one; options behind the file.
  package static func inOrder(_ list: [Diagnostic]) -> [Diagnostic] {
    list.indices.sorted { a, b in
      let (x, y) = (list[a].sortingLine, list[b].sortingLine)
      return x == y ? a < b : x < y
    }.map { list[$0] }
  }

  /// Options come behind every line of the file; what is wrong with the whole of it comes first.
  private var sortingLine: Int32 { line == 0 && place.utf8.starts(with: "--".utf8) ? Int32.max : line }
}
