import Foundation
import LinuxDisplay
import LinuxTouch
import StarSlider
import Testing

// example begins
func show(_ event: RatingEvent, _ slider: StarSlider) {
  if event.kind == .committed, event.source != .program {
    print(event.stars ?? 0, "stars, in words:", slider.accessibilityValue.text)  // 3.5 stars, in words: 3.5 of 5
  }
}
// example ends

// example begins
final class RatingElement<Control: AccessibleControl> {
  let control: Control
  let save: (RatingEvent) -> Void
  init(_ control: Control, save: @escaping (RatingEvent) -> Void) { (self.control, self.save) = (control, save) }

  var accessibilityLabel: String? { control.accessibilityName }  // "Rating", unless you set it
  var accessibilityValue: String? { control.accessibilityValue.text }  // "3.5 of 5", "not rated"
  func accessibilityIncrement() { perform(.increment) }
  func accessibilityDecrement() { perform(.decrement) }
  private func perform(_ action: AccessibilityAction) { if let event = control.perform(action) { save(event) } }
}
// example ends

/// The control and the products `LinuxDisplay` and `LinuxTouch`, as docs/swift.md shows them.
@Suite struct SwiftPageTests {
  /// The page's example. It takes over the screen and waits for a visitor, so it is compiled and not called.
  static func example() throws {
    // example begins
    let display = try openDisplay()  // or by name: "kms:/dev/dri/card1", "fb:/dev/fb0"
    let screen = ScreenTransform(physical: display.size, rotation: display.panelRotation)
    let touch = display.hasInput ? nil : try TouchPanel(on: screen)  // a window brings its own mouse and fingers
    let scale = try Scale(starCount: 5, step: .half)
    let slider = try StarSlider(
      SliderConfiguration(scale: scale), bounds: Rect(screen.layout), on: screen, format: display.format)

    var rating: RatingEvent?
    while rating?.kind != .committed {
      if let frame = try display.nextFrame() {
        try display.present(slider.paint(into: frame.surface, age: frame.age))
      }
      try display.wait(for: touch?.descriptor ?? -1)
      try touch?.poll { rating = slider.handle($0) ?? rating }
      display.takeTouches { rating = slider.handle(screen.toLayout($0)) ?? rating }
    }
    display.close()
    print(rating?.stars ?? 0, "stars")
    // example ends
  }

  /// Returns the lines of each part of a text that begins and ends so.
  private static func parts(_ text: String, from start: String, to end: String) throws -> [[String]] {
    try text.components(separatedBy: start).dropFirst().map { part in
      try part[..<#require(part.range(of: end)).lowerBound].split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }
  }

  @Test func screenReadersAdjust() throws {
    let screen = ScreenTransform(physical: Size(width: 200, height: 40), rotation: .none)
    let slider = try StarSlider(
      SliderConfiguration(scale: Scale(starCount: 5, step: .half)), bounds: Rect(screen.layout), on: screen,
      format: .rgb565)
    var saved: [Double?] = []
    let element = RatingElement(slider) { event in
      saved.append(event.stars)
      show(event, slider)
    }
    #expect(element.accessibilityLabel == "Rating" && element.accessibilityValue == "not rated")
    slider.set(stars: 3)
    element.accessibilityIncrement()
    #expect(element.accessibilityValue == "3.5 of 5")
    element.accessibilityDecrement()
    #expect(element.accessibilityValue == "3 of 5" && saved == [3.5, 3])
  }

  @Test func theExamplesAreWordForWord() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = try String(contentsOf: root.appendingPathComponent("docs/swift.md"), encoding: .utf8)
    let test = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    // Tests/Samples builds the page's package.
    let shown = try Self.parts(page, from: "```swift\n", to: "```").filter { $0.first != "// swift-tools-version: 6.3" }
    #expect(try shown == Self.parts(test, from: "// example begins\n", to: "// example ends"))
    #expect(shown.count == 3)
  }

  @Test func framesAreDrawnAndPresented() throws {
    let display = try openDisplay(named: "memory:240x60:RGB565")
    #expect(display.size == Size(width: 240, height: 60) && display.format == .rgb565 && display.hasControl)
    let screen = ScreenTransform(physical: display.size, rotation: .half)
    let scale = try Scale(starCount: 5, step: .half)
    let slider = try StarSlider(
      SliderConfiguration(scale: scale), bounds: Rect(screen.layout), on: screen, format: display.format)
    for age in 0...1 {
      let frame = try #require(try display.nextFrame())
      #expect(frame.age == age)
      try display.present(slider.paint(into: frame.surface, age: frame.age))
    }
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    try #require(write(ends[1], "x", 1) == 1)
    // Returns, because the pipe is readable.
    try display.wait(for: ends[0])
    display.close()
  }

  @Test func wrongNamesAreErrors() {
    let display = #expect(throws: DisplayError.self) { try openDisplay(named: "monitor") }
    #expect(
      display?.message
        == "cannot open the display monitor: not the name of a display; "
        + "use auto, kms[:PATH], fb[:PATH], window[:WxH] or memory[:WxH[:FORMAT]]")
    let screen = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
    let touch = #expect(throws: TouchError.self) { try TouchPanel("/dev/null", on: screen) }
    #expect(touch?.kind == .notInput)
  }
}
