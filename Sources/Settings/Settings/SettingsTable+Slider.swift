import Rating

extension SettingsTable {
  /// The row of stars.
  static let sliderKeys: [SettingsKey] = [
    SettingsKey(
      .slider, "stars", allowed: "whole numbers from 1 to \(Scale.mostStars)", standard: "5",
      about: "How many stars there are."
    ) { $1.whole(1...Scale.mostStars, into: &$0.stars) },
    SettingsKey(
      .slider, "step", allowed: "whole, half, quarter, continuous, 1/N with N from 1 to 1000000", standard: "whole",
      unit: "stars", about: "How finely a star is divided."
    ) { $1.step(into: &$0.step) },
    SettingsKey(
      .slider, "minimum", allowed: "numbers of stars, as in 1, 0.5 or 1/3, up to stars", standard: "0", unit: "stars",
      about: "The least value that a touch can give, in whole steps."
    ) { $1.ratio(to: Int64(Scale.mostStars), into: &$0.minimum) },
    SettingsKey(
      .slider, "value", allowed: "numbers of stars, as in 3.249 or 10/3, up to stars; nothing for unrated",
      standard: "",
      unit: "stars", example: "3.249",
      about: "What is shown until somebody rates, to the nearest step: an average, where interactive = no. As an "
        + "option, more than stars is as good as all of them."
    ) { $1.ratio(to: Int64(Scale.mostStars), into: &$0.value) },
    SettingsKey(
      .slider, "direction", allowed: "ltr, rtl", standard: "ltr",
      about: "Where a horizontal row begins; with rtl the first star is on the right and fills from its right."
    ) { $1.choice([("ltr", .leftToRight), ("rtl", .rightToLeft)], into: &$0.direction) },
    SettingsKey(
      .slider, "axis", allowed: "horizontal, vertical", standard: "horizontal",
      about: "A vertical row begins at the bottom and fills from the bottom."
    ) { $1.choice([("horizontal", .horizontal), ("vertical", .vertical)], into: &$0.axis) },
    SettingsKey(
      .slider, "spacing", allowed: "whole numbers from 0 to 10000", standard: "5", unit: "px",
      about: "Between two stars; shrinks before the stars do where there is no room."
    ) { $1.whole(0...10_000, into: &$0.spacing) },
    SettingsKey(
      .slider, "margin", allowed: "whole numbers from 0 to 10000", standard: "0", unit: "px",
      about: "Before the first star and after the last; shrinks as spacing does."
    ) { $1.whole(0...10_000, into: &$0.margin) },
    SettingsKey(
      .slider, "minimum-star-size", allowed: "whole numbers from 1 to 10000", standard: "5", unit: "px",
      about: "A screen without room for stars of this size is refused."
    ) { $1.whole(1...10_000, into: &$0.minimumStarSize) },
    SettingsKey(
      .slider, "zero-zone", allowed: "numbers from 0 to 100", standard: "0.5", unit: "stars",
      about: "How far before the first star a touch gives 0, where minimum is 0."
    ) { $1.fixed(to: 100, into: &$0.zeroZone) },
    SettingsKey(
      .slider, "clears-on-repeated-tap", allowed: yesOrNo, standard: "no",
      about: "Whether a tap on the current value unsets it."
    ) { $1.flag(into: &$0.clearsOnRepeatedTap) },
    SettingsKey(
      .slider, "interactive", allowed: yesOrNo, standard: "yes",
      about: "Without it, value is shown and touches are ignored."
    ) { $1.flag(into: &$0.isInteractive) },
    SettingsKey(
      .slider, "enabled", allowed: yesOrNo, standard: "yes",
      about: "Without it, touches are ignored and the stars look disabled."
    ) { $1.flag(into: &$0.isEnabled) },
  ]
}
