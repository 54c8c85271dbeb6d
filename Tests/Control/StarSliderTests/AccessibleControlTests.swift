import Testing

@testable import StarSlider

/// What the bridge to a screen reader asks of the control, through the protocol alone.
@Suite struct AccessibleControlTests {
  private static func slider(
    _ scale: Scale, _ change: (inout SliderConfiguration) -> Void = { _ in }
  ) throws -> StarSlider {
    var configuration = SliderConfiguration(scale: scale)
    change(&configuration)
    let screen = ScreenTransform(physical: Size(width: 220, height: 40), rotation: .none)
    return try StarSlider(configuration, bounds: Rect(screen.layout), on: screen, format: .rgb565)
  }

  /// What a bridge reads before it speaks.
  private struct Description: Equatable {
    var name: String
    var role: AccessibilityRole
    var value: Int32?
    var text: String
    var range: ClosedRange<Int32>
    var increment: Int32

    init<Control: AccessibleControl>(_ control: Control) {
      (name, role, range) = (control.accessibilityName, control.accessibilityRole, control.accessibilityRange)
      (value, text) = (control.accessibilityValue.steps, control.accessibilityValue.text)
      increment = control.accessibilityIncrement
    }
  }

  private static func perform<Control: AccessibleControl>(
    _ action: AccessibilityAction, on control: Control
  ) -> RatingEvent? {
    let (before, can) = (control.accessibilityValue, control.canPerform(action))
    let event = control.perform(action)
    #expect(can == (event != nil) && (control.accessibilityValue == before) == (event == nil), "\(action)")
    return event
  }

  @Test func nameRoleAndRange() throws {
    let slider = try Self.slider(Scale(step: .half, minimum: 1))
    var expected = Description(slider)
    #expect(expected.name == "Rating" && expected.role == .slider)
    #expect(
      expected.value == nil && expected.text == "not rated" && expected.range == 1...10 && expected.increment == 1)
    slider.accessibilityName = "How was our service?"
    slider.set(7)
    (expected.name, expected.value, expected.text) = ("How was our service?", 7, "3.5 of 5")
    #expect(Description(slider) == expected)
    // An average on a continuous scale: a picture, not a slider.
    var average = slider.configuration
    average.scale = try Scale(starCount: 3, step: .continuous)
    average.isInteractive = false
    try slider.configure(average)
    #expect(slider.accessibilityRole == .image && slider.accessibilityName == "How was our service?")
    #expect(slider.accessibilityRange == 0...3_000_000 && slider.accessibilityIncrement == 100_000)
    average.isInteractive = true
    average.isEnabled = false
    try slider.configure(average)
    #expect(slider.accessibilityRole == .slider)
  }

  /// Each action at both ends of the range, and from unrated, in every direction of the row: an increment is more.
  @Test(arguments: Arrangement.all) func actionsAtBothEnds(arrangement: Arrangement) throws {
    let scale = try Scale(step: .half, minimum: 1)
    var configuration = SliderConfiguration(scale: scale)
    arrangement.apply(to: &configuration)
    let size = arrangement.rect(along: (0, 220), across: (0, 40)).size
    let slider = try StarSlider(
      configuration, bounds: Rect(size),
      on: ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none), format: .rgb565)
    let (lowest, highest) = (slider.accessibilityRange.lowerBound, slider.accessibilityRange.upperBound)
    for (start, action, end) in [
      (nil, .increment, lowest), (nil, .decrement, lowest), (nil, .set(highest), highest),
      (lowest, .increment, lowest + 1), (lowest, .decrement, nil), (lowest, .set(lowest), nil),
      (lowest, .set(highest), highest),
      (highest, .increment, nil), (highest, .decrement, highest - 1), (highest, .set(highest), nil),
      (highest, .set(lowest), lowest),
    ] as [(Int32?, AccessibilityAction, Int32?)] {
      slider.set(start)
      let event = Self.perform(action, on: slider)
      #expect(event == end.map { RatingEvent(.committed, $0, step: .half, source: .key) }, "\(start as Any) \(action)")
      #expect(slider.value == end ?? start)
    }
  }

  @Test func setsWithinTheRange() throws {
    let slider = try Self.slider(Scale(step: .half, minimum: 1))
    for (target, value) in [(Int32.min, 1), (0, 1), (4, 4), (11, 10), (.max, 10)] as [(Int32, Int32)] {
      slider.set(5)
      #expect(Self.perform(.set(target), on: slider)?.value == value)
    }
    // A value that arrow keys show is not confirmed yet; an action confirms its own.
    slider.set(5)
    _ = slider.handle(.up)
    #expect(Self.perform(.set(9), on: slider)?.kind == .committed)
    #expect(slider.cancelTouch() == nil && slider.value == 9)
  }

  /// A finger comes first, and a control that takes no input takes no actions.
  @Test func ignoresActions() throws {
    let actions = [AccessibilityAction.increment, .decrement, .set(1), .set(5)]
    let touched = try Self.slider(Scale())
    touched.set(3)
    _ = touched.handle(TouchEvent(.began, contact: 1, at: Point(x: Fixed(110), y: Fixed(20))))
    for action in actions { #expect(Self.perform(action, on: touched) == nil) }
    for change in [{ $0.isInteractive = false }, { $0.isEnabled = false }] as [(inout SliderConfiguration) -> Void] {
      let slider = try Self.slider(Scale(), change)
      slider.set(3)
      for action in actions { #expect(Self.perform(action, on: slider) == nil) }
    }
  }
}
