// Checks of times and the courier.
extension SettingsBuilder {
  mutating func checkKiosk(_ settings: Settings) {
    let kiosk = settings.kiosk
    if isValid("idle", .kiosk), isValid("idle-warning", .kiosk), kiosk.idle.warning >= kiosk.idle.time,
      let entry = effectiveEntry("idle-warning", .kiosk) ?? effectiveEntry("idle", .kiosk)
    {
      let numbers = "idle-warning (\(kiosk.idle.warning) s) must be less than idle (\(kiosk.idle.time) s)"
      report(entry, numbers + "; raise idle or lower idle-warning")
    }
    checkHours()
    checkDays()
    checkBrightness()
    checkComments(settings)
    if !kiosk.servicePIN.utf8.isEmpty { warnWithoutQuestions(settings, "service-pin") }
    if settings.voice.mode != .no { warnWithoutQuestions(settings, "voice", in: .voice) }
    if kiosk.hasContrastButton {
      warnWithoutQuestions(settings, "access")
      if settings.theme.base == .contrast, let entry = effectiveEntry("access", .kiosk) {
        report(entry, "has no effect with base = contrast", .warning)
      }
    }
  }

  private mutating func checkComments(_ settings: Settings) {
    let comments = settings.kiosk.comments
    guard let entry = effectiveEntry("qr-url", .kiosk), !comments.template.utf8.isEmpty else { return }
    if let problem = comments.problem(kiosk: settings.kiosk.identity.id) { return report(entry, problem) }
    warnWithoutQuestions(settings, "qr-url")
    if !settings.questions.isEmpty && !settings.hasThanksCode, let time = effectiveEntry("qr-time", .kiosk) {
      report(time, "has no effect with a question that shows the code; remove the line", .warning)
    }
  }

  /// Warns about a setting that only a kiosk with a survey uses, if there are no questions.
  private mutating func warnWithoutQuestions(_ settings: Settings, _ key: String, in section: SettingsSection = .kiosk)
  {
    guard settings.questions.isEmpty, let entry = effectiveEntry(key, section) else { return }
    report(entry, "has no effect without questions; add a [question ID] and a [text en]", .warning)
  }

  // The following checks compare each line with all before it, up to the limit of the list. Lines beyond it have been reported.

  private mutating func checkHours() {
    var before: [(intervals: [ScheduleSettings.OpenInterval], line: Int32)] = []
    for entry in entries where entry.key.isNamed("hours") && entry.value.id.utf8.isEmpty && entry.isValid {
      if before.count > ScheduleSettings.mostHours { return }
      guard let own = entry.value.openIntervals else { continue }
      if own.indices.contains(where: { i in own[..<i].contains { $0.overlaps(own[i]) } }) {
        report(entry, "the intervals overlap; combine them")
      }
      if let other = before.first(where: { $0.intervals.contains { one in own.contains { $0.overlaps(one) } } }) {
        report(entry, "overlaps the hours in line \(other.line); combine them")
      }
      before.append((own, entry.line))
    }
  }

  /// Checks that no day is set twice, and that the hours of a day do not overlap.
  private mutating func checkDays() {
    var before: [(day: ScheduleSettings.Day, line: Int32)] = []
    for entry in entries where entry.header.section == .kiosk {
      if before.count > ScheduleSettings.mostDays { return }
      var own: [ScheduleSettings.DayHours] = []
      let isDay = entry.key.isNamed("hours") && !entry.value.id.utf8.isEmpty && entry.value.dayHours(into: &own)
      if !isDay && !(entry.key.isNamed("closed") && entry.value.closedDays(into: &own)) { continue }
      if let first = before.first(where: { known in own.contains { $0.day == known.day } }) {
        report(entry, "line \(first.line) also sets the hours of this day; remove one")
      }
      if let hours = own.first?.intervals, zip(hours, hours.dropFirst()).contains(where: { $0.end > $1.start }) {
        report(entry, "the intervals overlap; combine them")
      }
      before += own.map { ($0.day, entry.line) }
    }
  }

  private mutating func checkBrightness() {
    var before: [(minute: Int32, line: Int32)] = []
    for entry in entries where entry.key.isNamed("brightness") {
      if before.count > ScheduleSettings.mostBrightnessSteps { return }
      guard let step = entry.value.brightnessStep else { continue }
      if let first = before.first(where: { $0.minute == step.minute }) {
        report(entry, "line \(first.line) also sets the brightness at this time; remove one")
      }
      before.append((step.minute, entry.line))
    }
  }

  mutating func checkCourier(_ settings: Settings) {
    if settings.fleet.publicKey == nil {
      for key in ["groups", "snapshots"] {
        if let entry = effectiveEntry(key, .fleet), settings.fleet.snapshots || !same(key, "snapshots"),
          !entry.value.text.utf8.isEmpty
        {
          report(entry, "has no effect without public-key", .warning)
        }
      }
    }
    let courier = settings.courier
    func given(_ key: String) -> Entry? {
      effectiveEntry(key, .courier).flatMap { $0.value.text.utf8.isEmpty ? nil : $0 }
    }
    if let entry = given("certificate"), courier.key == nil { report(entry, "requires key") }
    if let entry = given("key"), courier.certificate == nil { report(entry, "requires certificate") }
    if let entry = given("password-file"), courier.username.utf8.isEmpty { report(entry, "requires username") }
    if courier.tls || !isValid("tls", .courier) { return }
    for key in ["ca", "certificate", "key"] {
      if let entry = given(key) { report(entry, "has no effect with tls = no", .warning) }
    }
    if let entry = given("username") {
      report(entry, "the name and the password are sent unencrypted; set tls = yes", .warning)
    }
  }
}

extension ScheduleSettings.OpenInterval {
  fileprivate func overlaps(_ other: Self) -> Bool { contains(other.start) || other.contains(start) }

  private func contains(_ minute: Int32) -> Bool {
    start < end ? start <= minute && minute < end : start <= minute || minute < end
  }
}
