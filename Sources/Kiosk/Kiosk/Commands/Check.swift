import Basics
import Display
import Geometry
import Operations
import Raster
import Screens
import Settings
import System

/// `star-kiosk check FILE`: what a start with this file would say, without a start.
///
/// Exit status: 0 without a mistake, warnings or not; 2 with one or more; 1 where the file itself cannot be read.
enum Check {
  static func run(_ options: Options) throws(KioskError) {
    let examined = try options.examined()
    var found = examined.settings.warnings + examined.found
    // The words are set as they will be, even where something else is wrong: what does not fit is found here, not by a visitor.
    var other: KioskError?
    let settings = examined.settings.drawable
    let before = ProcessUsage.now().processor
    do throws(KioskError) {
      let model = try KioskModel(
        settings, wanted: nil,
        on: ScreenTransform(physical: settings.expectedSize, rotation: settings.rotation ?? .none),
        format: settings.format ?? .xrgb8888)
      found += examined.builder.warnings(of: model)
      if let warning = slowness(ProcessUsage.now().processor - before, examined.builder) { found.append(warning) }
    } catch { other = error }
    found = Diagnostic.inOrder(found)
    for one in found { Standard.error(one.message) }
    if found.contains(where: { $0.severity == .error }) {
      throw KioskError(lines: other?.lines ?? [])
    }
    if let other { throw other }
    let warnings = found.isEmpty ? "" : found.count == 1 ? ", 1 warning" : ", \(found.count) warnings"
    try Output.line((options.config ?? "") + ": no mistakes" + warnings)
  }

  /// Returns a warning if a start takes three seconds or more of processor time (`time`, nanoseconds). Text takes a fraction of a
  /// second; the outline of a star may take any time.
  static func slowness(_ time: Int64, _ builder: SettingsBuilder) -> Diagnostic? {
    let seconds = time / 1_000_000_000
    if seconds < 3 { return nil }
    return builder.diagnostic(
      for: "shape", in: .face,
      reason:
        "every start computes for \(seconds) s on this machine before it shows anything; fewer corners, a thinner line and "
        + "join = miter take less", .warning)
  }
}

extension SettingsBuilder {
  /// What visitors would stumble over, at the lines that say so; each once, though several screens may show it.
  func warnings(of model: KioskModel) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    for problem in model.book.warnings {
      let warning = diagnostic(for: problem, model)
      if !warnings.contains(warning) { warnings.append(warning) }
    }
    return warnings
  }

  private func diagnostic(for warning: ScreenWarning, _ model: KioskModel) -> Diagnostic {
    switch warning.subject {
    case .stars: return diagnostic(for: "stars", in: .slider, reason: warning.reason, .warning)
    case .colors(let first, let second):
      // Where only the other one was chosen, that is the one to blame.
      let key = !isSet(first.key, in: .theme) && isSet(second.key, in: .theme) ? second.key : first.key
      return diagnostic(for: key, in: .theme, reason: warning.reason, .warning)
    case .phrase(let phrase, let language):
      let (key, id) = phrase.place(in: model.questions)
      return diagnostic(for: key, in: .text, named: language, id: id, reason: warning.reason, .warning)
    }
  }
}

extension ScreenWarning.ThemeColor {
  /// In `[theme]`.
  fileprivate var key: String {
    switch self {
    case .background: "background"
    case .text: "text"
    case .accent: "accent"
    case .accentText: "accent-text"
    }
  }
}

extension Phrase {
  /// The key in `[text TAG]`, and what stands behind it.
  fileprivate func place(in questions: [QuestionSettings]) -> (key: String, id: String) {
    switch self {
    case .name: ("name", "")
    case .attract: ("attract", "")
    case .whatWentWrong: ("what-went-wrong", "")
    case .done: ("done", "")
    case .startOver: ("start-over", "")
    case .thanks: ("thanks", "")
    case .stillThere: ("still-there", "")
    case .closed: ("closed", "")
    case .cleaning: ("cleaning", "")
    case .question(let question): ("question", questions[Int(question)].id)
    case .reason(let reason, let question): ("reason", questions[Int(question)].reasons[Int(reason)])
    }
  }
}

extension Settings {
  /// Settings with words and a look that can be set, whatever is wrong with the stars.
  fileprivate var drawable: Settings {
    if slider() != nil { return self }
    var settings = self
    let standard = Settings()
    (settings.stars, settings.step, settings.minimum) = (standard.stars, standard.step, standard.minimum)
    (settings.value, settings.face, settings.starFaces) = (standard.value, standard.face, [])
    return settings
  }

  /// The screen that a check is for, without opening it: what the configuration says of it, or the standard size.
  fileprivate var expectedSize: Size<PhysicalSpace> {
    if case .memory(let size?, _) = screen { return size }
    return mode ?? MemoryDisplay.defaultSize
  }

  /// What can only be told of finished settings, on the machine that they are for: mistakes and warnings, in any order. Every
  /// start, every reload and every check asks it.
  func foundOnThisMachine(_ builder: SettingsBuilder) -> [Diagnostic] {
    zoneMistakes(builder) + courierWarnings(builder)
  }

  /// The courier reads the same configuration, and ends at once where a file of its own is missing. Whether it may read one,
  /// its user knows.
  private func courierWarnings(_ builder: SettingsBuilder) -> [Diagnostic] {
    if courier.host.utf8.isEmpty { return [] }
    var warnings: [Diagnostic] = []
    func look(_ key: String, _ path: String?) {
      guard let path else { return }
      do throws(SystemError) { _ = try realPath(path) } catch {
        if error.kind != .missing && error.kind != .notFolder { return }
        let reason = "star-courier does not start without it: " + error.message
        warnings.append(builder.diagnostic(for: key, in: .courier, reason: reason, .warning))
      }
    }
    if courier.tls {
      look("ca", courier.ca)
      look("certificate", courier.certificate)
      look("key", courier.key)
    }
    if !courier.username.utf8.isEmpty { look("password-file", courier.passwordFile) }
    return warnings
  }

  private func zoneMistakes(_ builder: SettingsBuilder) -> [Diagnostic] {
    // The machine's own zone is no matter of the configuration.
    if kiosk.timeZone.utf8.isEmpty { return [] }
    func wrong(_ reason: String) -> [Diagnostic] {
      [builder.diagnostic(for: "time-zone", in: .terminal, reason: reason, .error)]
    }
    do throws(SystemError) {
      let file = try ZoneFiles.read(kiosk.timeZone) ?? []
      return Zone(tzif: file) == nil ? wrong("its file is none of a time zone; reinstall tzdata") : []
    } catch {
      return wrong(error.message)
    }
  }
}
