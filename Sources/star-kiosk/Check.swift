import Configuration
import Geometry
import Linux
import Operations
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
    // The machine's own zone is no matter of the configuration.
    if terminal.timeZone.utf8.isEmpty { return [] }
    func wrong(_ reason: String) -> [Mistake] {
      [draft.mistake(in: "time-zone", of: .terminal, reason: reason, .mistake)]
    }
    do throws(ZoneFiles.Failure) {
      let file = try ZoneFiles.read(terminal.timeZone) ?? []
      return Zone(tzif: file) == nil ? wrong("its file is none of a time zone; reinstall tzdata") : []
    } catch {
      return wrong(error.message)
    }
  }
}
