import KioskStatus
import Screens
import Settings
import StarSlider
import TestSupport
import Testing

@testable import Kiosk

/// Visitors of a survey, and a panel that reports their contacts, with or without a defect.
private struct PanelVisitors {
  /// What a panel reports of a contact; `nil` for nothing. The place is in pixels, the number that of the visit.
  typealias Defect = (_ x: Double, _ y: Double, _ visit: Int) -> (x: Double, y: Double)?

  private static let size = Size<LayoutSpace>(width: 800, height: 480)

  var random: SplitMix64
  let questions: [Screen]
  private let targets: [[Rect<LayoutSpace>]]
  /// The shares of the values 1 to 5.
  private let opinions: [Double]
  /// How far the positions of a resting finger jump, in pixels.
  var noise = 0.5
  var defect: Defect = { x, y, _ in (x, y) }
  private(set) var health = PanelHealth(Self.size)
  private var time: Int64 = 0
  private var visit = 0

  /// Made once, because it takes a second. Its screens are only asked for their targets.
  nonisolated(unsafe) private static let model = Result { () throws -> KioskModel in
    let text = """
      [question a]
      [question b]
      [question c]
      kind = nps
      [text en]
      question a = One?
      question b = Two?
      question c = Three?

      """
    var builder = SettingsBuilder()
    builder.read(Array(text.utf8), name: "k.conf")
    let transform = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    return try KioskModel(settings, wanted: nil, on: transform, format: .xrgb8888)
  }

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    let screens = try Self.model.get().screens
    questions = (0..<3).map { screens.screen(.question($0), language: 0) }
    targets = questions.map { $0.targets }
    let kinds = [[0.02, 0.03, 0.1, 0.35, 0.5], [0.3, 0.15, 0.1, 0.15, 0.3], [0.2, 0.2, 0.2, 0.2, 0.2]]
    opinions = kinds[Int(seed % 3)]
  }

  /// From 0 to below 1.
  private mutating func uniform() -> Double { Double(random.next() >> 11) * 0x1p-53 }

  /// About normally distributed, with a standard deviation of 1.
  private mutating func spread() -> Double {
    (uniform() + uniform() + uniform() - 1.5) * 2
  }

  private mutating func opinion() -> Int {
    var rest = uniform()
    for (value, share) in opinions.enumerated() {
      rest -= share
      if rest < 0 { return value }
    }
    return opinions.count - 1
  }

  /// A finger on a place, which rests or moves by a distance.
  mutating func touch(_ screen: Screen?, _ x: Double, _ y: Double, by distance: Double = 0) {
    time += 700_000_000 + Int64(uniform() * 3e9)
    guard let place = defect(x, y, visit) else { return }
    let began = point(place.x, place.y)
    health.note(event(.began, began), at: began, on: screen)
    let moves = 3 + Int(uniform() * 20)
    for move in 1...moves {
      time += 10_000_000
      let along = distance * Double(move) / Double(moves)
      let next = point(place.x + along + noise * spread(), place.y + noise * spread())
      health.follow(event(.moved, next))
    }
    health.follow(event(.ended, began))
  }

  private func event(_ phase: TouchPhase, _ point: Point<LayoutSpace>) -> TouchEvent<PhysicalSpace> {
    TouchEvent(phase, contact: 3, at: Point(x: point.x, y: point.y), time: time)
  }

  private func point(_ x: Double, _ y: Double) -> Point<LayoutSpace> {
    Point(x: Fixed(raw: Int32(x * 256)), y: Fixed(raw: Int32(y * 256)))
  }

  /// A visitor answers the questions. One of twenty plays with the glass before.
  mutating func makeVisit() {
    if uniform() < 0.05 {
      for _ in 0..<20 { touch(questions[0], uniform() * 799, uniform() * 479) }
    }
    for (screen, targets) in zip(questions, targets) {
      let value = opinion()
      let index = min(value * targets.count / 5 + Int(uniform() * Double(targets.count / 5)), targets.count - 1)
      let (bounds, center) = (targets[index], targets[index].center)
      let x = Double(center.x.floor) + 0.13 * Double(bounds.width) * spread()
      let y = Double(center.y.floor) + (0.1 + 0.13 * spread()) * Double(bounds.height)
      touch(screen, x, y, by: uniform() < 0.2 ? 200 * uniform() - 100 : 0)
    }
    health.visitEnded()
    visit += 1
  }

  /// A place inside of some bounds.
  mutating func place(in bounds: Rect<LayoutSpace>) -> (x: Double, y: Double) {
    (
      Double(bounds.minX) + uniform() * Double(bounds.width - 1),
      Double(bounds.minY) + uniform() * Double(bounds.height - 1)
    )
  }

  /// The number of visits until a finding, at most `limit`; `nil` without one.
  mutating func visits(until isFound: (PanelFinding) -> Bool, limit: Int) -> Int? {
    for count in 1...limit {
      makeVisit()
      if health.findings.contains(where: isFound) { return count }
    }
    return nil
  }

  /// The first question's stars.
  var stars: [Rect<LayoutSpace>] { targets[0] }
}

