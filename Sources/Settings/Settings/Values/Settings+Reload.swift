import Display
import Geometry
import Touch

extension Settings {
  /// Keeps the running kiosk's value of every setting that takes effect only at a start.
  ///
  /// `[courier]` is left as it is: star-courier reads it itself.
  ///
  /// - Returns: The settings that differed, in the order of the schema, as in "[screen] rotate".
  @export(interface) package mutating func keepStartSettings(of running: Settings) -> [String] {
    var changes: [String] = []
    func keep<Field: Equatable>(_ section: SettingsSection, _ key: StaticString, _ new: inout Field, _ old: Field) {
      if new != old { changes.append("[" + section.name + "] \(key)") }
      new = old
    }
    keep(.screen, "display", &screen, running.screen)
    keep(.screen, "format", &format, running.format)
    keep(.screen, "rotate", &rotation, running.rotation)
    keep(.screen, "commit", &commit, running.commit)
    keep(.screen, "buffers", &buffers, running.buffers)
    keep(.screen, "connector", &connector, running.connector)
    keep(.screen, "mode", &mode, running.mode)
    keep(.touch, "device", &touch, running.touch)
    keep(.touch, "grab", &grab, running.grab)
    keep(.touch, "keys", &acceptsKeys, running.acceptsKeys)
    keep(.touch, "match", &touchNames, running.touchNames)
    keep(.touch, "calibration", &calibration, running.calibration)
    keep(.touch, "swap-axes", &quirks.swapsAxes, running.quirks.swapsAxes)
    keep(.touch, "invert-x", &quirks.invertsX, running.quirks.invertsX)
    keep(.touch, "invert-y", &quirks.invertsY, running.quirks.invertsY)
    keep(.touch, "range-x", &quirks.rangeX, running.quirks.rangeX)
    keep(.touch, "range-y", &quirks.rangeY, running.quirks.rangeY)
    keep(.journal, "path", &journal, running.journal)
    keep(.terminal, "id", &kiosk.id, running.kiosk.id)
    keep(.terminal, "keep-answers", &kiosk.keepAnswers, running.kiosk.keepAnswers)
    boardCalibration = running.boardCalibration
    return changes
  }

  /// Returns the settings with more warnings.
  ///
  /// - Throws: All diagnostics, if one of `found` is an error.
  package func adding(_ found: [Diagnostic]) throws(Diagnostics) -> Settings {
    let all = Diagnostic.inOrder(warnings + found)
    if all.contains(where: { $0.severity == .error }) { throw Diagnostics(list: all) }
    var settings = self
    settings.warnings = all
    return settings
  }
}
