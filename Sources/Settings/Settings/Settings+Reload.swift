import Display
import Geometry
import Raster
import Touch

// What a running terminal does with a configuration that is read again.
extension Settings {
  /// What these settings change that only the next start takes over, as in "[screen] rotate", in the order of the table. The
  /// rest can be taken over at once. `[courier]` is not looked at: star-courier reads it by itself.
  @export(interface) package func changesForRestart(from running: Settings) -> [String] {
    var changes: [String] = []
    func compare<Value: Equatable>(_ section: SettingsSection, _ key: StaticString, _ new: Value, _ old: Value) {
      if new != old { changes.append("[" + section.name + "] \(key)") }
    }
    compare(.screen, "display", screen, running.screen)
    compare(.screen, "format", format, running.format)
    compare(.screen, "rotate", rotation, running.rotation)
    compare(.screen, "commit", commit, running.commit)
    compare(.screen, "buffers", buffers, running.buffers)
    compare(.screen, "connector", connector, running.connector)
    compare(.screen, "mode", mode, running.mode)
    compare(.touch, "device", touch, running.touch)
    compare(.touch, "grab", grabsTouch, running.grabsTouch)
    compare(.touch, "keys", takesKeys, running.takesKeys)
    compare(.touch, "match", touchNames, running.touchNames)
    compare(.touch, "calibration", calibration, running.calibration)
    compare(.touch, "swap-axes", quirks.swapsAxes, running.quirks.swapsAxes)
    compare(.touch, "invert-x", quirks.invertsX, running.quirks.invertsX)
    compare(.touch, "invert-y", quirks.invertsY, running.quirks.invertsY)
    compare(.touch, "range-x", quirks.rangeX, running.quirks.rangeX)
    compare(.touch, "range-y", quirks.rangeY, running.quirks.rangeY)
    compare(.journal, "path", journal, running.journal)
    compare(.terminal, "id", terminal.id, running.terminal.id)
    compare(.terminal, "keep-answers", terminal.keepAnswers, running.terminal.keepAnswers)
    return changes
  }

  /// These settings with everything that only a start takes over as it is in a running terminal.
  @export(interface) package func takenOver(by running: Settings) -> Settings {
    var settings = self
    settings.screen = running.screen
    settings.format = running.format
    settings.rotation = running.rotation
    settings.commit = running.commit
    settings.buffers = running.buffers
    settings.connector = running.connector
    settings.mode = running.mode
    settings.touch = running.touch
    settings.grabsTouch = running.grabsTouch
    settings.takesKeys = running.takesKeys
    settings.touchNames = running.touchNames
    settings.calibration = running.calibration
    settings.standardCalibration = running.standardCalibration
    settings.quirks = running.quirks
    settings.journal = running.journal
    settings.terminal.id = running.terminal.id
    settings.terminal.keepAnswers = running.terminal.keepAnswers
    return settings
  }

  /// The same settings with what somebody found in them afterwards. A mistake among it is thrown, together with the warnings
  /// that there were.
  package func with(_ found: [Diagnostic]) throws(Mistakes) -> Settings {
    let all = Diagnostic.inOrder(warnings + found)
    if all.contains(where: { $0.severity == .mistake }) { throw Mistakes(list: all) }
    var settings = self
    settings.warnings = all
    return settings
  }
}
