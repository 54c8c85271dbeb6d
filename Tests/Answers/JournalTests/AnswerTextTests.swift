import Foundation
import Testing

@testable import Journal

@Suite struct AnswerTextTests {
  @Test func decimalsAreExactToSixPlaces() {
    let cases: [(Int64, Int64, String)] = [
      (0, 1, "0"), (5, 1, "5"), (5, 2, "2.5"), (7, 4, "1.75"), (1, 3, "0.333333"), (2, 3, "0.666667"),
      (3_249_000, 1_000_000, "3.249"), (1, 1_000_000, "0.000001"), (1, 2_000_000, "0.000001"), (1, 2_000_001, "0"),
      (1_999_999, 2_000_000, "1"), (999_999, 1_000_000, "0.999999"), (10, 100, "0.1"), (2_147_483_647, 1, "2147483647"),
      (2_147_483_647, 2_147_483_647 * 2_147_483_647, "0"),
      (2_147_483_647 * 2_147_483_646, 2_147_483_647 * 2_147_483_647, "1"),
    ]
    for (numerator, denominator, text) in cases {
      #expect(decimalText(numerator, over: denominator) == text)
    }
  }

  @Test func everyDecimalReadsBack() {
    for steps: Int64 in stride(from: 0, through: 5_000_000, by: 997) {
      #expect(Decimal(string: decimalText(steps, over: 1_000_000)) == Decimal(steps) / 1_000_000)
    }
  }

