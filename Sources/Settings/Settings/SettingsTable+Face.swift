import StarSlider

extension SettingsTable {
  private static var colors: String { "colours #rrggbb" }
  private static var images: String { "paths of PNG files" }

  /// A star's look.
  static let faceKeys: [SettingsKey] = [
    SettingsKey(
      face: "shape", option: "face",
      allowed:
        "star, heart, circle, star:N with N from 2 to 64, smiley:awful, smiley:bad, smiley:neutral, smiley:good, "
        + "smiley:great, smileys, points",
      standard: "star",
      about:
        "star:N has N tips; smileys go from awful at the first star to great at the last; points takes the outline "
        + "from the key points."
    ) { $1.form(into: &$0.form) },
    SettingsKey(
      face: "inner-radius", allowed: "numbers from 0.01 to 1", standard: "0.382", unit: "of the tips' distance",
      about: "How far the inner corners of star:N are from its middle."
    ) { $1.number(Ratio(1, over: 100)...Ratio(1), unit: 1000, into: &$0.innerRadius) },
    SettingsKey(
      face: "corner-radius", allowed: "numbers from 0 to 0.5", standard: "0", unit: "of the tips' distance",
      about: "How round the corners of star:N are."
    ) { $1.number(.zero...Ratio(1, over: 2), unit: 1000, into: &$0.cornerRadius) },
    SettingsKey(
      face: "points",
      allowed: "pairs x,y with a space between, each number from 0 to 1, at most \(Shape.mostPoints) "
        + "pairs in all",
      standard: "", unit: "of the box", example: "0.5,0 1,1 0,1", addsUp: true,
      about: "The outline where shape = points: x to the right, y down. Several lines of this key add up."
    ) { $1.points(into: &$0.points) },
    SettingsKey(
      face: "fill", allowed: colors + "; nothing for the default", standard: "", example: "#ffff00",
      about: "Inside, where the star is full. By default #ffff00, and for smileys red to green."
    ) { $1.color(into: &$0.fill) },
    SettingsKey(face: "empty", allowed: colors, standard: "#ffffff", about: "Inside, where it is empty.") {
      $1.color(into: &$0.empty)
    },
    SettingsKey(
      face: "background", allowed: colors, standard: "#ffffff",
      about: "Around the star and behind images; that of [face] is the screen's, too."
    ) { $1.color(into: &$0.background) },
    SettingsKey(face: "stroke", allowed: colors, standard: "#000000", about: "The outline.") {
      $1.color(into: &$0.stroke)
    },
    SettingsKey(
      face: "line-width", allowed: "numbers from 0 to 100", standard: "2", unit: "px",
      about: "Of the outline; 0 is none."
    ) { $1.fixed(to: 100, into: &$0.lineWidth) },
    SettingsKey(
      face: "join", allowed: "miter, round", standard: "miter", about: "How the outline goes round a corner."
    ) { $1.choice([("miter", .miter), ("round", .round)], into: &$0.join) },
    SettingsKey(
      face: "image-empty", allowed: images, standard: "", example: "empty.png",
      about: "A picture in place of the shape where the star is empty; wants image-full, too. Paths begin at this file."
    ) { $1.path(into: &$0.imageEmpty) },
    SettingsKey(
      face: "image-half", allowed: images, standard: "", example: "half.png",
      about: "A third picture, for every star that is neither empty nor full."
    ) { $1.path(into: &$0.imageHalf) },
    SettingsKey(
      face: "image-full", allowed: images, standard: "", example: "full.png",
      about: "The picture where the star is full; wants image-empty, too."
    ) { $1.path(into: &$0.imageFull) },
    SettingsKey(
      face: "blending", allowed: "linear, encoded", standard: "linear",
      about:
        "In which numbers edges are mixed: in proportion to light, or as most drawing libraries do, for comparison."
    ) { $1.choice([("linear", .linear), ("encoded", .encoded)], into: &$0.blending) },
  ]
}
