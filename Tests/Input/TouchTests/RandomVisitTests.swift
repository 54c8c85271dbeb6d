import AllocationCounter
import StarSlider
import TestSupport
import Testing
import Touch

/// Visits on random panels, from the driver's records to the control's answers, against the values that the fingers meant.
@Suite struct RandomVisitTests {
  static let screen = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)

  /// A kiosk's way from records to answers, in virtual time.
  struct Chain {
    let transform: TouchTransform
    let slider: StarSlider
    var tracker: ContactTracker
    var phantoms = PhantomFilter()
    var answers: [Int32] = []

    init(_ device: DeviceDescription, _ contactProtocol: ContactProtocol, _ slider: StarSlider) throws {
      let axes = device.positionAxes(contactProtocol)
      transform = try #require(TouchTransform(x: axes.x, y: axes.y, screen: RandomVisitTests.screen.physical))
      self.slider = slider
      tracker = ContactTracker(device, contactProtocol, debounces: true)
    }

    mutating func feed(_ records: [EvdevRecord]) {
      for record in records {
        wait(until: record.time * 1000 - 1)
        var events: [TouchEvent<RawSpace>] = []
        tracker.feed(record) { events.append($0) }
        for event in events { handle(event) }
      }
    }

    mutating func wait(until time: Int64) {
      while let deadline = tracker.deadline, deadline <= time {
        var events: [TouchEvent<RawSpace>] = []
        tracker.releaseDue(deadline) { events.append($0) }
        for event in events { handle(event) }
      }
    }

    private mutating func handle(_ event: TouchEvent<RawSpace>) {
      var passed: [TouchEvent<PhysicalSpace>] = []
      phantoms.handle(transform.toPhysical(event)) { event, _ in passed.append(event) }
      for event in passed {
        if let answer = slider.handle(RandomVisitTests.screen.toLayout(event)), answer.kind == .committed {
          answers.append(answer.value ?? -1)
        }
      }
    }
  }

  /// The way of every real controller: each recording is a visitor who taps star 4, taps star 2, and drags from 1 to 5.
  @Test(arguments: controllerNames) func everyControllerGivesWhatTheFingersMeant(_ name: String) throws {
    let recording = try Recording(parsing: recordingBytes("controller-" + name))
    guard case .accepted(let contactProtocol) = recording.device.namedVerdict else {
      Issue.record("\(name) is refused")
      return
    }
    var chain = try Chain(recording.device, contactProtocol, EveryStarTests.slider(Self.screen))
    chain.feed(recording.records)
    chain.wait(until: .max)
    #expect(chain.answers == [4, 2, 5])
    #expect(!chain.phantoms.isFault)
  }

  /// Once a device is open, a record allocates no memory, whatever it means.
  @Test(arguments: controllerNames) func recordsAllocateNothing(_ name: String) throws {
    let recording = try Recording(parsing: recordingBytes("controller-" + name))
    guard case .accepted(let contactProtocol) = recording.device.namedVerdict else { return }
    let axes = recording.device.positionAxes(contactProtocol)
    let transform = try #require(TouchTransform(x: axes.x, y: axes.y, screen: Self.screen.physical))
    var (events, counts) = (0, [0, 0])
    // The first time, the runtime allocates what it needs for the types.
    for round in 0...1 {
      var tracker = ContactTracker(recording.device, contactProtocol, debounces: true)
      var phantoms = PhantomFilter()
      // A loop over the array would allocate, because tests are not optimized.
      let records = recording.records
      var i = 0
      allocation_counter_start()
      while i < records.count {
        let record = records[i]
        i += 1
        tracker.feed(record) { phantoms.handle(transform.toPhysical($0)) { _, _ in events += 1 } }
        if let deadline = tracker.deadline, deadline < record.time * 1000 {
          tracker.releaseDue(record.time * 1000) { _ in events += 1 }
        }
      }
      counts[round] = allocation_counter_stop()
    }
    #expect(counts[1] == 0, "\(counts)")
    #expect(events >= 12)
  }

  /// One visit: a few touches, with everything around them that the panel may report. Returns the stars that are meant.
  static func visit(_ panel: inout RandomPanel, _ slider: StarSlider, _ random: inout SplitMix64) -> [Int32] {
    func maybe(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }
    /// A place in a star, in the panel's units.
    func place(_ star: Int32) -> (Int32, Int32) {
      let square = slider.layout.star(star)
      let x = square.minX + square.width / 2 + Int32.random(in: -25...25, using: &random)
      let y = square.minY + square.height / 2 + Int32.random(in: -25...25, using: &random)
      return (x * RandomPanel.width / 800, y * RandomPanel.height / 480)
    }
    var meant: [Int32] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var star = Int32.random(in: 0..<5, using: &random)
      var (x, y) = place(star)
      var isDragged = false
      let hovers = panel.canHover && maybe(3)
      if hovers {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let above = place(.random(in: 0..<5, using: &random))
          panel.hover(above.0, above.1)
        }
      }
      panel.touch(x, y, &random)
      if maybe(2) {
        star = .random(in: 0..<5, using: &random)
        let (toX, toY) = place(star)
        let steps = Int32.random(in: 1...8, using: &random)
        let from = (x, y)
        var step: Int32 = 1
        while step <= steps {
          (x, y) = (from.0 + (toX - from.0) * step / steps, from.1 + (toY - from.1) * step / steps)
          panel.touch(x, y, &random)
          if step < steps && panel.canBeLost(after: x, y, from: from) && maybe(3) {
            panel.lift(x, y, stays: false, &random)
            // Until the right position is reported.
            let gap = Int64.random(in: 50_000...120_000 - (panel.landing == .right ? 0 : panel.frame), using: &random)
            panel.wait(gap - panel.frame)
            step = min(step + Int32(gap / panel.frame), steps - 1)
          }
          step += 1
        }
        isDragged = true
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        x += Int32.random(in: -3...3, using: &random)
        panel.touch(x, y, &random)
      }
      // From the lift to the landing, or to the first right position: less than a moment.
      let moment =
        (panel.hasMoved ? max(24, panel.frame / 1000) : 24) - (panel.landing == .right ? 0 : panel.frame / 1000)
      var bounces = maybe(3) && moment > 0 ? Int.random(in: 1...3, using: &random) : 0
      let staysAbove = hovers && maybe(2)
      panel.lift(x, y, stays: staysAbove && bounces == 0, &random)
      let lifted = (x, y)
      while bounces > 0 {
        bounces -= 1
        panel.wait(Int64.random(in: 1...moment, using: &random) * 1000 - panel.frame)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          x = lifted.0 + Int32.random(in: -60...60, using: &random)
          y = lifted.1 + Int32.random(in: -40...40, using: &random)
          panel.touch(x, y, &random)
        }
        panel.lift(x, y, stays: staysAbove && bounces == 0, &random)
      }
      if staysAbove {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let above = place(.random(in: 0..<5, using: &random))
          panel.hover(above.0, above.1)
        }
        panel.leave()
      }
      meant.append(star + 1)
      // After a drag, no visitor taps along its way as soon as a glove is felt again.
      panel.wait(Int64.random(in: (isDragged ? 130_000 : 90_000)...3_000_000, using: &random))
      if maybe(5) {
        // A phantom outside the row, down and up at once.
        let (ghostX, ghostY) = (RandomPanel.width * 95 / 100, RandomPanel.height * 2 / 100)
        panel.touch(ghostX, ghostY, &random)
        panel.wait(-panel.frame)
        panel.lift(ghostX, ghostY, stays: false, &random)
        panel.wait(100_000)
      }
    }
    return meant
  }

  #if DEBUG
    static let count = 5_000
  #else
    static let count = 100_000
  #endif

  @Test func everyVisitGivesWhatTheFingersMeant() throws {
    var random = SplitMix64(seed: 20_261_127)
    let slider = try EveryStarTests.slider(Self.screen)
    var (visits, answers, wrong) = (0, 0, 0)
    while visits < Self.count {
      var panel = RandomPanel(&random)
      var chain = try Chain(panel.device, panel.kind, slider)
      for number in 0..<20 {
        let meant = Self.visit(&panel, slider, &random)
        chain.feed(panel.takeRecords())
        chain.wait(until: .max)
        if chain.answers != meant {
          wrong += 1
          if wrong <= 5 { Issue.record("visit \(number): \(chain.answers) instead of \(meant) on \(panel.summary)") }
        }
        (visits, answers) = (visits + 1, answers + meant.count)
        chain.answers = []
      }
    }
    #expect(wrong == 0, "\(wrong) of \(visits) visits")
    #expect(answers > Self.count * 3 / 2)
  }
}

extension RandomPanel {
  var summary: String {
    "\(kind), key \(key ?? -1), pressure \(pressure), size \(size), distance \(distance), ids \(ids), tool \(tool), release \(release), "
      + "garbage \(garbage), key first \(isKeyFirst), frame \(frame), button \(buttonReports), landing \(landing), gloved \(isGloved), "
      + "bits \(extraBits)"
  }
}
