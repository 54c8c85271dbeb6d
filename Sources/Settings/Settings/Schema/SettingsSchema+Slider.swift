import StarSlider

extension SettingsSchema {
  static let sliderKeys: [Key] = [
    .whole("stars", 1...Scale.mostStars, default: "5", "The number of stars.") { $0.slider.stars = $1 },
    Key(
      "step", "whole, half, quarter, continuous, 1/N with N from 1 to 1000000", default: "whole",
      unit: "stars", "The smallest difference between two values."
    ) { $1.step(into: &$0.settings.slider.step) },
    Key(
      "minimum", "numbers of stars, such as 1, 0.5 or 1/3, up to stars", default: "0", unit: "stars",
      "The lowest value that a touch can set, a multiple of step."
    ) { $1.ratio(to: Int64(Scale.mostStars), into: &$0.settings.slider.minimum) },
    Key(
      "value", "numbers of stars, such as 3.249 or 10/3, up to stars; empty for unrated",
      unit: "stars", example: "3.249",
      "The value before a visitor rates, rounded to the nearest step; with interactive = no, an average. As an option, a "
        + "value above stars counts as stars."
    ) { $1.ratio(to: Int64(Scale.mostStars), into: &$0.settings.slider.value) },
    Key(
      "direction", "ltr, rtl", default: "ltr",
      "The direction of a horizontal row. With rtl, the first star is on the right and fills from its right."
    ) { $1.choice([("ltr", .leftToRight), ("rtl", .rightToLeft)], into: &$0.settings.slider.direction) },
    Key(
      "axis", "horizontal, vertical", default: "horizontal",
      "The axis of the row. A vertical row starts at the bottom and fills from the bottom."
    ) { $1.choice([("horizontal", false), ("vertical", true)], into: &$0.settings.slider.isVertical) },
    Key(
      "spacing", "whole numbers from 0 to 10000; empty for the theme's", unit: "px", example: "5",
      "The space between two stars. On a small screen it shrinks before the stars do. By default 0.18 of a star; 5 without "
        + "questions and with [theme] base = classic."
    ) { $1.write($1.whole(0...10_000), orNilFor: "", to: &$0.settings.slider.spacing) },
    .whole(
      "margin", 0...10_000, default: "0", unit: "px",
      "The space before the first star and after the last. It shrinks like spacing."
    ) { $0.slider.margin = $1 },
    .whole(
      "minimum-star-size", 1...10_000, default: "5", unit: "px",
      "The size below which stars shrink only after spacing and margin. The check warns of smaller stars."
    ) { $0.slider.minimumStarSize = $1 },
    Key(
      "zero-zone", "numbers from 0 to 100", default: "0.5", unit: "stars",
      "The width of the area before the first star in which a touch sets 0, if minimum is 0."
    ) { $1.fixed(to: 100, into: &$0.settings.slider.zeroZone) },
    .flag("clears-on-repeated-tap", default: "no", "Whether a tap on the current value clears it.") {
      $1.flag(into: &$0.settings.slider.clearsOnRepeatedTap)
    },
    .flag("interactive", default: "yes", "Whether visitors can rate. Otherwise the stars only show value.") {
      $1.flag(into: &$0.settings.slider.isInteractive)
    },
    .flag(
      "enabled", default: "yes", "Whether the stars are enabled. Otherwise they ignore touches and look disabled."
    ) { $1.flag(into: &$0.settings.slider.isEnabled) },
  ]
}
