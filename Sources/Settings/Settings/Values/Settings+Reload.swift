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

// Settings that belong to the machine: those that take effect only at a start, the broker, remote control and the PIN. A remote
// configuration must not contain them, so that no message can cut a kiosk off from its operator.
extension SettingsKey {
  package var belongsToMachine: Bool {
    !isLive || section == .courier || section == .fleet || same(name, "service-pin")
  }
}

extension SettingsBuilder {
  /// Returns an error for each setting that a remote configuration must not contain.
  @export(interface) package func remoteDiagnostics() -> [Diagnostic] {
    SettingsSchema.keys.filter { $0.belongsToMachine && isSet($0.name, in: $0.section) }.map {
      diagnostic(
        for: $0.name, in: $0.section, reason: "belongs to the machine; set it in the kiosk's own file", .error)
    }
  }
}
