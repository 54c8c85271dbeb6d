import Basics
import StarSlider

/// Decodes a picture's file, or throws a diagnostic without a place.
package typealias PictureDecoder = (_ file: [UInt8]) throws(Diagnostic) -> Image

extension SettingsBuilder {
  /// Returns the settings with their warnings. `sliderConfiguration()` of the result succeeds on a screen that is large enough, unless stars
  /// have images that were not decoded.
  ///
  /// - Parameters:
  ///   - contents: Reads a file: a translation in `phrasesFolder`, or a picture. A picture's path is the one in the configuration, resolved
  ///     against the configuration file's folder.
  ///   - decode: Decodes a picture. Without it, pictures are neither read nor checked, and the settings only name them.
  /// - Throws: All diagnostics, if one is an error in a value, in a combination of values, or in an image.
  @export(interface) package func build(
    decoding decode: PictureDecoder? = nil, reading contents: (String) throws(Diagnostic) -> [UInt8]
  ) throws(Diagnostics) -> Settings {
    let (settings, found) = check(decoding: decode, reading: contents)
    return try settings.adding(found)
  }

  /// Returns the settings with defaults in place of invalid values, and all diagnostics, in any order.
  ///
  /// `sliderConfiguration()` of the result fails if there are errors.
  @export(interface) package func check(
    decoding decode: PictureDecoder? = nil, reading contents: (String) throws(Diagnostic) -> [UInt8]
  ) -> (settings: Settings, found: [Diagnostic]) {
    var builder = self
    builder.readTranslations(contents)
    var settings = builder.applyEntries()
    if !builder.isSet("idle-warning", in: .kiosk) { settings.kiosk.idle.shortenWarning() }
    builder.checkValues(settings)
    builder.checkFaces(settings)
    builder.removeSlowOutlines(from: &settings)
    builder.checkKiosk(settings)
    if settings.theme.base == .contrast { settings.kiosk.hasContrastButton = false }
    builder.checkQuestions(settings)
    builder.checkTexts(settings)
    builder.checkOrder(settings)
    builder.checkCourier(settings)
    if let decode { builder.readPictures(into: &settings, decode, contents) }
    return (settings, builder.diagnostics)
  }

  /// Returns the settings of all entries. `[face]` comes first, because `[face N]` starts from it.
  private mutating func applyEntries() -> Settings {
    var draft = SettingsDraft()
    let ordered = inOrderOfPrecedence
    let common = ordered.filter { $0.header.subject.utf8.isEmpty }
    var entriesOfHeader: [Header: [Entry]] = [:]
    for entry in ordered where !entry.header.subject.utf8.isEmpty {
      entriesOfHeader[entry.header, default: []].append(entry)
    }
    for entry in common where entry.isDefault { put(entry, into: &draft) }
    // A measured calibration overrides the board's. The configuration's calibration overrides both.
    if case .matrix(let matrix) = draft.settings.touch.calibration { draft.settings.touch.boardCalibration = matrix }
    draft.settings.touch.calibration = .auto
    let names = draft.settings.touch.names
    for entry in common where !entry.isDefault { put(entry, into: &draft) }
    draft.settings.touch.board = boardPanel(names, common)
    draft.settings.face = draft.face
    for section in sections where !section.header.subject.utf8.isEmpty {
      let own = entriesOfHeader[section.header] ?? []
      draft.face = draft.settings.face
      draft.question = QuestionSettings(id: section.header.subject)
      draft.language = LanguageSettings(tag: section.header.subject)
      for entry in own { put(entry, into: &draft) }
      switch section.header.section {
      case .face where !own.isEmpty:
        draft.settings.starFaces.append(Settings.StarFace(star: section.header.star, face: draft.face))
      case .question: draft.settings.questions.append(draft.question)
      case .text: draft.settings.languages.append(draft.language)
      default: break
      }
    }
    draft.settings.starFaces.sort { $0.star < $1.star }
    return draft.settings
  }

  /// Returns what a board profile alone says of its panel: `names` and what no other entry sets.
  private func boardPanel(_ names: [String], _ entries: [Entry]) -> BoardPanel {
    var draft = SettingsDraft()
    for entry in entries where entry.isDefault && entriesOfSetting[entry.setting]?.effective?.isDefault == true {
      _ = entry.key.set(&draft, entry.value)
    }
    var panel = BoardPanel()
    (panel.names, panel.quirks) = (names, draft.settings.touch.quirks)
    return panel
  }

  /// The entries, with the options last. A line of a list or a text continues the earlier lines of its section. An option does not continue
  /// the file's lines but replaces them, and the file's lines replace a default.
  private var inOrderOfPrecedence: [Entry] {
    var ordered = entries.filter { !$0.isOption } + entries.filter { $0.isOption }
    var earlier: Set<String> = []
    for i in ordered.indices where ordered[i].key.isList || ordered[i].key.isText {
      let source = ordered[i].isOption ? "option " : ordered[i].isDefault ? "default " : ""
      ordered[i].value.continues = !earlier.insert(source + ordered[i].setting).inserted
    }
    return ordered
  }

