import Basics
import CLinux

// Text forms of an answer, the same in every export. They use neither Foundation nor floating point.
extension Answer {
  /// The value in stars to six decimal places: "2.5", "3", "0.333333".
  package var starsText: String { decimalText(Int64(steps), over: Int64(stepsPerStar)) }

  /// The value as a fraction of all stars, 0 ... 1, to six decimal places: 3.5 of 5 stars is "0.7".
  package var fractionText: String { decimalText(Int64(steps), over: Int64(stepsPerStar) * Int64(starCount)) }

  /// `time.wall` in RFC 3339 form in UTC with milliseconds; `nil` outside the years 0 to 9999.
  package var wallText: String? { timeText(milliseconds: time.wall) }

  /// The value in the unit of the question's kind, to six decimal places; `nil` for a kind without values.
  package var valueText: String? { Self.kindsWithoutValues.contains(kind) ? nil : starsText }

  /// The version of `json`. It rises with every change that affects consumers.
  static var version: Int64 { 5 }

  /// The answer as one line of JSON without a line break: the form that the kiosk prints, exports and sends. Keys may be added without a
  /// new version. Decimal numbers are exact to six places. `wall` is null if the clock was outside the years 0 to 9999. docs/courier.md
  /// describes every key.
  ///
  ///     {"uuid":"…","stars":2.5,"steps":5,"steps_per_star":2,"star_count":5,"fraction":0.5,
  ///      "wall":"2024-02-29T12:34:56.789Z","wall_ms":1709210096789,"monotonic_ns":123456789,"boot_id":"…",
  ///      "visit":"…","question":"staff","reasons":["slow"],"language":"de","flags":["repeated"],
  ///      "kiosk":"gate-7","wall_synchronised":false,"wall_repaired_ms":1709210097000,"version":5,"kind":"stars",
  ///      "value":2.5,"chosen":[],"shown":[],"survey":"5f1d7a84c3b2e690"}
  package var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  @export(interface) package var jsonBytes: [UInt8] { jsonBytes(in: nil) }

  /// Returns `json` of an answer that is stored at `place`, with two more keys:
  ///
  ///     "journal":"…","sequence":17
  ///
  /// - Parameter place: `nil` to leave out both keys. The key `journal` is null if the journal's identity cannot be read.
  @export(interface) package func jsonBytes(in place: (journal: AnswerID?, sequence: Int64)?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for field in AnswerField.all { json.add(field.name, field.value(self)) }
      if let place {
        json.add("journal", place.journal?.text)
        json.add("sequence", place.sequence)
      }
    }
    return json.bytes
  }
}

/// Returns `numerator / denominator` rounded half up to six decimal places, without trailing zeros.
///
/// - Parameters:
///   - numerator: 0 or more, below 9 * 10^12.
///   - denominator: Above 0.
func decimalText(_ numerator: Int64, over denominator: Int64) -> String {
  precondition(
    numerator >= 0 && denominator > 0, "decimalText requires a numerator of 0 or more and a denominator above 0")
  var (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
  // The rest may need 62 bits (the denominator is a product of two Int32), so a million times the rest needs more than 64.
  let (high, low) = rest.multipliedFullWidth(by: 1_000_000)
  var millionths: Int64
  (millionths, rest) = denominator.dividingFullWidth((high, low))
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
  return String(whole) + "." + padded(Int32(millionths), places)
}

/// Returns a time in RFC 3339 form in UTC, such as "2024-02-29T12:34:56.789Z"; `nil` outside the years 0 to 9999.
func timeText(milliseconds: Int64) -> String? {
  // 0000-01-01T00:00:00.000Z ... 9999-12-31T23:59:59.999Z.
  guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else { return nil }
  let thousandths = (milliseconds % 1_000 + 1_000) % 1_000
  var (seconds, date) = (time_t((milliseconds - thousandths) / 1_000), tm())
  gmtime_r(&seconds, &date)
  let day = padded(date.tm_year + 1900, 4) + "-" + padded(date.tm_mon + 1, 2) + "-" + padded(date.tm_mday, 2)
  let clock = padded(date.tm_hour, 2) + ":" + padded(date.tm_min, 2) + ":" + padded(date.tm_sec, 2)
  return day + "T" + clock + "." + padded(Int32(thousandths), 3) + "Z"
}

/// Returns the number with leading zeros up to `digits` digits.
private func padded(_ number: Int32, _ digits: Int) -> String {
  var text = String(number)
  while text.utf8.count < digits { text = "0" + text }
  return text
}
