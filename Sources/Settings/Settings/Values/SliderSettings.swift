import StarSlider

/// The values of the stars and their arrangement: the section `[slider]`.
package struct SliderSettings: Hashable, Sendable {
  package var stars: Int32 = 5
  package var step = Step.whole
  /// The lowest value that visitors can give, in stars.
  package var minimum = Ratio.zero
  /// The value before a visitor rates, in stars; `nil` for unrated.
  package var value: Ratio?
  package var isVertical = false
  package var direction = SliderConfiguration.LayoutDirection.leftToRight
  /// The space between stars in pixels; `nil` for the theme's or, without a survey, 5.
  package var spacing: Int32?
  /// The space around the stars, in pixels.
  package var margin: Int32 = 0
  /// The minimum size of a star, in pixels.
  package var minimumStarSize: Int32 = 5
  /// The size of the zone for the value 0, in stars.
  package var zeroZone = Fixed.half
  package var clearsOnRepeatedTap = false
  package var isInteractive = true
  package var isEnabled = true

  /// The values of the slider; `nil` if `minimum` is above `stars`, which `SettingsBuilder.build` rejects.
  package var scale: Scale? {
    try? Scale(starCount: stars, step: step, minimum: Int32(minimum.rounded(inUnitsOf: Int64(step.perStar))))
  }

  /// The value before a visitor rates, in steps.
  package func initialValue(on scale: Scale) -> Int32? {
    value.map { scale.nearest(to: $0.numerator, over: $0.denominator) }
  }
}
