import Basics
import Boards
import Display
import Fleet
import Screens
import Settings
import StarSlider
import System

/// `star-kiosk check FILE`: reports the errors and warnings of a configuration without starting the kiosk.
///
/// With --standard, prints a report on the conformance with a standard.
///
/// Exit status: 0 without errors, even if there are warnings; 2 with errors; 1 if the file cannot be read.
enum Check {
  static func run(_ options: Options) throws(KioskError) {
    let search = try options.boardSearch()
    let examined = try options.examined(on: search)
    let settings = examined.settings
    let transform = ScreenTransform(physical: settings.expectedSize, rotation: settings.screen.rotation ?? .none)
    let judgment = judge(examined, on: transform, settings.screen.format ?? .xrgb8888)
    let (modelError, found) = (judgment.modelError, Diagnostic.inOrder(judgment.found + keyWarnings(examined)))
    for line in Diagnostic.messages(of: found) { Standard.error(line) }
    if found.contains(where: { $0.severity == .error }) {
      throw KioskError(lines: modelError?.lines ?? [], status: 2)
    }
    if let modelError { throw modelError }
    if options.hasStandard, let usual = judgment.usual {
      let report = Conformance(
        Conformance.Subject(
          file: fileName(of: options.config ?? ""), board: search.profile?.title ?? "", settings: settings,
          size: transform.layout, usual: usual, contrast: judgment.contrast))
      return try Output.text(options.json ? report.json + "\n" : report.html)
    }
    let warnings = found.isEmpty ? "" : found.count == 1 ? ", 1 warning" : ", \(found.count) warnings"
    try Output.line((options.config ?? "") + ": no errors" + warnings)
  }

  /// Returns a warning if the key that verifies messages cannot be used. The kiosk starts without it.
  private static func keyWarnings(_ examined: Configuration) -> [Diagnostic] {
    guard let path = examined.settings.fleet.publicKey else { return [] }
    do throws(SignatureError) {
      _ = try PublicKey(readingFrom: path)
      return []
    } catch { return [examined.builder.diagnostic(for: "public-key", in: .fleet, reason: error.message, .warning)] }
  }

  /// What the check of a configuration finds.
  struct Judgment {
    /// All errors and warnings, sorted by line.
    var found: [Diagnostic]
    /// Why the screens cannot be made.
    var modelError: KioskError?
    /// The measures of the usual screens.
    var usual: ScreenMeasures?
    /// The measures of the screens with more contrast; `nil` if visitors cannot ask for them.
    var contrast: ScreenMeasures?

    /// Whether a kiosk starts with the configuration.
    var isValid: Bool { modelError == nil && !found.contains { $0.severity == .error } }
  }

  /// Checks a configuration, and makes its screens in all languages.
  static func judge(_ examined: Configuration, on transform: ScreenTransform, _ format: PixelFormat) -> Judgment {
    var judgment = Judgment(found: examined.settings.warnings + examined.found)
    // The text is laid out even if another setting is invalid, so that one run also reports texts that do not fit.
    let settings = examined.settings.withValidStars
    let before = ProcessUsage.now().processor
    do throws(KioskError) {
      let model = try KioskModel(
        settings, readBy: examined.builder, wanted: nil, on: transform, format: format, needsDecorations: true)
      judgment.found += examined.builder.warnings(of: model)
      judgment.usual = model.screens.measures
      if settings.kiosk.hasContrastButton && settings.hasWords {
        let contrast = try KioskModel(
          settings.withContrast, wanted: nil, on: transform, format: format, needsDecorations: false)
        judgment.found += examined.builder.warnings(of: contrast).filter { !judgment.found.contains($0) }
        judgment.contrast = contrast.screens.measures
      }
      if let warning = slowness(ProcessUsage.now().processor - before, examined.builder) {
        judgment.found.append(warning)
      }
    } catch { judgment.modelError = error }
    judgment.found = Diagnostic.inOrder(judgment.found)
    return judgment
  }