  private mutating func put(_ entry: Entry, into draft: inout SettingsDraft) {
    // A value that is invalid by itself has already been reported.
    if !entry.key.set(&draft, entry.value) && entry.isValid { diagnostics.append(entry.invalidValue) }
  }
}

extension SettingsBuilder {
  /// The maximum number of pixels of all images of a configuration together: 64 MiB.
  package static var mostPixels: Int64 { 1 << 24 }

  /// Reads and decodes every picture, and removes from the settings what cannot be used.
  private mutating func readPictures(
    into settings: inout Settings, _ decode: PictureDecoder, _ contents: (String) throws(Diagnostic) -> [UInt8]
  ) {
    readImages(into: &settings, decode, contents)
    settings.removeMissingImages()
    settings.theme.slides = checkPictures("slides", settings.theme.slides, needsStart: true, settings, decode, contents)
    let photo = settings.theme.photo.map { [$0] } ?? []
    settings.theme.photo = checkPictures("photo", photo, needsStart: false, settings, decode, contents).first
  }

  /// Reads and decodes every image file once. An unusable image is reported at the first line that contains its path.
  private mutating func readImages(
    into settings: inout Settings, _ decode: PictureDecoder, _ contents: (String) throws(Diagnostic) -> [UInt8]
  ) {
    var pixels: Int64 = 0
    // Paths are compared byte by byte, as the kernel does.
    var known: Set<[UInt8]> = []
    for entry in entries where Self.namesImage(entry) && !isOverridden(entry) {
      let path = entry.value.absolute(entry.value.text)
      if !known.insert(Array(path.utf8)).inserted { continue }
      do throws(Diagnostic) {
        let file = try Self.file(path, contents)
        let image = try decode(file)
        pixels += Int64(image.width) * Int64(image.height)
        if pixels > Self.mostPixels {
          throw Diagnostic(
            place: path,
            reason: "images too large: at most \(Self.mostPixels) pixels in all are allowed; scale them down")
        }
        let isOfStars = entry.header.section == .face
        settings.images.append(
          Settings.NamedImage(path: path, file: isOfStars ? [] : file, decoded: isOfStars ? image : nil))
      } catch { report(entry, error.reason, .error, .decoration) }
    }
  }

  /// Returns the slides or the photo that can be decoded. Decodes one picture at a time and keeps none: the kiosk reads a slide again when
  /// it shows it, and the photo when it makes its screens.
  private mutating func checkPictures(
    _ key: String, _ paths: [String], needsStart: Bool, _ settings: Settings, _ decode: PictureDecoder,
    _ contents: (String) throws(Diagnostic) -> [UInt8]
  ) -> [String] {
    guard let entry = effectiveEntry(key, .theme), !paths.isEmpty else { return paths }
    if settings.questions.isEmpty || needsStart && !settings.kiosk.attract {
      let advice = settings.questions.isEmpty ? "questions; add a [question ID] and a [text en]" : "attract = yes"
      report(entry, "has no effect without " + advice, .warning)
    }
    var usable: [String] = []
    for path in paths {
      let file: [UInt8]
      do throws(Diagnostic) { file = try Self.file(path, contents) } catch {
        report(entry, error.reason, .error, .decoration)
        continue
      }
      do throws(Diagnostic) {
        let image = try decode(file)
        if Int64(image.width) * Int64(image.height) > ThemeSettings.mostSlidePixels {
          let reason = "too large: at most \(ThemeSettings.mostSlidePixels) pixels are allowed; scale it down"
          throw Diagnostic(place: path, reason: reason)
        }
        usable.append(path)
      } catch { report(entry, (needsStart ? path + ": " : "") + error.reason, .error, .decoration) }
    }
    return usable
  }

  private static func namesImage(_ entry: Entry) -> Bool {
    let keys: [StaticString] = ["image-empty", "image-half", "image-full", "logo", "icon", "closed-picture"]
    return !entry.value.text.utf8.isEmpty && keys.contains { same($0, entry.key.name.utf8) }
  }

  private func isOverridden(_ entry: Entry) -> Bool {
    !entry.isOption && entriesOfSetting[entry.setting]?.option != nil
  }

  /// Returns the bytes of a picture's file, or throws with advice.
  private static func file(
    _ path: String, _ contents: (String) throws(Diagnostic) -> [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    do throws(Diagnostic) { return try contents(path) } catch {
      throw Diagnostic(place: error.place, reason: error.reason + "; correct the path, or put a picture there")
    }
  }
}
