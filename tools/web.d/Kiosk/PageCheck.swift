import Basics
import Settings
import StarSlider

/// A configuration as the page checks it: what `star-kiosk check` reports, except for what depends on the kiosk's own files.
struct PageCheck {
  /// The errors and warnings in the order of the lines.
  private(set) var found: [Diagnostic]
  /// The settings and their screens; `nil` if the configuration is rejected.
  private(set) var kiosk: (settings: Settings, model: KioskModel)?
  /// The screens with more contrast, if visitors can ask for them.
  private(set) var contrast: KioskModel?
  /// Why there are no screens although no line is wrong.
  private(set) var failure: [String] = []

  /// - Parameters:
  ///   - theme: The theme that replaces the configuration's; empty for none.
  ///   - motion: The motion that replaces the configuration's.
  init(_ text: [UInt8], size: Size<PhysicalSpace>, theme: String, motion: KioskSettings.Motion?) {
    var builder = SettingsBuilder()
    builder.phrasesFolder = Phrase.folder
    if !theme.utf8.isEmpty { try? builder.set(option: "theme", to: theme) }
    builder.readFile(text, name: "kiosk.conf")
    var (settings, diagnostics) = builder.check(
      decoding: { (file) throws(Diagnostic) in
        if let picture = chosenPicture(String(decoding: file, as: UTF8.self)) { return picture }
        throw Diagnostic(place: "", reason: Diagnostic.notOnPage)
      },
      reading: { (path) throws(Diagnostic) in
        if let file = readTranslation(path) { return file }
        if path.utf8.starts(with: Phrase.folder.utf8) { throw Diagnostic(place: path, reason: "no such file") }
        // The page decodes a picture when it is chosen, so its path stands for its file.
        return Array(path.utf8)
      })
    if let motion { (settings.kiosk.animation, settings.kiosk.motion) = (true, motion) }
    found = diagnostics.map { $0.isOfPicture ? $0.asWarning : $0 }
    let transform = ScreenTransform(physical: size, rotation: .none)
    let shown = settings.withValidStars
    do throws(KioskError) {
      let model = try KioskModel(shown, readBy: builder, wanted: nil, on: transform, format: .xbgr8888)
      found += builder.warnings(of: model)
      if shown.kiosk.hasContrastButton && shown.hasWords {
        let bold = try KioskModel(shown.withContrast, wanted: nil, on: transform, format: .xbgr8888)
        let others = builder.warnings(of: bold).filter { !found.contains($0) }
        (found, contrast) = (found + others, bold)
      }
      // A kiosk starts with a translation that lacks phrases, too.
      if !found.contains(where: { $0.tolerated.severity == .error }) { kiosk = (shown, model) }
    } catch { failure = error.lines }
    found = Diagnostic.inOrder(found)
  }

  /// Whether the kiosk would start with the configuration.
  var isValid: Bool { kiosk != nil }

  func write(to json: inout JSONWriter) {
    json.add("isValid", isValid)
    json.array("found") { json in
      for one in found {
        json.object { json in
          json.add("line", Int64(one.line))
          json.add("isError", one.severity == .error)
          json.add("message", one.message)
        }
      }
      for line in failure {
        json.object { json in
          json.add("line", 0)
          json.add("isError", true)
          json.add("message", line)
        }
      }
    }
  }
}

extension Diagnostic {
  fileprivate static let notOnPage =
    "not shown or checked, because this page does not have the file; choose it under Pictures"

  /// Whether a kiosk would have a picture that the page does not have.
  fileprivate var isOfPicture: Bool {
    reason.utf8.suffix(Self.notOnPage.utf8.count).elementsEqual(Self.notOnPage.utf8)
  }

  fileprivate var asWarning: Diagnostic {
    Diagnostic(place: place, line: line, reason: reason, .warning, tolerance: tolerance)
  }
}
