/// An answer as text: the same words in every export, made without Foundation and without floating point.
extension Answer {
  /// The value in stars, exact to six decimal places: "2.5", "3", "0.333333".
  package var starsText: String { decimalText(Int64(steps), over: Int64(stepsPerStar)) }

  /// The share of all stars, 0 ... 1, to six decimal places: 3.5 of 5 stars is "0.7".
  package var fractionText: String { decimalText(Int64(steps), over: Int64(stepsPerStar) * Int64(starCount)) }

  /// `wall` as RFC 3339 in UTC with milliseconds, or `nil` outside the years 0 to 9999.
  package var wallText: String? { timeText(milliseconds: wall) }

  /// The flags' names, in the order of their bits.
  package var flagNames: [String] {
    var names: [String] = []
    if flags.contains(.partial) { names.append("partial") }
    if flags.contains(.repeated) { names.append("repeated") }
    return names
  }

  /// One line of JSON, without the line break: what the terminal prints, exports and sends. Later versions may add keys.
  /// Numbers are exact to six decimal places; `wall` is null where the clock was outside the years 0 to 9999, and
  /// `wall_repaired_ms` where nobody knows better or needs to. docs/courier.md says what each key is.
  ///
  ///     {"uuid":"…","stars":2.5,"steps":5,"steps_per_star":2,"star_count":5,"fraction":0.5,
  ///      "wall":"2024-02-29T12:34:56.789Z","wall_ms":1709210096789,"monotonic_ns":123456789,"boot_id":"…",
  ///      "visit":"…","question":"staff","reasons":["slow"],"language":"de","flags":["repeated"],
  ///      "terminal":"gate-7","wall_synchronised":false,"wall_repaired_ms":1709210097000}
  package var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// `json` in UTF-8.
  @export(interface) package var jsonBytes: [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(512)
    func add(_ text: String) { line.append(contentsOf: text.utf8) }
    add("{\"uuid\":\"")
    add(uuid.text)
    add("\",\"stars\":")
    add(starsText)
    add(",\"steps\":\(steps),\"steps_per_star\":\(stepsPerStar),\"star_count\":\(starCount),\"fraction\":")
    add(fractionText)
    add(",\"wall\":")
    if let wallText {
      add("\"" + wallText + "\"")
    } else {
      add("null")
    }
    add(",\"wall_ms\":\(wall),\"monotonic_ns\":\(monotonic),\"boot_id\":")
    appendQuoted(bootID, to: &line)
    add(",\"visit\":\"")
    add(visit.text)
    add("\",\"question\":")
    appendQuoted(question, to: &line)
    add(",\"reasons\":")
    line.append(contentsOf: ReasonsText.write(reasons))
    add(",\"language\":")
    appendQuoted(language, to: &line)
    add(",\"flags\":")
    line.append(contentsOf: ReasonsText.write(flagNames))
    add(",\"terminal\":")
    appendQuoted(terminal, to: &line)
    add(isSynchronised ? ",\"wall_synchronised\":true" : ",\"wall_synchronised\":false")
    add(",\"wall_repaired_ms\":")
    if let repairedWall { add("\(repairedWall)") } else { add("null") }
    add("}")
    return line
  }
}

/// `numerator / denominator` with up to six decimal places, halves up, no zeros at the end. The numerator is not
/// negative and below 9 * 10^12, the denominator above 0.
func decimalText(_ numerator: Int64, over denominator: Int64) -> String {
  precondition(numerator >= 0 && denominator > 0, "a decimal of a negative number")
  var (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
  // The rest is below the denominator, which is a product of two Int32: times a million it may pass 64 bits, so the
  // digits come one by one, with a seventh to round by (the later ones cannot change a half that rounds up).
  var millionths: Int64 = 0
  for _ in 0..<6 {
    let (high, low) = rest.multipliedFullWidth(by: 10)
    let step = denominator.dividingFullWidth((high, low))
    millionths = millionths * 10 + step.quotient
    rest = step.remainder
  }
  if rest >= denominator - rest { millionths += 1 }
  if millionths == 1_000_000 {
    whole += 1
    millionths = 0
  }
  if millionths == 0 { return String(whole) }
  var places = 6
  while millionths % 10 == 0 {
    millionths /= 10
    places -= 1
  }
  return String(whole) + "." + padded(millionths, places)
}

/// RFC 3339 in UTC, as in "2024-02-29T12:34:56.789Z"; `nil` outside the years 0 to 9999.
///
/// Days to a date by counting from 1 March of year 0, so that the leap day is a year's last: Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
func timeText(milliseconds: Int64) -> String? {
  // 0000-01-01T00:00:00.000Z ... 9999-12-31T23:59:59.999Z.
  guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else { return nil }
  let dayLength: Int64 = 86_400_000
  var (day, time) = milliseconds.quotientAndRemainder(dividingBy: dayLength)
  if time < 0 {
    time += dayLength
    day -= 1
  }
  // Days since 0000-03-01, moved on by one era of 400 years so that the first two months of year 0 are not negative.
  let shifted = day + 719_468 + 146_097
  let era = shifted / 146_097 - 1
  let dayOfEra = shifted % 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  // 0 is March.
  let month = (5 * dayOfYear + 2) / 153
  let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
  let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
  let date = padded(year, 4) + "-" + padded(month < 10 ? month + 3 : month - 9, 2) + "-" + padded(dayOfMonth, 2)
  let (seconds, thousandths) = time.quotientAndRemainder(dividingBy: 1_000)
  let clock = padded(seconds / 3_600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
  return date + "T" + clock + "." + padded(thousandths, 3) + "Z"
}

/// At least `digits` decimal digits, with zeros in front.
private func padded(_ number: Int64, _ digits: Int) -> String {
  var text = String(number)
  while text.utf8.count < digits { text = "0" + text }
  return text
}
