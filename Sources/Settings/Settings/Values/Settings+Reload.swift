extension Settings {
  /// Keeps the running kiosk's value of every setting that takes effect only at a start.
  ///
  /// `[courier]` is not changed, because star-courier reads it itself.
  ///
  /// - Returns: The settings that differed, in the order of the schema, such as "[screen] rotate".
  @export(interface) package mutating func keepStartSettings(of running: Settings) -> [String] {
    var changes: [String] = []
    for key in SettingsSchema.keys where key.keep?(&self, running) == true {
      changes.append("[" + key.section.name + "] " + key.name)
    }
    (touch.boardCalibration, touch.board) = (running.touch.boardCalibration, running.touch.board)
    return changes
  }

  /// Returns the settings with additional warnings.
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
