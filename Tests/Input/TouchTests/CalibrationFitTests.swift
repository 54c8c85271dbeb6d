import StarSlider
import TestSupport
import Testing

@testable import Touch

@Suite struct CalibrationFitTests {
  let screen = Size<PhysicalSpace>(width: 800, height: 480)
  let axes = (x: AxisInfo(minimum: 0, maximum: 4095), y: AxisInfo(minimum: 0, maximum: 4095))

  func sample(_ x: Int32, _ y: Int32, at target: (Int32, Int32)) -> CalibrationSample {
    CalibrationSample(
      raw: Point(x: Fixed(x), y: Fixed(y)), axes: axes,
      target: Point(x: Fixed(target.0), y: Fixed(target.1)), screen: screen)
  }

  func refusal(_ samples: [CalibrationSample]) -> CalibrationFit.Refusal? {
    do throws(CalibrationFit.Refusal) {
      _ = try CalibrationFit(samples, screen: screen)
      return nil
    } catch { return error }
  }

  /// The fit restores the coefficients, to a unit or two of the panel.
  @Test func exactTouchesGiveTheirCalibration() throws {
    for glass in Glass.all where glass.rangeX.1 == 4095 && !glass.swapsAxes && !glass.invertsX && !glass.invertsY {
      guard case .done(let fit) = glass.calibrate(5, .none) else {
        Issue.record("\(glass)")
        continue
      }
      let wanted = try Calibration(parsing: glass.text)
      for (a, b) in zip(
        [
          fit.calibration.a, fit.calibration.b, fit.calibration.c, fit.calibration.d, fit.calibration.e,
          fit.calibration.f,
        ],
        [wanted.a, wanted.b, wanted.c, wanted.d, wanted.e, wanted.f])
      {
        // The panel rounds to its own units, which are 16 of these, and a skew doubles that.
        #expect(abs(a - b) <= 64, "\(glass): \(fit.calibration.text)")
      }
    }
  }

  /// Least squares: a touch that is 6 px off moves the fit by less than that, and shows in the residual.
  @Test func residual() throws {
    let samples = [
      sample(512, 512, at: (100, 60)), sample(3584, 512, at: (700, 60)), sample(3584, 3584, at: (700, 420)),
      sample(512, 3584, at: (100, 420)),
    ]
    let exact = try CalibrationFit(samples + [sample(2048, 2048, at: (400, 240))], screen: screen)
    #expect(exact.residual <= .one)
    let near = try CalibrationFit(samples + [sample(2048 + 31, 2048, at: (400, 240))], screen: screen)
    #expect((Fixed(4)...Fixed(6)).contains(near.residual), "\(near.residual)")
    guard case .residual(let pixels) = refusal(samples + [sample(2048 + 150, 2048, at: (400, 240))]) else {
      Issue.record("a touch 29 px off was taken")
      return
    }
    #expect((16...29).contains(pixels))
    #expect(CalibrationFit.residualLimit(screen) == Fixed(15))
    #expect(CalibrationFit.residualLimit(Size(width: 100, height: 64)) == Fixed(8))
  }

