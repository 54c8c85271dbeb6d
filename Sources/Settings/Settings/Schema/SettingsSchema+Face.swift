import StarSlider

extension SettingsSchema {
  private static var images: String { "paths of PNG files" }
  private static var themed: String { "; empty for the theme's" }

  static let faceKeys: [Key] = [
    Key(
      "shape", option: "face",
      "star, heart, circle, star:N with N from 2 to 64, smiley:awful, smiley:bad, smiley:neutral, smiley:good, "
        + "smiley:great, smileys, points",
      default: "star",
      "The shape. star:N has N tips; smileys range from awful at the first star to great at the last; points uses the "
        + "outline in the key points."
    ) { $1.form(into: &$0.face.form) },
    Key(
      "inner-radius", "numbers from 0.01 to 1", default: "0.382", unit: "of the outer radius",
      "The distance of star:N's inner corners from its center."
    ) { $1.write($1.number(Ratio(1, over: 100)...Ratio(1), unit: 1000), to: &$0.face.innerRadius) },
    Key(
      "corner-radius", "numbers from 0 to 0.5", default: "0", unit: "of the outer radius",
      "The radius of star:N's rounded corners."
    ) { $1.write($1.number(.zero...Ratio(1, over: 2), unit: 1000), to: &$0.face.cornerRadius) },
    Key(
      "points", "pairs x,y separated by spaces, each number from 0 to 1, at most \(Shape.mostPoints) pairs in all",
      unit: "of the box", example: "0.5,0 1,1 0,1", isList: true,
      "The outline for shape = points, with x to the right and y down. The lines of this key are joined."
    ) { $1.points(into: &$0.face.points) },
    Key(
      "fill", colors + themed, example: "#ffb000",
      "The color of a full star. By default the theme's star; without questions #ffff00; and for smileys from red to "
        + "green."
    ) { $1.color(into: &$0.face.fill) },
    Key(
      "empty", colors + themed, example: "#e3e0d8",
      "The color of an empty star. Without questions the default is #ffffff."
    ) { $1.color(into: &$0.face.empty) },
    Key(
      "background", colors + themed, example: "#f7f5f0",
      "The color around stars and behind images. The one in [face] is also the screen's. Without questions the default is "
        + "#ffffff."
    ) { $1.color(into: &$0.face.background) },
    Key(
      "stroke", colors + themed, example: "#8a5a00",
      "The color of the outline, of full and of empty stars. Without questions the default is #000000."
    ) { $1.color(into: &$0.face.stroke) },
    Key(
      "line-width", "numbers from 0 to 100" + themed, unit: "px", example: "2",
      "The width of the outline; 0 for none. By default 1/48 of a star, at least 2; 2 without questions."
    ) { $1.fixed(to: 100, into: &$0.face.lineWidth) },
    Key("join", "miter, round", default: "miter", "The shape of the outline's corners.") {
      $1.choice([("miter", .miter), ("round", .round)], into: &$0.face.join)
    },
    Key(
      "image-empty", images, example: "empty.png",
      "An image of the empty star, in place of the shape; requires image-full. Paths are relative to this file."
    ) { $1.path(into: &$0.face.imageEmpty) },
    Key("image-half", images, example: "half.png", "An image of every star that is neither empty nor full.") {
      $1.path(into: &$0.face.imageHalf)
    },
    Key("image-full", images, example: "full.png", "An image of the full star; requires image-empty.") {
      $1.path(into: &$0.face.imageFull)
    },
    Key(
      "blending", "linear, encoded", default: "linear",
      "How edges are blended: in linear light, or in sRGB values as most drawing libraries do, for comparison."
    ) { $1.choice([("linear", .linear), ("encoded", .encoded)], into: &$0.face.blending) },
  ]
}
