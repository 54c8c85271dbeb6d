import StarSlider
import TestSupport

/// Any contours are swept once for each pixel, with the same coverage whichever way the mask takes.
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
  let plain = CoverageGrid(path, rule: rule, width: width, height: max(height, 65))
  let asked = CoverageGrid(path, rule: rule, width: width, height: height)
  require(asked.coverage.elementsEqual(plain.coverage.prefix(asked.coverage.count)), "a small mask differs")
  if stroke > .zero && path.points.count < 24 {
    _ = CoverageGrid(path.stroked(width: stroke), width: width, height: height)
  }
  fuzzShape(path)
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
