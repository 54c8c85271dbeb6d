import StarSlider
import Testing

@testable import Touch

/// Every row of the session's table.
@Suite struct CalibrationSessionTests {
  static let glass = Glass()
  let second: Int64 = 1_000_000_000

  func session(_ count: Int32 = 3) throws -> CalibrationSession {
    try #require(
      CalibrationSession(
        targets: count, on: ScreenTransform(physical: Self.glass.screen, rotation: .none), axes: Self.glass.axes, now: 0
      ))
  }

  func event(
    _ phase: TouchPhase, _ position: Point<RawSpace>, time: Int64 = 0, contact: Int32 = 1
  ) -> TouchEvent<RawSpace> {
    TouchEvent(phase, contact: contact, at: position, time: time)
  }

  /// Taps a target, off by some device units.
  func tap(_ session: inout CalibrationSession, beside: Int32 = 0, lasting: Int64 = 50_000_000, now: Int64 = 0) {
    var place = Self.glass.raw(session.targets[session.target])
    place.x.raw += beside * 256
    session.handle(event(.began, place), now: now)
    session.handle(event(.ended, place, time: lasting), now: now)
  }

  @Test func targetsAreWhereTheViewerSeesThem() throws {
    for rotation in Rotation.allCases {
      let screen = ScreenTransform(physical: Size(width: 800, height: 480), rotation: rotation)
      let seen = try #require(CalibrationSession.targets(5, on: screen)).map { screen.toLayout($0) }
      let (width, height) = (screen.layout.width, screen.layout.height)
      #expect(
        seen.map { [$0.x.floor, $0.y.floor] } == [
          [width / 8, height / 8], [width * 7 / 8, height / 8], [width * 7 / 8, height * 7 / 8],
          [width / 8, height * 7 / 8], [width / 2, height / 2],
        ])
      let three = try #require(CalibrationSession.targets(3, on: screen)).map { screen.toLayout($0) }
      #expect(
        three.map { [$0.x.floor, $0.y.floor] } == [
          [width / 8, height / 8], [width * 7 / 8, height / 2], [width / 2, height * 7 / 8],
        ])
    }
    let screen = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
    for count: Int32 in [0, 1, 2, 4, 6] { #expect(CalibrationSession.targets(count, on: screen) == nil) }
  }

  @Test func taps() throws {
    var session = try session(5)
    for i in 0..<5 {
      #expect(session.target == i && session.state == .waiting && session.hint == nil)
      tap(&session)
    }
    guard case .done(let fit) = session.state else {
      Issue.record("\(session.state)")
      return
    }
    #expect(fit.residual <= .one)
    let end = session
    tapAnywhere(&session)
    session.timePassed(1000 * second)
    #expect(session.state == end.state)
  }

  /// Further taps, which have no effect after the end.
  func tapAnywhere(_ session: inout CalibrationSession) {
    session.handle(event(.began, Point(x: .zero, y: .zero)), now: 0)
    session.handle(event(.ended, Point(x: .zero, y: .zero), time: 50_000_000), now: 0)
  }

  @Test func onlyTheFirstFingerCounts() throws {
    var session = try session()
    let place = Self.glass.raw(session.targets[0])
    session.handle(event(.moved, place), now: 0)
    session.handle(event(.ended, place), now: 0)
    #expect(session.state == .waiting)
    session.handle(event(.began, place), now: 0)
    #expect(session.state == .pressed)
    let other = Point<RawSpace>(x: Fixed(4000), y: Fixed(4000))
    for phase in [TouchPhase.began, .moved, .ended, .cancelled] {
      session.handle(event(phase, other, time: 40_000_000, contact: 2), now: 0)
      #expect(session.state == .pressed && session.target == 0)
    }
    session.handle(event(.ended, place, time: 50_000_000), now: 0)
    #expect(session.target == 1 && session.hint == nil)
  }

  @Test func implausibleTouchesAreRejected() throws {
    var session = try session()
    tap(&session, lasting: CalibrationSession.shortest - 1)
    #expect(session.hint == .tooShort && session.target == 0 && session.state == .waiting)
    let place = Self.glass.raw(session.targets[0])
    session.handle(event(.began, place), now: 0)
    session.handle(event(.moved, Point(x: place.x + Fixed(140), y: place.y)), now: 0)
    session.handle(event(.ended, place, time: 50_000_000), now: 0)
    #expect(session.hint == .moved && session.target == 0)
    session.handle(event(.began, place), now: 0)
    session.handle(event(.cancelled, place, time: 50_000_000), now: 0)
    #expect(session.state == .waiting && session.target == 0)
    tap(&session)
    #expect(session.hint == nil && session.target == 1)
    session.handle(event(.began, place), now: 0)
    session.handle(event(.ended, place, time: 50_000_000), now: 0)
    #expect(session.hint == .samePlace && session.target == 1)
    tap(&session)
    tap(&session)
    guard case .done = session.state else {
      Issue.record("\(session.state)")
      return
    }
  }

  /// Touches exactly at the limits are accepted: 20 ms, 1/32 of an axis, 1/16 of both axes.
  @Test func limitsAreAccepted() throws {
    for time in [CalibrationSession.shortest - 1, CalibrationSession.shortest] {
      var session = try session()
      tap(&session, lasting: time)
      #expect(session.hint == (time < 20_000_000 ? .tooShort : nil))
    }
    let most: Int32 = 128 * 256
    for x in [-most - 1, -most, 0, most, most + 1] {
      for y in [-most - 1, -most, 0, most, most + 1] {
        var session = try session()
        let place = Self.glass.raw(session.targets[0])
        session.handle(event(.began, place), now: 0)
        session.handle(event(.moved, Point(x: place.x + Fixed(raw: x), y: place.y + Fixed(raw: y))), now: 0)
        session.handle(event(.ended, place, time: 50_000_000), now: 0)
        #expect(session.hint == (abs(x) > most || abs(y) > most ? .moved : nil), "\(x), \(y)")
      }
    }
    for x in [Int32(0), 255, 256, -255, -256] {
      for y in [Int32(0), 255, 256, -255, -256] {
        var session = try session()
        let first = Self.glass.raw(session.targets[0])
        tap(&session)
        let place = Point<RawSpace>(x: first.x + Fixed(x), y: first.y + Fixed(y))
        session.handle(event(.began, place), now: 0)
        session.handle(event(.ended, place, time: 50_000_000), now: 0)
        #expect(session.hint == (abs(x) < 256 && abs(y) < 256 ? .samePlace : nil), "\(x), \(y)")
      }
    }
  }

  /// Noise within the limit is averaged out.
  @Test func meanPositionIsUsed() throws {
    var session = try session()
    for _ in 0..<3 {
      let place = Self.glass.raw(session.targets[session.target])
      session.handle(event(.began, Point(x: place.x + Fixed(60), y: place.y)), now: 0)
      session.handle(event(.moved, Point(x: place.x - Fixed(60), y: place.y)), now: 0)
      session.handle(event(.ended, place, time: 50_000_000), now: 0)
    }
    guard case .done(let fit) = session.state else {
      Issue.record("\(session.state)")
      return
    }
    #expect(abs(fit.calibration.a - 65536) < 40 && abs(fit.calibration.c) < 40)
  }

  @Test func touchesThatDoNotFitRestartTheRound() throws {
    var session = try session(5)
    for round in 1...CalibrationSession.rounds {
      #expect(session.target == 0 && session.state == .waiting)
      for i in 0..<5 { tap(&session, beside: i == 2 ? -500 : 0) }
      guard case .refused(.residual) = session.hint else {
        Issue.record("round \(round): \(session)")
        return
      }
    }
    guard case .failed(.refused(.residual)) = session.state else {
      Issue.record("\(session.state)")
      return
    }
  }

  @Test func sessionTimesOut() throws {
    var session = try session()
    #expect(session.deadline == CalibrationSession.patience)
    session.timePassed(CalibrationSession.patience - 1)
    #expect(session.state == .waiting)
    tap(&session, now: 10 * second)
    #expect(session.deadline == CalibrationSession.patience + 10 * second)
    tap(&session, lasting: 0, now: 20 * second)
    #expect(session.deadline == CalibrationSession.patience + 10 * second)
    session.handle(event(.began, Point(x: .zero, y: .zero)), now: 0)
    session.timePassed(session.deadline)
    #expect(session.state == .failed(.timeout))
  }

  /// With the session's result, every touch is where the finger is.
  @Test(arguments: [3, 5] as [Int32], [false, true])
  func positionsBeyondTheAnnouncedRange(_ count: Int32, _ swapsAxes: Bool) throws {
    let glass = Glass(rangeX: (60, 3900), rangeY: (-900, 4600), swapsAxes: swapsAxes, invertsY: true)
    let announced = (x: AxisInfo(minimum: 0, maximum: 1023), y: AxisInfo(minimum: 4095, maximum: 0))
    let screen = ScreenTransform(physical: glass.screen, rotation: .none)
    var session = try #require(CalibrationSession(targets: count, on: screen, axes: announced, now: 0))
    for target in session.targets {
      session.handle(event(.began, glass.raw(target)), now: 0)
      session.handle(event(.ended, glass.raw(target), time: 50_000_000), now: 0)
      #expect(session.hint == nil)
    }
    guard case .done(let fit) = session.state else {
      Issue.record("\(session)")
      return
    }
    let correction = TouchCorrection(
      settings: fit.calibration, measured: nil, udev: nil, profile: nil, quirks: session.ranges)
    let transform = try #require(correction.transform(announced, on: glass.screen))
    for (x, y) in [(Int32(3), Int32(3)), (796, 476), (3, 476), (400, 240), (796, 3), (100, 400)] {
      let place = Point<PhysicalSpace>(x: Fixed(x), y: Fixed(y))
      let found = transform.toPhysical(glass.raw(place))
      #expect(abs(found.x.raw - place.x.raw) <= 256 && abs(found.y.raw - place.y.raw) <= 256, "\(found), \(place)")
    }
  }

  /// Positions within the range need no other range.
  @Test func positionsWithinTheAnnouncedRange() throws {
    var session = try session(5)
    for _ in 0..<5 { tap(&session) }
    #expect(session.ranges == AxisQuirks())
  }

  @Test func axesWithoutARange() {
    let screen = ScreenTransform(physical: Self.glass.screen, rotation: .none)
    let axes = (x: AxisInfo(minimum: 3, maximum: 3), y: AxisInfo(minimum: 0, maximum: 9))
    #expect(CalibrationSession(targets: 3, on: screen, axes: axes, now: 0) == nil)
  }
}
