import Rating

// How questions, languages and the rest of a terminal go together.
extension SettingsDraft {
  /// Times that have to fit each other.
  mutating func checkTerminal(_ settings: Settings) {
    let terminal = settings.terminal
    if isSound("idle", .terminal), isSound("idle-warning", .terminal), terminal.idleWarning >= terminal.idle,
      let entry = deciding("idle-warning", .terminal) ?? deciding("idle", .terminal)
    {
      mistakes.append(
        entry.mistake(
          "the warning has to be shorter than idle; allowed are idle-warning \(terminal.idleWarning) with idle above, or "
            + "idle \(terminal.idle) with idle-warning below"))
    }
    checkHours()
    checkBrightness()
  }

  /// Each line is compared with those before it.
  private mutating func checkHours() {
    var before: [(intervals: [TerminalSettings.OpenInterval], line: Int32)] = []
    for entry in entries where entry.key.section == .terminal && entry.key.isCalled("hours") {
      guard let own = entry.value.openIntervals else { continue }
      for i in own.indices where own[..<i].contains(where: { $0.overlaps(own[i]) }) {
        mistakes.append(entry.mistake("its times overlap each other; say them as one"))
        break
      }
      for (intervals, line) in before where intervals.contains(where: { one in own.contains { $0.overlaps(one) } }) {
        mistakes.append(entry.mistake("overlaps the hours of line \(line); say them as one"))
        break
      }
      before.append((own, entry.line))
    }
  }

  private mutating func checkBrightness() {
    var before: [(minute: Int32, line: Int32)] = []
    for entry in entries where entry.key.section == .terminal && entry.key.isCalled("brightness") {
      guard let step = entry.value.brightnessStep else { continue }
      if let first = before.first(where: { $0.minute == step.minute }) {
        mistakes.append(entry.mistake("line \(first.line) says how bright it is at that time; leave one of them away"))
      }
      before.append((step.minute, entry.line))
    }
  }

  /// Reasons that are on the scale.
  mutating func checkQuestions(_ settings: Settings) {
    for question in settings.questions {
      guard let entry = deciding("reasons-up-to", .question, question.id), let upTo = question.reasonsUpTo else {
        continue
      }
      if question.reasons.isEmpty && deciding("reasons", .question, question.id) == nil {
        mistakes.append(entry.mistake("is of no use without reasons"))
      }
      if !isSound("stars", .slider) { continue }
      if upTo > Ratio(Int64(settings.stars)) {
        mistakes.append(entry.mistake("there are \(settings.stars) stars; allowed are numbers of stars up to that"))
      } else if isSound("step", .slider), !settings.step.isContinuous,
        !upTo.isWhole(inUnitsOf: Int64(settings.step.perStar))
      {
        mistakes.append(entry.mistake("allowed are whole steps of 1/\(settings.step.perStar) star"))
      }
    }
    if headersAreSound, settings.languages.isEmpty,
      let first = places.first(where: { $0.header.section == .question })
    {
      mistakes.append(
        first.mistake(
          "there are no words for it; add a section [text en] with question " + first.header.subject + " = TEXT"))
    }
  }

  /// How the answers travel.
  mutating func checkCourier(_ settings: Settings) {
    let courier = settings.courier
    func given(_ key: String) -> Entry? {
      deciding(key, .courier).flatMap { $0.value.text.isEmpty ? nil : $0 }
    }
    if let entry = given("certificate"), courier.key == nil { mistakes.append(entry.mistake("wants key, too")) }
    if let entry = given("key"), courier.certificate == nil { mistakes.append(entry.mistake("wants certificate, too")) }
    if let entry = given("password-file"), courier.username.isEmpty {
      mistakes.append(entry.mistake("wants username, too"))
    }
    if courier.tls || !isSound("tls", .courier) { return }
    for key in ["ca", "certificate", "key"] {
      if let entry = given(key) { mistakes.append(entry.mistake("is of no use with tls = no", .warning)) }
    }
    if let entry = given("username") {
      mistakes.append(
        entry.mistake(
          "goes through the network for everybody to read, and the password with it; say tls = yes", .warning))
    }
  }
}

extension TerminalSettings.OpenInterval {
  /// Whether there is a minute in both.
  fileprivate func overlaps(_ other: Self) -> Bool { contains(other.start) || other.contains(start) }

  private func contains(_ minute: Int32) -> Bool {
    start < end ? start <= minute && minute < end : start <= minute || minute < end
  }
}
