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