  /// Returns a warning if a start takes three seconds or more of processor time. Text takes less than one second, but a complex star
  /// outline can take much longer.
  ///
  /// - Parameter time: The processor time in nanoseconds.
  static func slowness(_ time: Int64, _ builder: SettingsBuilder) -> Diagnostic? {
    let seconds = time / 1_000_000_000
    if seconds < 3 { return nil }
    return builder.diagnostic(
      for: "shape", in: .face,
      reason:
        "every start takes \(seconds) s on this machine before it shows anything; fewer corners, a thinner line and "
        + "join = miter take less", .warning)
  }
}

extension Settings {
  /// The size of the screen if the configuration determines it without opening the screen, otherwise the default size.
  var expectedSize: Size<PhysicalSpace> {
    if case .memory(let size?, _) = screen.display { return size }
    if case .window(let size?) = screen.display { return size }
    return screen.mode ?? MemoryDisplay.defaultSize
  }

  /// Returns the errors and warnings that depend on the machine, in any order.
  func diagnosticsOnThisMachine(_ builder: SettingsBuilder) -> [Diagnostic] {
    zoneErrors(builder) + courierWarnings(builder) + pinWarnings(builder) + voiceWarnings(builder)
  }

  /// Returns warnings about files that the courier needs. The courier reads the same configuration and does not start if one of its files
  /// is missing. It runs as another user, so whether it may read the files is not checked here, only whether other users may read its
  /// secrets.
  private func courierWarnings(_ builder: SettingsBuilder) -> [Diagnostic] {
    if courier.host.utf8.isEmpty { return [] }
    var warnings: [Diagnostic] = []
    func check(_ key: String, _ path: String?) {
      guard let path else { return }
      if courier.secrets.contains(where: { same($0, path) }), let warning = secretWarning(path) {
        warnings.append(builder.diagnostic(for: key, in: .courier, reason: warning, .warning))
      }
      do throws(SystemError) { _ = try realPath(path) } catch {
        if error.kind != .missing && error.kind != .notFolder { return }
        let reason = "star-courier does not start without it: " + error.message
        warnings.append(builder.diagnostic(for: key, in: .courier, reason: reason, .warning))
      }
    }
    if courier.tls {
      check("ca", courier.ca)
      check("certificate", courier.certificate)
      check("key", courier.key)
    }
    if !courier.username.utf8.isEmpty { check("password-file", courier.passwordFile) }
    return warnings
  }

  /// Returns a warning if other users may read the PIN. The file's group may read it, because both the kiosk and the courier need it.
  private func pinWarnings(_ builder: SettingsBuilder) -> [Diagnostic] {
    if kiosk.servicePIN.utf8.isEmpty { return [] }
    let path = builder.diagnostic(for: "service-pin", in: .kiosk, reason: "", .warning).place
    guard let warning = secretWarning(path, ofGroup: true) else { return [] }
    return [builder.diagnostic(for: "service-pin", in: .kiosk, reason: warning, .warning)]
  }

  /// Returns a warning if the kiosk is to speak or sound, and star-voice cannot.
  private func voiceWarnings(_ builder: SettingsBuilder) -> [Diagnostic] {
    guard speaks || voice.sounds, let problem = VoicePipe.problem() else { return [] }
    return [builder.diagnostic(for: speaks ? "voice" : "sounds", in: .voice, reason: problem, .warning)]
  }

  private func zoneErrors(_ builder: SettingsBuilder) -> [Diagnostic] {
    let zone = kiosk.schedule.timeZone
    // The machine's own time zone matters only if a setting depends on the time of day.
    if zone.utf8.isEmpty && !kiosk.schedule.needsClock { return [] }
    do throws(TimeZoneError) {
      try LocalTime.check(zone)
      return []
    } catch {
      let reason = (zone.utf8.isEmpty ? "not set, and the machine's own zone cannot be used: " : "") + error.message
      return [builder.diagnostic(for: "time-zone", in: .kiosk, reason: reason, .error, tolerance: .timeZone)]
    }
  }
}
