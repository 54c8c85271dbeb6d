import Configuration
import Geometry
import Linux
import Raster
import Screens

/// `star-kiosk check FILE`: what a start with this file would say, without a start.
///
/// Exit status: 0 without a mistake, warnings or not; 2 with one or more; 1 where the file itself cannot be read.
enum Check {
  static func run(_ options: Options) throws(KioskError) {
    let settings = try options.reloaded()
    for warning in settings.warnings { Standard.error(warning.message) }
    // The words are set as they will be: what does not fit is found here, not by a visitor.
    let size = settings.expectedSize
    let stage = try Stage(
      settings, wanted: nil, on: ScreenTransform(physical: size, rotation: settings.rotation),
      format: settings.format ?? .xrgb8888)
    for fault in stage.book.faults { Standard.error((options.config ?? "") + ": warning: " + fault) }
    let count = settings.warnings.count + stage.book.faults.count
    let warnings = count == 0 ? "" : count == 1 ? ", 1 warning" : ", \(count) warnings"
    Standard.output((options.config ?? "") + ": no mistakes" + warnings)
  }
}

extension Settings {
  /// The screen that a check is for, without opening it: what the configuration says of it, or the standard size.
  fileprivate var expectedSize: Size<PhysicalSpace> {
    if case .memory(let size, _) = screen { return size }
    return mode ?? ScreenChoice.defaultSize
  }

  /// What can only be told of finished settings, on the machine that they are for: mistakes and warnings, in any order. Every
  /// start, every reload and every check asks it.
  func foundOnThisMachine(_ draft: SettingsDraft) -> [Mistake] {
    Zone.mistakes(in: self, draft)
  }
}

/// Whether the terminal's time zone is known here: the C library would take UTC in silence.
private enum Zone {
  static var folder: String { "/usr/share/zoneinfo/" }

  static func mistakes(in settings: Settings, _ draft: SettingsDraft) -> [Mistake] {
    let zone = settings.terminal.timeZone
    if zone.isEmpty { return [] }
    let magic = (try? readFile(folder + zone, limit: 1 << 20))?.prefix(4)
    if magic?.elementsEqual("TZif".utf8) == true { return [] }
    let reason =
      "no such time zone in " + folder + "; install tzdata, or take a name that timedatectl list-timezones prints"
    return [draft.mistake(in: "time-zone", of: .terminal, reason: reason, .mistake)]
  }
}