  @Test func wallTimeAgreesWithFoundation() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
    // Every 29 days from 1601 to 2500: before and after 1970, with centuries that are leap years and centuries that are not.
    for seconds: Int64 in stride(from: -11_644_473_600, to: 16_725_225_600, by: 29 * 86_400 + 12_345) {
      let expected = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds))) + ".007Z"
      #expect(timeText(milliseconds: seconds * 1_000 + 7) == expected)
    }
  }

  @Test func wallTimeAtItsLimits() {
    #expect(timeText(milliseconds: 0) == "1970-01-01T00:00:00.000Z")
    #expect(timeText(milliseconds: -1) == "1969-12-31T23:59:59.999Z")
    #expect(timeText(milliseconds: 1_709_210_096_789) == "2024-02-29T12:34:56.789Z")
    #expect(timeText(milliseconds: 253_402_300_799_999) == "9999-12-31T23:59:59.999Z")
    #expect(timeText(milliseconds: 253_402_300_800_000) == nil)
    #expect(timeText(milliseconds: -62_167_219_200_000) == "0000-01-01T00:00:00.000Z")
    #expect(timeText(milliseconds: -62_162_035_200_001) == "0000-02-29T23:59:59.999Z")
    #expect(timeText(milliseconds: -62_167_219_200_001) == nil)
    #expect(timeText(milliseconds: .min) == nil)
    #expect(timeText(milliseconds: .max) == nil)
  }

  @Test func jsonIsOneStableLine() {
    var answer = Answer(
      uuid: AnswerID("f47ac10b-58cc-4372-a567-0e02b2c3d479")!, steps: 5, stepsPerStar: 2, starCount: 5,
      wall: 1_709_210_096_789, monotonic: 123_456_789, bootID: "6f1c2e4a-7f0e-4c0e-9d6a-0123456789ab")
    #expect(
      answer.json
        == #"{"uuid":"f47ac10b-58cc-4372-a567-0e02b2c3d479","stars":2.5,"steps":5,"steps_per_star":2,"#
        + #""star_count":5,"fraction":0.5,"wall":"2024-02-29T12:34:56.789Z","wall_ms":1709210096789,"#
        + #""monotonic_ns":123456789,"boot_id":"6f1c2e4a-7f0e-4c0e-9d6a-0123456789ab","#
        + #""visit":"f47ac10b-58cc-4372-a567-0e02b2c3d479","question":"","reasons":[],"language":"","flags":[],"#
        + #""kiosk":"","wall_synchronised":false,"wall_repaired_ms":null,"version":5,"kind":"stars","value":2.5,"chosen":[],"shown":[],"survey":""}"#
    )
    answer.visit = AnswerID("00000000-0000-4000-8000-000000000001")!
    (answer.question, answer.reasons, answer.language) = ("staff", ["slow", "ru\"de"], "pt-BR")
    (answer.flags, answer.kiosk, answer.time.isSynchronised) = ([.repeated, .partial], "gate 7", true)
    answer.time.repairedWall = 5
    #expect(
      answer.json.hasSuffix(
        #""visit":"00000000-0000-4000-8000-000000000001","question":"staff","reasons":["slow","ru\"de"],"#
          + #""language":"pt-BR","flags":["partial","repeated"],"kiosk":"gate 7","wall_synchronised":true,"#
          + #""wall_repaired_ms":5,"version":5,"kind":"stars","value":2.5,"chosen":[],"shown":[],"survey":""}"#))
    (answer.kind, answer.steps, answer.stepsPerStar, answer.starCount) = ("nps", 10, 1, 10)
    #expect(answer.json.hasSuffix(#""kind":"nps","value":10,"chosen":[],"shown":[],"survey":""}"#))
    (answer.kind, answer.steps, answer.starCount, answer.chosen) = ("choice", 0, 1, ["red", "\"blue\""])
    (answer.shown, answer.survey) = (["\"blue\"", "red"], "5f1d")
    #expect(
      answer.json.hasSuffix(
        #""kind":"choice","value":null,"chosen":["red","\"blue\""],"shown":["\"blue\"","red"],"survey":"5f1d"}"#))
    (answer.kind, answer.chosen, answer.shown, answer.survey) = ("comment", [], [], "")
    #expect(
      answer.isValid && answer.json.hasSuffix(#""kind":"comment","value":null,"chosen":[],"shown":[],"survey":""}"#))
  }

  /// A message says where the answer is stored. The form that the kiosk prints and exports does not.
  @Test func aMessageNamesJournalAndSequence() {
    let (answer, journal) = (sample(3), AnswerID("f47ac10b-58cc-4372-a567-0e02b2c3d479"))
    func text(_ place: (journal: AnswerID?, sequence: Int64)?) -> String {
      String(decoding: answer.jsonBytes(in: place), as: UTF8.self)
    }
    #expect(text(nil) == answer.json)
    let place = #","journal":"f47ac10b-58cc-4372-a567-0e02b2c3d479","sequence":17}"#
    #expect(text((journal, 17)) == answer.json.dropLast() + place)
    #expect(text((nil, .max)) == answer.json.dropLast() + #","journal":null,"sequence":9223372036854775807}"#)
  }

  @Test func jsonEscapesAndKeepsNull() throws {
    var answer = sample(1)
    answer.time.bootID = "a\"b\\c\n\u{1f}é"
    answer.time.wall = .max
    #expect(!answer.json.utf8.contains(10))
    let object = try JSONSerialization.jsonObject(with: Data(answer.json.utf8)) as? [String: Any]
    #expect(object?["boot_id"] as? String == answer.time.bootID)
    #expect(object?["wall"] is NSNull)
  }

  @Test func identitiesAreVersion4AndReadBack() throws {
    #expect(AnswerID(random: .max, .max).text == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(AnswerID(random: 0, 0).text == "00000000-0000-4000-8000-000000000000")
    #expect(AnswerID("F47AC10B-58CC-4372-A567-0E02B2C3D479")?.text == "f47ac10b-58cc-4372-a567-0e02b2c3d479")
    let random = try (0..<1_000).map { _ in try AnswerID.random() }
    #expect(Set(random).count == 1_000)
    for id in random {
      #expect(AnswerID(id.text) == id)
      #expect(UUID(uuidString: id.text)?.uuidString.lowercased() == id.text)
    }
    for wrong in [
      "", "f47ac10b", "f47ac10b-58cc-4372-a567-0e02b2c3d47", "f47ac10b-58cc-4372-a567-0e02b2c3d4790",
      "f47ac10b058cc-4372-a567-0e02b2c3d479", "g47ac10b-58cc-4372-a567-0e02b2c3d479",
      "f47ac10-b58cc-4372-a567-0e02b2c3d479",
    ] { #expect(AnswerID(wrong) == nil) }
  }
}
