import Testing

@testable import Settings

/// The words below the stars: `star-words` in [text].
@Suite struct StarWordsTests {
  private func text(_ words: String, _ more: String = "") -> String {
    "[question q]\n[text en]\nname = English\nquestion q = Q\nstar-words = \(words)\n" + more
  }

  @Test func wordsAreSeparatedByCommas() throws {
    let made = try settings(text("Very poor,Poor , Fair,  Good,Excellent"))
    #expect(made.languages[0].starWordList == ["Very poor", "Poor", "Fair", "Good", "Excellent"])
    #expect(try settings("[question q]\n[text en]\nquestion q = Q").languages[0].starWordList == [])
    let long = try settings(text("A, B, \\\nstar-words = C, D, E"))
    #expect(long.languages[0].starWordList == ["A", "B", "C", "D", "E"])
  }

  @Test func everyStarHasAWord() {
    #expect(
      mistakes(text("Bad, Good")) == [
        "kiosk.conf:5: [text en] star-words = Bad, Good: 2 words for 5 stars; write one for each star, separated by commas"
      ])
    #expect(mistakes(text("Bad, Good", "[slider]\nstars = 2")) == [])
    #expect(
      mistakes(text("A, B, , D, E")) == [
        "kiosk.conf:5: [text en] star-words = A, B, , D, E: a word is empty; remove the comma, or add the word"
      ])
    // An option may set any number of stars.
    #expect(mistakes(text("A, B, C, D, E"), options: [("stars", "3")]) == [])
  }

  /// If one language has words, all need them.
  @Test func everyLanguageHasWords() {
    let arabic = TextTests.arabic.replacing("question service", with: "question q")
      .split(separator: "\n").filter { !$0.hasPrefix("reason") }.joined(separator: "\n")
    let told = mistakes(text("A, B, C, D, E", arabic + "\n"))
    #expect(told == ["kiosk.conf:6: [text ar]: missing keys; add star-words"], "\(told)")
    #expect(mistakes(text("A, B, C, D, E", arabic + "\nstar-words = 1, 2, 3, 4, 5")) == [])
  }
}
