import Display
import TestSupport

@testable import StarSlider

/// For any gestures, keys and sets, edits end, values stay on the scale, and a partial repaint leaves the pixels of a whole one.
func fuzzSlider(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let step = input.element(of: try! [Step.whole, .half, .quarter, .continuous, Step(perStar: 3)])
  let count = input.number(in: 1...10)
  guard let scale = try? Scale(starCount: count, step: step, minimum: input.number(in: 0...3)) else { return }
  var configuration = SliderConfiguration(
    scale: scale, spacing: input.number(in: 0...9), margin: input.number(in: 0...9))
  configuration.isVertical = input.flag()
  configuration.layoutDirection = input.flag() ? .rightToLeft : .leftToRight
  configuration.clearsOnRepeatedTap = input.flag()
  configuration.zeroZone = input.element(of: [.half, .zero, Fixed(2)])
  configuration.face = input.element(of: [Face(), Face(shape: .heart, lineWidth: Fixed(1)), Face(shape: .circle)])
  let size = Size<PhysicalSpace>(width: input.number(in: 1...90), height: input.number(in: 1...90))
  let transform = ScreenTransform(
    physical: size, rotation: input.element(of: [Rotation.none, .quarter, .half, .threeQuarters]))
  let format = input.element(of: [PixelFormat.xrgb8888, .rgb565])
  let bounds = Rect<LayoutSpace>(transform.layout)
  guard let slider = try? StarSlider(configuration, bounds: bounds, on: transform, format: format),
    let twin = try? StarSlider(configuration, bounds: bounds, on: transform, format: format),
    let display = MemoryDisplay(size: size, format: format), let whole = MemoryDisplay(size: size, format: format)
  else { return }
  var book = ReferenceRating()
  while !input.isAtEnd {
    let shown = slider.value
    var event: RatingEvent?
    switch input.byte() % 16 {
    case 0:
      slider.set(input.flag() ? nil : input.int32())
      book.setByProgram(slider.value)
    case 1:
      if slider.set(stars: Double(bitPattern: UInt64(bitPattern: input.int64()))) { book.setByProgram(slider.value) }
    case 2: event = slider.cancelTouch()
    case 3, 4: event = slider.handle(input.element(of: Key.allCases))
    case 5: event = slider.adjust(by: input.int32())
    default:
      let phase = input.element(of: [TouchPhase.began, .moved, .moved, .ended, .cancelled])
      let contact = input.element(of: [1, 1, 1, 2, .min, .max] as [Int32])
      let isFar = input.byte() % 8 == 0
      let point = Point<LayoutSpace>(
        x: Fixed(raw: isFar ? input.int32() : Int32(input.int16())),
        y: Fixed(raw: isFar ? input.int32() : Int32(input.int16())))
      event = slider.handle(TouchEvent(phase, contact: contact, at: point))
    }
    if let event { book.handle(event, shownBefore: shown) }
    book.check(slider.gesture, on: slider.layout.scale)
    require(book.fault == nil, book.fault ?? "")
    if input.byte() % 4 != 0 { continue }
    twin.set(slider.value)
    guard let frame = try? display.nextFrame(), let full = try? whole.nextFrame() else { fatalError("no frame") }
    let damage = slider.paint(into: frame.surface, age: frame.age)
    _ = twin.paint(into: full.surface, age: 0)
    try? display.present(damage)
    try? whole.present(Region(Rect(size)))
    for y in 0..<size.height {
      for x in 0..<size.width where frame.surface.pixel(x: x, y: y) != full.surface.pixel(x: x, y: y) {
        fatalError("pixel \(x), \(y) is not as in a whole repaint")
      }
    }
  }
}
