import StarSlider
import TestSupport
import Testing

/// Rounding of fixed-point numbers, negative ones above all.
@Suite struct FixedTests {
  @Test func wholePixels() {
    #expect(Fixed(3).raw == 768)
    #expect(Fixed(-3).raw == -768)
    #expect(Fixed(8_388_607).floor == 8_388_607)
    #expect(Fixed(-8_388_608).floor == -8_388_608)
    #expect(Fixed.zero.raw == 0 && Fixed.half.raw == 128 && Fixed.one.raw == 256)
  }

  @Test func valuesBeyondTheRangeTrap() async {
    await #expect(processExitsWith: .failure) { _ = Fixed(8_388_608 as Int32) }
    await #expect(processExitsWith: .failure) { _ = Fixed(-8_388_609 as Int32) }
    await #expect(processExitsWith: .failure) { _ = Fixed(8_388_607) + .one }
    await #expect(processExitsWith: .failure) { _ = Fixed(-8_388_608) - Fixed(raw: 1) }
    await #expect(processExitsWith: .failure) { _ = Fixed(4_194_304) * 2 }
    await #expect(processExitsWith: .failure) { _ = -Fixed(-8_388_608) }
    await #expect(processExitsWith: .failure) { _ = Fixed(8_388_607).scaled(by: 3, over: 2) }
    await #expect(processExitsWith: .failure) {
      _ = Rect<LayoutSpace>(minX: 8_388_607, minY: 0, maxX: 8_388_610, maxY: 1).center
    }
  }

  /// Every fraction of a few pixels, against floating point, which is exact here.
  @Test func roundingOfEveryFraction() {
    for raw in Int32(-2000)...2000 {
      let (fixed, value) = (Fixed(raw: raw), Double(raw) / 256)
      #expect(fixed.floor == Int32(value.rounded(.down)))
      #expect(fixed.ceil == Int32(value.rounded(.up)))
      #expect(fixed.rounded == Int32((value + 0.5).rounded(.down)), "halves go up")
      #expect(fixed.fraction == raw - fixed.floor * 256)
      #expect((0...255).contains(fixed.fraction))
    }
  }

  @Test func ratios() {
    for denominator in Int32(1)...40 {
      for numerator in Int32(-200)...200 {
        let expected = Int32((Double(numerator) * 256 / Double(denominator)).rounded(.toNearestOrAwayFromZero))
        if Fixed(numerator, over: denominator).raw != expected { Issue.record("\(numerator)/\(denominator)") }
        let scaled = Fixed(raw: 77).scaled(by: numerator, over: denominator).raw
        let expectedScaled = Int32((Double(numerator) * 77 / Double(denominator)).rounded(.toNearestOrAwayFromZero))
        if scaled != expectedScaled { Issue.record("77 * \(numerator)/\(denominator)") }
      }
    }
  }

  @Test func arithmetic() {
    #expect(Fixed(raw: 5) + Fixed(raw: 7) == Fixed(raw: 12))
    #expect(Fixed(raw: 5) - Fixed(raw: 7) == Fixed(raw: -2))
    #expect(-Fixed(raw: 5) == Fixed(raw: -5))
    #expect(Fixed(raw: 5) * 3 == Fixed(raw: 15))
    #expect(Fixed(raw: 5) / 2 == Fixed(raw: 2))
    #expect(Fixed(raw: -5) / 2 == Fixed(raw: -3), "division rounds down")
    #expect(Fixed(raw: -1) < .zero && Fixed(raw: 1) > .zero)
  }

  @Test func divisions() {
    for denominator in Int64(1)...17 {
      for numerator in Int64(-100)...100 {
        let quotient = Double(numerator) / Double(denominator)
        #expect(divideFlooring(numerator, by: denominator) == Int64(quotient.rounded(.down)))
        #expect(divideRounding(numerator, by: denominator) == Int64(quotient.rounded(.toNearestOrAwayFromZero)))
      }
    }
    #expect(divideFlooring(Int32.min, by: 1) == Int32.min)
    #expect(divideFlooring(Int32.min, by: 3) == -715_827_883)
  }

  @Test func squareRootsOfSmallNumbers() {
    var root: Int64 = 0
    for n in Int64(0)...200_000 {
      if (root + 1) * (root + 1) <= n { root += 1 }
      if integerSquareRoot(n) != root { Issue.record("the root of \(n)") }
    }
  }

  @Test func squareRootsAtEdges() {
    #expect(integerSquareRoot(.max) == 3_037_000_499)
    #expect(integerSquareRoot(1 << 62) == 1 << 31)
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let root = Int64(random.next() % 3_037_000_499) + 1
      let square = root * root
      if integerSquareRoot(square) != root || integerSquareRoot(square - 1) != root - 1 {
        Issue.record("around the square of \(root)")
      }
    }
  }
}
