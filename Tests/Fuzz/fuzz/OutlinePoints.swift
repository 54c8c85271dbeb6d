@testable import StarSlider

/// Any contours have the same coverage whichever way the mask takes, and leave it clean.
func fuzzOutline(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let (width, height) = (input.number(in: 1...70), input.number(in: 1...70))
  let rule = input.element(of: [FillRule.nonZero, .evenOdd])
  let stroke = Fixed(raw: input.number(in: 0...1024))
  var path = Path()
  while !input.isAtEnd && path.points.count < 64 {
    let isFar = input.byte() % 8 == 0
    path.addContour(
      (0..<Int(input.byte() % 16)).map { _ in
        isFar
          ? Point(x: Fixed(raw: input.int32()), y: Fixed(raw: input.int32()))
          : Point(x: Fixed(raw: input.number(in: -2560...20_480)), y: Fixed(raw: input.number(in: -2560...20_480)))
      })
  }
  fuzzSweep(path, rule, width, height)
  if stroke > .zero && path.points.count < 24 { fuzzSweep(path.stroked(width: stroke), .nonZero, width, height) }
  fuzzShape(path)
}

/// Sweeps a path in a mask of any height, and in a higher one.
private func fuzzSweep(_ path: Path, _ rule: FillRule, _ width: Int32, _ height: Int32) {
  let outline = Outline(path, rule: rule)
  let high = outline.coverage(width: width, height: max(height, 65))
  let buffer = AccumulationBuffer(width: width, height: height)
  let coverage = buffer.coverage(of: outline)
  require(coverage.elementsEqual(high.prefix(coverage.count)), "a small mask differs")
  require(buffer.coverage(of: Outline(Path())).allSatisfy { $0 == 0 }, "the mask is not clean")
}

/// The same points as a shape of the configuration.
private func fuzzShape(_ path: Path) {
  let contours = (0..<path.contourCount).map { contour in
    path.range(ofContour: contour).map { i in
      Shape.UnitPoint(x: path.points[i].x.raw &* 4, y: path.points[i].y.raw &* 4)
    }
  }
  _ = Shape(contours: contours)
}