extension Screen {
  /// The stars or tiles of a question.
  fileprivate var targets: [Rect<LayoutSpace>] {
    let stars = (0..<5).compactMap { slider?.layout.star($0) }
    return stars.isEmpty ? (0...10).compactMap { bounds(of: .option($0)) } : stars
  }
}

/// Visits on a day: 300.
@Suite struct PanelHealthTests {
  /// Thirty days of healthy visits raise nothing.
  @Test(arguments: 0..<6) func healthyPanelsRaiseNothing(seed: UInt64) throws {
    var visitors = try PanelVisitors(seed: seed)
    for day in 0..<30 {
      for _ in 0..<300 { visitors.makeVisit() }
      #expect(visitors.health.findings == [], "day \(day)")
    }
  }

  /// A stripe that goes dead is found within a day, where it is.
  @Test(arguments: 0..<12) func deadStripesAreFound(seed: UInt64) throws {
    var visitors = try PanelVisitors(seed: seed)
    for _ in 0..<1000 { visitors.makeVisit() }
    let isColumn = seed % 2 == 0
    let star = visitors.stars[Int(seed) % 5]
    let (from, to) = isColumn ? (star.minX, star.maxX) : (star.minY + star.height / 2, star.maxY)
    visitors.defect = { x, y, _ in
      (isColumn ? x : y) >= Double(from) && (isColumn ? x : y) < Double(to) ? nil : (x, y)
    }
    // Of visitors who are satisfied, one in fifty gives a single star.
    let isRare = seed % 3 == 0 && isColumn && seed % 5 < 3
    let found = visitors.visits(
      until: {
        switch $0 {
        case .deadColumns(let first, let end): isColumn && first < to && from < end
        case .deadRows(let first, let end): !isColumn && first < to && from < end
        default: false
        }
      }, limit: isRare ? 3000 : 300)
    #expect(found != nil)
    #expect(visitors.health.findings.count == 1)
    // It works again.
    visitors.defect = { x, y, _ in (x, y) }
    for _ in 0..<300 { visitors.makeVisit() }
    #expect(isRare || visitors.health.findings == [])
  }

  /// A button that half of the visitors used, and that they need no more, is not dead. The lower half of a button that is still used is.
  @Test(arguments: [false, true]) func aButtonThatIsNotNeededAnyMore(isDead: Bool) throws {
    var visitors = try PanelVisitors(seed: 3)
    let button = try #require(visitors.questions[1].bounds(of: .startOver))
    func useButton() {
      let (x, y) = visitors.place(in: button)
      visitors.touch(visitors.questions[1], x, y)
    }
    for visit in 0..<2000 {
      if visit % 2 == 0 { useButton() }
      visitors.makeVisit()
    }
    let half = Double(button.center.y.floor)
    visitors.defect = { x, y, _ in isDead && y >= half ? nil : (x, y) }
    for visit in 0..<600 {
      if isDead && visit % 2 == 0 { useButton() }
      visitors.makeVisit()
    }
    #expect(visitors.health.findings.map { $0.fault } == (isDead ? [.deadStripe] : []))
  }

