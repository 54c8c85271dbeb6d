import StarSlider
import Testing
import Touch

/// For every rotation of the screen and every mounting of the panel, a touch on a star's center rates that star.
@Suite struct EveryStarTests {
  /// A slider of five stars on a rotated screen, for all panels.
  static func slider(_ screen: ScreenTransform) throws -> StarSlider {
    return try StarSlider(
      SliderConfiguration(scale: try Scale()), bounds: SliderConfiguration.bounds(onScreen: screen.layout),
      on: screen, format: .rgb565)
  }

  /// Returns the values that the stars' centers rate, through a correction.
  func rated(_ glass: Glass, _ correction: TouchCorrection, _ slider: StarSlider, _ screen: ScreenTransform) throws
    -> [Int32?]
  {
    let touch = try #require(correction.transform(glass.axes, on: glass.screen))
    return (0..<slider.layout.scale.starCount).map { star in
      let square = slider.layout.star(star)
      let center = Point<LayoutSpace>(
        x: Fixed(square.minX) + Fixed(square.width) / 2, y: Fixed(square.minY) + Fixed(square.height) / 2)
      let reported = glass.raw(screen.toPhysical(center))
      let event = slider.handle(TouchEvent(.began, contact: 1, at: screen.toLayout(touch.toPhysical(reported))))
      _ = slider.cancelTouch()
      return event?.value
    }
  }

  static func correction(
    settings: Calibration? = nil, measured: Calibration? = nil, udev: Calibration? = nil, profile: Calibration? = nil,
    quirks: AxisQuirks = AxisQuirks()
  ) -> TouchCorrection {
    TouchCorrection(settings: settings, measured: measured, udev: udev, profile: profile, quirks: quirks)
  }

  @Test(arguments: Rotation.allCases) func correctedByProfile(_ rotation: Rotation) throws {
    for glass in Glass.all {
      let screen = ScreenTransform(physical: glass.screen, rotation: rotation)
      let slider = try Self.slider(screen)
      let correction = Self.correction(profile: try Calibration(parsing: glass.text), quirks: glass.quirks)
      #expect(try rated(glass, correction, slider, screen) == [1, 2, 3, 4, 5], "\(glass)")
    }
  }

  @Test(arguments: Rotation.allCases, [Int32(3), 5]) func correctedByMeasurement(_ rotation: Rotation, _ targets: Int32)
    throws
  {
    for glass in Glass.all {
      guard case .done(let fit) = glass.calibrate(targets, rotation) else {
        Issue.record("no calibration of \(glass): \(String(describing: glass.calibrate(targets, rotation)))")
        continue
      }
      // The coarsest panel here has a unit for every two pixels.
      #expect(fit.residual <= Fixed(2), "\(glass): \(fit.residual)")
      let screen = ScreenTransform(physical: glass.screen, rotation: rotation)
      let slider = try Self.slider(screen)
      // The measurement does not contain the profile's axes.
      let correction = Self.correction(measured: fit.calibration, profile: .identity, quirks: glass.quirks)
      #expect(try rated(glass, correction, slider, screen) == [1, 2, 3, 4, 5], "\(glass)")
    }
  }

  /// A calibration is a property of the panel: measured under one rotation, it holds under the others.
  @Test func calibrationHoldsUnderEveryRotation() throws {
    for glass in Glass.all {
      guard case .done(let fit) = glass.calibrate(5, .none) else {
        Issue.record("no calibration of \(glass)")
        continue
      }
      for rotation in Rotation.allCases {
        let screen = ScreenTransform(physical: glass.screen, rotation: rotation)
        let slider = try Self.slider(screen)
        #expect(try rated(glass, Self.correction(measured: fit.calibration), slider, screen) == [1, 2, 3, 4, 5])
      }
    }
  }

  /// Proves that the tests above can fail.
  @Test func uncorrectedPanelsRateOtherStars() throws {
    let screen = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
    let slider = try Self.slider(screen)
    var wrong = 0
    for glass in Glass.all where try rated(glass, Self.correction(), slider, screen) != [1, 2, 3, 4, 5] { wrong += 1 }
    #expect(wrong > Glass.all.count / 2)
  }
}

/// The precedence of corrections.
@Suite struct TouchCorrectionTests {
  @Test func precedence() throws {
    let matrices = try (1...4).map { try Calibration(parsing: "1 0 0.0\($0) 0 1 0") }
    var quirks = AxisQuirks()
    quirks.invertsX = true
    for bits in 0..<16 {
      let given = (0..<4).map { bits & 1 << $0 != 0 ? matrices[$0] : nil }
      let correction = TouchCorrection(
        settings: given[0], measured: given[1], udev: given[2], profile: given[3], quirks: quirks)
      let first = given.firstIndex { $0 != nil } ?? 4
      #expect(correction.source == [.settings, .measured, .udev, .profile, .none][first])
      #expect(correction.calibration == (first == 4 ? .identity : matrices[first]))
      #expect(correction.quirks == (first == 1 || first == 2 ? AxisQuirks() : quirks))
    }
  }

  @Test func ranges() throws {
    var quirks = AxisQuirks()
    quirks.rangeX = AxisQuirks.AxisRange(0, 799)
    quirks.invertsX = true
    let correction = EveryStarTests.correction(quirks: quirks)
    let axes = (x: AxisInfo(minimum: 0, maximum: 800), y: AxisInfo(minimum: 0, maximum: 480))
    let transform = try #require(correction.transform(axes, on: Size(width: 800, height: 480)))
    #expect(transform.axisX.minimum == 799 && transform.axisX.maximum == 0 && transform.axisY.maximum == 480)
    #expect(AxisQuirks.AxisRange(5, 5) == nil)
  }
}
