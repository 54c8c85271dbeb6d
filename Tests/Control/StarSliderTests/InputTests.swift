import Testing

@testable import StarSlider

/// Keys, read-only and disabled controls, sets by program, changes of the scale.
@Suite struct InputTests {
  private static func slider(
    _ scale: Scale = try! Scale(), _ arrangement: Arrangement = Arrangement.all[0],
    _ change: (inout SliderConfiguration) -> Void = { _ in }
  ) throws -> StarSlider {
    var configuration = SliderConfiguration(scale: scale)
    arrangement.apply(to: &configuration)
    change(&configuration)
    let size = arrangement.rect(along: (0, 220), across: (0, 40)).size
    return try StarSlider(
      configuration, bounds: Rect(size),
      on: ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none), format: .rgb565)
  }

  /// The middle of a star of that slider.
  private static func middle(_ slider: StarSlider, star: Int32) -> Point<LayoutSpace> {
    let rect = slider.layout.star(star)
    return Point(x: Fixed(rect.minX + rect.maxX) / 2, y: Fixed(rect.minY + rect.maxY) / 2)
  }

  /// Left and down are one step down, right and up one step up; left and right follow a right-to-left row.
  @Test(arguments: Arrangement.all) func arrowKeys(arrangement: Arrangement) throws {
    let leftIsUp = !arrangement.isVertical && arrangement.direction == .rightToLeft
    let meanings: [Key: Int32] = [
      .left: leftIsUp ? 7 : 5, .right: leftIsUp ? 5 : 7, .up: 7, .down: 5, .pageUp: 8, .pageDown: 4, .home: 1, .end: 10,
    ]
    let scale = try Scale(step: .half, minimum: 1)
    let slider = try Self.slider(scale, arrangement)
    for key in Key.allCases {
      slider.set(6)
      let event = slider.handle(key)
      if key == .enter {
        #expect(event == RatingEvent(.committed, 6, step: .half, source: .key))
      } else {
        let value = try #require(meanings[key])
        #expect(event == RatingEvent(.editing, value, step: .half, source: .key), "\(key)")
        #expect(slider.handle(.enter) == RatingEvent(.committed, value, step: .half, source: .key))
      }
    }
  }

  @Test func readOnlyAndDisabled() throws {
    let changes: [(inout SliderConfiguration) -> Void] = [
      { $0.isInteractive = false }, { $0.isEnabled = false },
      { ($0.isInteractive, $0.isEnabled, $0.clearsOnRepeatedTap) = (false, false, true) },
    ]
    for change in changes {
      let slider = try Self.slider(Scale(), Arrangement.all[0], change)
      slider.set(2)
      for phase in [TouchPhase.began, .moved, .ended, .began, .cancelled] {
        #expect(slider.handle(TouchEvent(phase, contact: 1, at: Self.middle(slider, star: 1))) == nil)
        #expect(slider.handle(TouchEvent(phase, contact: 1, at: Self.middle(slider, star: 4))) == nil)
      }
      for key in Key.allCases { #expect(slider.handle(key) == nil) }
      for increments in [Int32.min, -1, 0, 1, .max] { #expect(slider.adjust(by: increments) == nil) }
      #expect(slider.value == 2 && !slider.isActive && slider.cancelTouch() == nil)
      #expect(slider.set(stars: 4.4) && slider.value == 4, "a program may set it")
    }
  }

  @Test func setNotifiesOnlyOnRequest() throws {
    let slider = try Self.slider()
    #expect(slider.value == nil, "unrated")
    #expect(slider.set(3) == nil && slider.value == 3)
    #expect(slider.set(9, notifying: true) == RatingEvent(.committed, 5, source: .program), "clamped")
    #expect(slider.set(-9, notifying: true) == RatingEvent(.committed, 0, source: .program))
    #expect(slider.set(nil, notifying: true) == RatingEvent(.committed, nil, source: .program))
    #expect(slider.set(stars: 2.5) && slider.value == 3, "halves up")
    for refused in [Double.nan, .infinity, -.infinity] {
      #expect(!slider.set(stars: refused) && slider.value == 3, "refused: nothing changes")
    }
  }

  /// The least value that a touch can give binds no program.
  @Test func setIsClamped() throws {
    for minimum in Int32(0)...5 {
      let slider = try Self.slider(Scale(minimum: minimum))
      for value in Int32(-2)...8 {
        slider.set(value)
        #expect(slider.value == min(max(value, 0), 5), "\(value), from \(minimum)")
      }
    }
  }

  /// Each event says what it came from.
  @Test func sources() throws {
    let slider = try Self.slider()
    #expect(slider.handle(TouchEvent(.began, contact: 1, at: Self.middle(slider, star: 1)))?.source == .touch)
    #expect(slider.handle(TouchEvent(.ended, contact: 1, at: Self.middle(slider, star: 1)))?.source == .touch)
    #expect(slider.handle(.right)?.source == .key)
    #expect(slider.cancelTouch() == RatingEvent(.cancelled, 2, source: .key))
    #expect(slider.set(1, notifying: true)?.source == .program)
  }

  /// A fast swipe past either end gives that end, never a stale value; leaving the band shows what was before, coming
  /// back re-arms, release out there cancels.
  @Test(arguments: Arrangement.all) func swipesAndTheBand(arrangement: Arrangement) throws {
    let slider = try Self.slider(Scale(), arrangement)
    slider.set(2)
    let center = arrangement.point(along: 110 * 256, across: 20 * 256)
    let (least, greatest) = arrangement.growsWithCoordinate ? (Int32(-30_000), Int32(30_000)) : (30_000, -30_000)
    func swipe(to along: Int32, across: Int32 = 20) -> Point<LayoutSpace> {
      arrangement.point(along: along * 256, across: across * 256)
    }
    #expect(slider.handle(TouchEvent(.began, contact: 1, at: center)) == RatingEvent(.editing, 3, source: .touch))
    #expect(
      slider.handle(TouchEvent(.moved, contact: 1, at: swipe(to: greatest))) == RatingEvent(.editing, 5, source: .touch)
    )
    #expect(
      slider.handle(TouchEvent(.moved, contact: 1, at: swipe(to: greatest, across: 400)))?.value == 2, "left the band")
    #expect(slider.handle(TouchEvent(.moved, contact: 1, at: swipe(to: 110, across: 400))) == nil)
    #expect(
      slider.handle(TouchEvent(.moved, contact: 1, at: swipe(to: 110, across: 59)))?.value == 3, "back within the slop")
    #expect(
      slider.handle(TouchEvent(.ended, contact: 1, at: swipe(to: least))) == RatingEvent(.committed, 0, source: .touch))
    _ = slider.handle(TouchEvent(.began, contact: 1, at: center))
    #expect(
      slider.handle(TouchEvent(.ended, contact: 1, at: swipe(to: greatest)))
        == RatingEvent(.committed, 5, source: .touch))
    _ = slider.handle(TouchEvent(.began, contact: 1, at: center))
    let released = slider.handle(TouchEvent(.ended, contact: 1, at: swipe(to: 110, across: -400)))
    #expect(released == RatingEvent(.cancelled, 5, source: .touch) && slider.value == 5)
  }

  @Test func clearingByTap() throws {
    let slider = try Self.slider { $0.clearsOnRepeatedTap = true }
    let third = Self.middle(slider, star: 2)
    for value in [Int32(3), nil, 3] {
      _ = slider.handle(TouchEvent(.began, contact: 1, at: third))
      #expect(
        slider.handle(TouchEvent(.ended, contact: 1, at: third)) == RatingEvent(.committed, value, source: .touch))
    }
  }

  @Test func scaleChangeIsSilent() throws {
    let quarters = SliderConfiguration(scale: try Scale(starCount: 5, step: .quarter))
    let slider = try Self.slider(quarters.scale)
    for (value, few, step, shown) in [
      (Int32(13), Int32(5), Step.half, Int32(7)), (13, 5, .whole, 3), (14, 5, .whole, 4), (13, 2, .whole, 2),
      (13, 10, .continuous, 3_250_000), (0, 3, .whole, 0),
    ] {
      try slider.configure(quarters)
      slider.set(value)
      let event = try slider.configure(SliderConfiguration(scale: Scale(starCount: few, step: step)))
      #expect(event == nil && slider.value == shown && !slider.isActive)
    }
    slider.set(nil)
    #expect(try slider.configure(quarters) == nil && slider.value == nil, "unrated stays unrated")
  }

  /// A finger that is down while the scale changes keeps the control, and its story ends in the new one.
  @Test func scaleChangeDuringTouch() throws {
    let wholes = SliderConfiguration(scale: try Scale())
    let slider = try Self.slider(Scale(starCount: 5, step: .half))
    slider.set(3)
    _ = slider.handle(TouchEvent(.began, contact: 7, at: Self.middle(slider, star: 3)))
    #expect(try slider.configure(wholes) == nil && slider.isActive && slider.value == 4)
    #expect(slider.handle(TouchEvent(.began, contact: 8, at: Self.middle(slider, star: 0))) == nil, "captured")
    let last = slider.handle(TouchEvent(.cancelled, contact: 7, at: Self.middle(slider, star: 0)))
    #expect(last == RatingEvent(.cancelled, 2, source: .touch), "1.5 before, and halves go up")

    _ = slider.handle(TouchEvent(.began, contact: 7, at: Self.middle(slider, star: 4)))
    var shown = wholes
    shown.isInteractive = false
    #expect(try slider.configure(shown) == RatingEvent(.cancelled, 2, source: .touch), "the story has an end")
    #expect(slider.value == 2 && !slider.isActive)
  }

  /// A value is read as it is set: in steps, and in stars.
  @Test func valueInStars() throws {
    let slider = try Self.slider(Scale(step: .quarter))
    #expect(slider.stars == nil)
    for (stars, read) in [(3.25, 3.25), (3.3, 3.25), (9, 5), (0, 0)] {
      slider.set(stars: stars)
      #expect(slider.stars == read)
    }
  }

  /// Each event has the slider's value in stars, whatever it came from, and the scale's step.
  @Test func eventsInStars() throws {
    for step in Arrangement.steps {
      let slider = try Self.slider(Scale(step: step))
      func expectStars(_ event: RatingEvent?, _ kind: RatingEvent.Kind, _ source: RatingEvent.Source) throws {
        let event = try #require(event)
        #expect(event.kind == kind && event.source == source && event.step == step)
        #expect(event.value == slider.value && event.stars == slider.stars)
      }
      let (second, fourth) = (Self.middle(slider, star: 1), Self.middle(slider, star: 3))
      try expectStars(slider.handle(TouchEvent(.began, contact: 1, at: second)), .editing, .touch)
      try expectStars(slider.handle(TouchEvent(.moved, contact: 1, at: fourth)), .editing, .touch)
      try expectStars(slider.handle(TouchEvent(.ended, contact: 1, at: fourth)), .committed, .touch)
      try expectStars(slider.handle(.down), .editing, .key)
      try expectStars(slider.cancelTouch(), .cancelled, .key)
      try expectStars(slider.adjust(by: -1), .committed, .key)
      try expectStars(slider.set(nil, notifying: true), .committed, .program)
      try expectStars(slider.set(step.perStar, notifying: true), .committed, .program)
      _ = slider.handle(TouchEvent(.began, contact: 1, at: fourth))
      var configuration = SliderConfiguration(scale: try Scale(step: step == .whole ? .half : .whole))
      configuration.isEnabled = false
      let event = try #require(try slider.configure(configuration))
      #expect(event.kind == .cancelled && event.stars == 1 && event.step == configuration.scale.step)
    }
  }

  /// What VoiceOver does: it reads the value, adjusts it in either direction, and reads it again. Positive is more in every direction of the
  /// row.
  @Test(arguments: Arrangement.all) func screenReader(arrangement: Arrangement) throws {
    let slider = try Self.slider(Scale(step: .half, minimum: 1), arrangement)
    #expect(slider.accessibilityValue.text == "not rated")
    for (increments, text) in [(1, "0.5 of 5"), (1, "1 of 5"), (7, "4.5 of 5"), (3, "5 of 5"), (-1, "4.5 of 5")] {
      let event = try #require(slider.adjust(by: Int32(increments)))
      #expect(event == RatingEvent(.committed, slider.value, step: .half, source: .key))
      #expect(slider.accessibilityValue.text == text && event.stars == slider.accessibilityValue.stars)
    }
    #expect(slider.adjust(by: -100)?.stars == 0.5 && slider.adjust(by: -1) == nil, "the minimum")
    #expect(slider.adjust(by: .max)?.stars == 5 && slider.adjust(by: 1) == nil && slider.adjust(by: 0) == nil)
    _ = slider.handle(TouchEvent(.began, contact: 1, at: Self.middle(slider, star: 1)))
    #expect(slider.accessibilityValue.text == "2 of 5" || slider.accessibilityValue.text == "1.5 of 5")
    #expect(slider.adjust(by: 1) == nil, "a finger is down")
  }

  /// Two sliders side by side: a tap in the gap between them, or on one of them, is nothing for the other.
  @Test(arguments: Arrangement.all) func neighborsKeepTheirTouches(arrangement: Arrangement) throws {
    let size = arrangement.rect(along: (0, 820), across: (0, 100)).size
    let screen = ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none)
    var configuration = SliderConfiguration(scale: try Scale())
    arrangement.apply(to: &configuration)
    let sliders = try [(Int32(0), Int32(400)), (420, 820)].map {
      try StarSlider(
        configuration, bounds: arrangement.rect(along: $0, across: (0, 100)), on: screen, format: .rgb565)
    }
    for along in Int32(0)..<820 {
      let tap = arrangement.point(along: along * 256 + 128, across: 50 * 256)
      for (slider, bounds) in zip(sliders, [0..<400, 420..<820]) {
        let rated = slider.handle(TouchEvent(.began, contact: 1, at: tap)) != nil
        if rated != bounds.contains(Int(along)) { Issue.record("\(along) on the slider at \(bounds)") }
        slider.cancelTouch()
      }
    }
  }

  /// What is configured can be changed in place, also while a finger is down. The picture is that of a new slider.
  @Test func changesInPlace() throws {
    let slider = try Self.slider(Scale(step: .half))
    let screen = GuardedScreen(size: Size(width: 220, height: 40), format: .rgb565, pitch: 440)
    func expectPicture() throws {
      let damage = slider.paint(into: screen.surface, age: 1)
      let other = GuardedScreen(size: Size(width: 220, height: 40), format: .rgb565, pitch: 440)
      let new = try StarSlider(slider.configuration, bounds: slider.bounds, on: slider.transform, format: .rgb565)
      new.set(slider.value)
      _ = new.paint(into: other.surface, age: 0)
      for y in slider.bounds.minY..<slider.bounds.maxY {
        for x in slider.bounds.minX..<slider.bounds.maxX
        where screen.surface.pixel(x: x, y: y) != other.surface.pixel(x: x, y: y) {
          Issue.record("\(x), \(y) differs, damage \(damage.bounds)")
          return
        }
      }
    }
    slider.set(5)
    try expectPicture()
    var configuration = slider.configuration
    let quarters = try Scale(starCount: 3, step: .quarter)
    let changes: [(inout SliderConfiguration) -> Void] = [
      { $0.face = Face(shape: .heart) }, { $0.isEnabled = false }, { $0.isEnabled = true },
      { $0.scale = quarters }, { $0.layoutDirection = .rightToLeft },
      { $0.spacing = 20 },
    ]
    for change in changes {
      change(&configuration)
      try slider.configure(configuration)
      #expect(slider.needsPaint)
      try expectPicture()
    }
    #expect(slider.stars == 2.5)
    try slider.configure(configuration, bounds: Rect(minX: 20, minY: 3, maxX: 120, maxY: 33))
    try expectPicture()
    configuration.isInteractive = false
    try slider.configure(configuration)
    #expect(!slider.needsPaint, "a read-only control looks the same")
    #expect(slider.handle(TouchEvent(.began, contact: 1, at: Self.middle(slider, star: 0))) == nil)
    let before = slider.configuration
    configuration.scale = try Scale(starCount: 101)
    #expect(throws: SliderError.noRoom) { try slider.configure(configuration) }
    #expect(throws: SliderError.outsideScreen) {
      try slider.configure(before, bounds: Rect(minX: 0, minY: 0, maxX: 221, maxY: 40))
    }
    #expect(slider.configuration == before && slider.stars == 2.5 && !slider.needsPaint, "unchanged by an error")
  }
}