  /// A star that was dead from the start is found within two days, if visitors use its neighbors.
  @Test(arguments: [1, 2, 3]) func starsDeadFromTheStart(star: Int) throws {
    var visitors = try PanelVisitors(seed: 2)
    let dead = visitors.stars[star]
    visitors.defect = { x, y, _ in x >= Double(dead.minX) && x < Double(dead.maxX) ? nil : (x, y) }
    let found = visitors.visits(until: { $0.fault == .deadStripe }, limit: 600)
    #expect(found != nil)
    guard case .deadColumns(let from, let to) = visitors.health.findings.first else {
      Issue.record("\(visitors.health.findings)")
      return
    }
    #expect(from <= dead.minX && to >= dead.maxX && to - from < 2 * dead.width)
  }

  /// Touches that move away from their targets, a pixel in five visits, are found before they hit other targets.
  @Test(arguments: 0..<6) func driftIsFound(seed: UInt64) throws {
    var visitors = try PanelVisitors(seed: seed)
    for _ in 0..<300 { visitors.makeVisit() }
    let (right, down) = [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7)][Int(seed)]
    visitors.defect = { x, y, visit in
      let drift = Double(visit - 300) / 5
      return (x + right * drift, y + down * drift)
    }
    var finding: PanelFinding?
    let found = visitors.visits(
      until: {
        finding = $0
        return $0.fault == .touchDrift
      }, limit: 300)
    #expect(found != nil)
    guard case .drift(let x, let y) = finding else { return }
    #expect(Double(x) * right >= 0 && Double(y) * down >= 0 && abs(x) + abs(y) > 10, "\(x) \(y)")
  }

  /// A controller that jumps by a few millimeters.
  @Test(arguments: 0..<3) func noiseIsFound(seed: UInt64) throws {
    var visitors = try PanelVisitors(seed: seed)
    for _ in 0..<300 { visitors.makeVisit() }
    visitors.noise = 8
    #expect(visitors.visits(until: { $0 == .noise }, limit: 100) != nil)
    visitors.noise = 0.5
    for _ in 0..<100 { visitors.makeVisit() }
    #expect(visitors.health.findings == [])
  }

  /// Contacts of some length beside the targets or, on a start screen, anywhere, between visits.
  @Test(arguments: 0..<4) func repeatedTouchesAreFound(seed: UInt64) throws {
    var visitors = try PanelVisitors(seed: seed)
    for _ in 0..<300 { visitors.makeVisit() }
    let screen = seed % 2 == 0 ? visitors.questions[0] : nil
    let found = (1...100).first { _ in
      visitors.makeVisit()
      visitors.touch(screen, 790, 12)
      return visitors.health.findings == [.repeats(x: 790, y: 12)]
    }
    #expect(found != nil)
    // It is dry again.
    for _ in 0..<300 { visitors.makeVisit() }
    #expect(visitors.health.findings == [])
  }

  /// The status names the place of each fault, and forgets it with the fault.
  @Test func findingsAreReported() {
    let status = StatusFile()
    var report = PanelReport()
    report.update([.deadColumns(from: 320, to: 400), .noise], in: status)
    #expect(status.faults == [.deadStripe, .touchNoise])
    #expect(status.panel == ["no touches from x = 320 to 399", "positions of a resting finger jump"])
    report.update([.drift(right: -12, down: 3)], in: status)
    #expect(status.faults == .touchDrift)
    #expect(status.panel == ["touches are 12 px further left and 3 px further down than at first"])
    report.update([], in: status)
    #expect(status.faults == [] && status.panel == [])
  }
}
