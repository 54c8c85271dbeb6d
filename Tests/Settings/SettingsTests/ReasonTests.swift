import Testing

@testable import Settings

/// Reasons and the ratings that ask for them.
@Suite struct ReasonTests {
  @Test func reasonsAreParsed() throws {
    let rest = "[text en]\nquestion q = Q\n" + (0..<13).map { "reason r\($0) = R\n" }.joined()
    let twelve = (0..<12).map { "r\($0)" }.joined(separator: ", ")
    let made = "[question q]\nreasons = "
    #expect(mistakes(made + twelve + "\n" + rest).count == 1)
    #expect(mistakes(made + twelve + "\n" + rest.replacing("reason r12 = R\n", with: "")) == [])
    for wrong in [twelve + ", r12", "a, a", "A", "a b", "a,,b", ",", "é", String(repeating: "a", count: 33)] {
      let told = mistakes(made + wrong + "\n[text en]\nquestion q = Q")
      #expect(
        told.count == 1
          && told[0].contains("[question q] reasons = \(wrong): invalid value; allowed: different IDs of"), "\(told)")
    }
    #expect(try settings(made + "\n[text en]\nquestion q = Q").questions[0].reasons == [])
  }

  @Test func reasonsUpToMustBeOnTheScale() throws {
    func told(_ upTo: String, _ slider: String = "") -> [String] {
      let text =
        "[question q]\nreasons = r\nreasons-up-to = \(upTo)\n[text en]\nquestion q = Q\nreason r = R\n[slider]\n"
      return mistakes(text + slider)
    }
    #expect(told("5") == [] && told("0") == [] && told("") == [] && told("2.5", "step = half") == [])
    #expect(told("1/3", "step = continuous") == [])
    #expect(
      told("6") == [
        "kiosk.conf:3: [question q] reasons-up-to = 6: more than the 5 stars; allowed: numbers from 0 to 5"
      ])
    #expect(
      told("2.5") == [
        "kiosk.conf:3: [question q] reasons-up-to = 2.5: not on the scale; allowed: multiples of 1/1 star"
      ])
    #expect(told("two").count == 1 && told("1001").count == 1 && told("-1").count == 1)
    // An invalid value is not compared with others.
    #expect(told("6", "stars = x").count == 1 && told("2.5", "step = hlaf").count == 1)
    #expect(
      mistakes("[question q]\nreasons-up-to = 2\n[text en]\nquestion q = Q") == [
        "kiosk.conf:2: [question q] reasons-up-to = 2: has no effect without reasons; add a line reasons = ID, or remove this one"
      ])
  }
}