  @Test func refused() {
    #expect(refusal([]) == .degenerate)
    #expect(refusal([sample(0, 0, at: (0, 0)), sample(4000, 4000, at: (799, 479))]) == .degenerate)
    let line = [
      sample(512, 512, at: (100, 60)), sample(2048, 2048, at: (700, 240)), sample(3584, 3584, at: (400, 420)),
    ]
    #expect(refusal(line) == .degenerate)
    #expect(refusal([line[0], line[0], line[0]]) == .degenerate)
    // Near a line: one coordinate determines about 15/16 of the other.
    for (aside, place, wanted) in [(Int32(610), Int32(311), CalibrationFit.Refusal.degenerate), (800, 334, nil)] {
      #expect(
        refusal([line[0], sample(2048, 2048 + aside, at: (400, place)), sample(3584, 3584, at: (700, 420))]) == wanted)
    }
    // More than the sums have room for.
    let many = (0..<17).map { i in sample(i % 5 * 800, i / 5 * 1000, at: (i % 5 * 156, i / 5 * 117)) }
    #expect(refusal(Array(many.dropLast())) == nil && refusal(many) == .degenerate)
    // The whole range on a quarter of the screen's width, and on eight times its height.
    #expect(
      refusal([sample(0, 0, at: (100, 60)), sample(4095, 0, at: (300, 60)), sample(0, 4095, at: (100, 420))]) == .scale)
    #expect(
      refusal([sample(0, 0, at: (100, 60)), sample(4095, 0, at: (700, 60)), sample(0, 410, at: (100, 440))]) == .scale)
    // A place for the whole screen, and hardly more: the coefficients are out of reach.
    #expect(
      refusal([sample(0, 0, at: (100, 60)), sample(2, 0, at: (700, 60)), sample(0, 2, at: (100, 440))]) == .degenerate)
    #expect(refusal([sample(0, 0, at: (0, 0)), sample(12, 0, at: (799, 0)), sample(0, 12, at: (0, 479))]) == .scale)
    // 45 degrees.
    #expect(
      refusal([sample(0, 0, at: (400, 0)), sample(4095, 0, at: (640, 240)), sample(0, 4095, at: (160, 240))]) == .slant)
    for reason in [CalibrationFit.Refusal.degenerate, .residual(7), .scale, .slant] { #expect(!reason.reason.isEmpty) }
  }

  private let square = Size<PhysicalSpace>(width: 1024, height: 1024)

  /// A sample on a square screen, its target in 1/256 px.
  private func squared(_ x: Int32, _ y: Int32, at target: (Int32, Int32)) -> CalibrationSample {
    CalibrationSample(
      raw: Point(x: Fixed(x), y: Fixed(y)), axes: axes,
      target: Point(x: Fixed(raw: target.0), y: Fixed(raw: target.1)), screen: square)
  }

  /// The middle of five touches moves by 1/64 px at a time, and is accepted up to the limit.
  @Test func residualLimitIsAccepted() {
    /// Where a touch belongs on a panel that is the screen.
    func place(_ raw: Int32) -> Int32 { 64 * raw + 32 }
    let corners: [(Int32, Int32)] = [(1000, 1000), (3096, 1000), (3096, 3096), (1000, 3096)]
    let samples = corners.map { squared($0, $1, at: (place($0), place($1))) }
    for along in [(Int32(1), Int32(0)), (0, -1)] {
      var (worst, isOver) = (Fixed.zero, false)
      for astray in Int32(2_500)..<2_620 {
        let target = (place(2048) + 4 * astray * along.0, place(2048) + 4 * astray * along.1)
        do throws(CalibrationFit.Refusal) {
          let fit = try CalibrationFit(samples + [squared(2048, 2048, at: target)], screen: square)
          #expect(!isOver)
          worst = max(worst, fit.residual)
        } catch { isOver = true }
      }
      #expect(worst == CalibrationFit.residualLimit(square) && isOver)
    }
  }

  /// Half the side and four times the side are accepted, and 1/4 px beyond is not, along either axis.
  @Test(arguments: [(2048, 256, -1), (1024, 1024, 1)] as [(Int32, Int32, Int32)])
  func scaleLimitsAreAccepted(units: Int32, pixels: Int32, beyond: Int32) {
    func refusal(_ x: Int32, _ y: Int32) -> CalibrationFit.Refusal? {
      let samples = [
        squared(1000, 1000, at: (0, 0)), squared(1000 + units, 1000, at: (x, 0)),
        squared(1000, 1000 + units, at: (0, y)),
      ]
      do throws(CalibrationFit.Refusal) {
        _ = try CalibrationFit(samples, screen: square)
        return nil
      } catch { return error }
    }
    let limit = pixels * 256
    #expect(refusal(limit, limit) == nil)
    #expect(refusal(limit + beyond * 64, limit) == .scale)
    #expect(refusal(limit, limit + beyond * 64) == .scale)
  }

  /// Axes may run aslant by 1 in 4.
  @Test(arguments: [(249, nil), (260, .slant)] as [(Int32, CalibrationFit.Refusal?)])
  func slantLimit(_ thousandths: Int32, _ wanted: CalibrationFit.Refusal?) {
    let (along, aside) = (Int32(512 * 256), 512 * 256 * thousandths / 1000)
    let samples = [
      squared(1000, 1000, at: (aside, 0)), squared(3048, 1000, at: (aside + along, aside)),
      squared(1000, 3048, at: (0, along)),
    ]
    var told: CalibrationFit.Refusal?
    do throws(CalibrationFit.Refusal) { _ = try CalibrationFit(samples, screen: square) } catch { told = error }
    #expect(told == wanted)
  }

  /// Random touches give a calibration or a refusal, never a trap.
  @Test func arbitraryTouchesDoNotTrap() {
    var random = SplitMix64(seed: 20_261_121)
    var taken = 0
    for _ in 0..<200_000 {
      var samples: [CalibrationSample] = []
      for _ in 0..<(3 + Int(random.next() % 14)) {
        samples.append(
          sample(
            Int32(random.next() % 4096), Int32(random.next() % 4096),
            at: (Int32(random.next() % 800), Int32(random.next() % 480))))
      }
      if refusal(samples) == nil { taken += 1 }
    }
    #expect(taken < 20_000)
  }
}

@Suite struct CalibrationTextTests {
  @Test func textRoundTrips() throws {
    for glass in Glass.all {
      let calibration = try Calibration(parsing: glass.text)
      #expect(try Calibration(parsing: calibration.text) == calibration)
    }
    for raw in [Int32](-300...300) + [65535, 65537, Calibration.limit, -Calibration.limit] {
      let calibration = try #require(Calibration(a: 1 << 16, b: raw, c: raw, d: 0, e: 1 << 16, f: -raw))
      #expect(try Calibration(parsing: calibration.text) == calibration, "\(raw)")
    }
    #expect(Calibration.identity.text == "1.000000 0.000000 0.000000 0.000000 1.000000 0.000000")
  }

  @Test func exponents() throws {
    #expect(try Calibration(parsing: "1e0 -2.5E-1 1.52587890625e-05 5e-1 2000e-3 0e9").a == 65536)
    let c = try Calibration(parsing: "1e0 -2.5E-1 1.52587890625e-05 5e-1 2000e-3 0e9")
    #expect([c.b, c.c, c.d, c.e, c.f] == [-16384, 1, 32768, 131_072, 0])
    #expect(try Calibration(parsing: "1 1e-400 1e-10 0.00000000000000000001 1 0e400") == .identity)
    for text in ["1e", "1e+", "e5", "1e4", "1e1.5", "1e99999999999999999999", "1ee1"] {
      #expect(throws: CalibrationError.self, "\(text)") { try Calibration(parsing: text + " 0 0 0 1 0") }
    }
  }

  @Test func swapped() throws {
    #expect(try Calibration(parsing: "1 2 3 4 5 6").afterSwap == Calibration(parsing: "2 1 3 5 4 6"))
  }
}
