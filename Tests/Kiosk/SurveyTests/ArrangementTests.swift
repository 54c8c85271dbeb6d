import Settings
import Testing

@testable import Survey

/// The order of options and reasons.
@Suite struct ArrangementTests {
  private static func question(_ count: Int32, _ order: TileOrder) -> Survey.Question {
    var question = Survey.Question.choice(of: count, several: false)
    question.order = order
    return question
  }

  /// Every order has every tile once. `rotate` keeps the neighbors; `fixed`, and a single tile, change nothing.
  @Test(arguments: 1...12 as ClosedRange<Int32>) func everyTileIsShownOnce(count: Int32) {
    for seed in 0..<200 as Range<UInt64> {
      #expect(Self.question(count, .fixed).arrangement(seed) == [])
      for order in [TileOrder.random, .rotate] {
        let places = Self.question(count, order).arrangement(seed)
        #expect(places.sorted() == (count == 1 ? [] : Array(0..<count)))
        #expect(places == Self.question(count, order).arrangement(seed))
        if order == .rotate {
          for (first, second) in zip(places, places.dropFirst()) { #expect(second == (first + 1) % count) }
        }
      }
    }
  }

  /// Each tile is at each place equally often: within six standard deviations of 20,000 visits, which are a few milliseconds to months apart.
  @Test(arguments: [TileOrder.random, .rotate], [2, 5, 8] as [Int32])
  func noPlaceIsPreferred(order: TileOrder, count: Int32) {
    var machine = SurveyMachine(Survey(questions: [Self.question(count, order)]))
    let visits = 20_000
    var found = [[Int]](repeating: [Int](repeating: 0, count: Int(count)), count: Int(count))
    var now: Int64 = 3
    for visit in 0..<visits {
      now += 1_000_000 << Int64(visit % 20)
      machine.rearrange(at: now)
      for (place, tile) in machine.arrangement.enumerated() { found[place][Int(tile)] += 1 }
    }
    let (mean, share) = (Double(visits) / Double(count), 1 / Double(count))
    let limit = 6 * (Double(visits) * share * (1 - share)).squareRoot()
    for counts in found { for one in counts { #expect(abs(Double(one) - mean) < limit, "\(found)") } }
  }

  /// Two questions of one visit have different orders.
  @Test func questionsDiffer() {
    var machine = SurveyMachine(
      Survey(questions: [Self.question(8, .random), Self.question(8, .random)]))
    let differ = (0..<100).count { visit in
      machine.rearrange(at: Int64(visit) * 1_000_000_007)
      let orders = [0, 1].map { machine.arrangement(for: Visit.Answer(question: $0, value: 0)) }
      return orders[0] != orders[1]
    }
    #expect(differ > 95)
  }

  /// An answer names the order of the tiles that its visitor saw: those of a choice, and the reasons if they were asked for.
  @Test func answersNameWhatWasShown() {
    var stars = Survey.Question(.slider, reasons: 4, reasonsUpTo: 2)
    stars.order = .random
    var machine = SurveyMachine(Survey(questions: [stars, Self.question(3, .rotate), .yesNo]))
    machine.rearrange(at: 12_345)
    #expect(machine.arrangement(for: Visit.Answer(question: 0, value: 2)).count == 4)
    #expect(machine.arrangement(for: Visit.Answer(question: 0, value: 3)) == [])
    #expect(machine.arrangement(for: Visit.Answer(question: 1, value: 0, chosen: 1)).count == 3)
    #expect(machine.arrangement(for: Visit.Answer(question: 2, value: 1)) == [])
    // The rating itself has no tiles; its reasons have those of the answer.
    #expect(machine.arrangement == [])
    machine.screen = .reasons(0)
    #expect(machine.arrangement == machine.arrangement(for: Visit.Answer(question: 0, value: 2)))
    machine.screen = .question(1)
    #expect(machine.arrangement == machine.arrangement(for: Visit.Answer(question: 1, value: 0, chosen: 1)))
  }
}
