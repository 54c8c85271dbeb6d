import StarSlider

extension SettingsSchema {
  private static var images: String { "paths of PNG files" }

  static let faceKeys: [SettingsKey] = [
    SettingsKey(
      .face, "shape", option: "face",
      allowed:
        "star, heart, circle, star:N with N from 2 to 64, smiley:awful, smiley:bad, smiley:neutral, smiley:good, "
        + "smiley:great, smileys, points",
      default: "star",
      "The shape. star:N has N tips; smileys range from awful at the first star to great at the last; points uses the "
        + "outline in the key points.",
      set: .face { $1.form(into: &$0.form) }),
    SettingsKey(
      .face, "inner-radius", allowed: "numbers from 0.01 to 1", default: "0.382", unit: "of the outer radius",
      "The distance of star:N's inner corners from its centre.",
      set: .face { $1.number(Ratio(1, over: 100)...Ratio(1), unit: 1000, into: &$0.innerRadius) }),
    SettingsKey(
      .face, "corner-radius", allowed: "numbers from 0 to 0.5", default: "0", unit: "of the outer radius",
      "The radius of star:N's rounded corners.",
      set: .face { $1.number(.zero...Ratio(1, over: 2), unit: 1000, into: &$0.cornerRadius) }),
    SettingsKey(
      .face, "points",
      allowed: "pairs x,y separated by spaces, each number from 0 to 1, at most \(Shape.mostPoints) pairs in all",
      unit: "of the box", example: "0.5,0 1,1 0,1", isList: true,
      "The outline for shape = points, with x to the right and y down. The lines of this key are joined.",
      set: .face { $1.points(into: &$0.points) }),
    SettingsKey(
      .face, "fill", allowed: colors + "; empty for the default", example: "#ffff00",
      "The colour of a full star. By default #ffff00, and for smileys from red to green.",
      set: .face { $1.color(into: &$0.fill) }),
    SettingsKey(
      .face, "empty", allowed: colors, default: "#ffffff", "The colour of an empty star.",
      set: .face { $1.color(into: &$0.empty) }),
    SettingsKey(
      .face, "background", allowed: colors, default: "#ffffff",
      "The colour around stars and behind images. The one in [face] is the screen's, too.",
      set: .face { $1.color(into: &$0.background) }),
    SettingsKey(
      .face, "stroke", allowed: colors, default: "#000000", "The colour of the outline.",
      set: .face { $1.color(into: &$0.stroke) }),
    SettingsKey(
      .face, "line-width", allowed: "numbers from 0 to 100", default: "2", unit: "px",
      "The width of the outline; 0 for none.",
      set: .face { $1.fixed(to: 100, into: &$0.lineWidth) }),
    SettingsKey(
      .face, "join", allowed: "miter, round", default: "miter", "The shape of the outline's corners.",
      set: .face { $1.choice([("miter", .miter), ("round", .round)], into: &$0.join) }),
    SettingsKey(
      .face, "image-empty", allowed: images, example: "empty.png",
      "An image of the empty star, in place of the shape; requires image-full. Paths are relative to this file.",
      set: .face { $1.path(into: &$0.imageEmpty) }),
    SettingsKey(
      .face, "image-half", allowed: images, example: "half.png",
      "An image of every star that is neither empty nor full.",
      set: .face { $1.path(into: &$0.imageHalf) }),
    SettingsKey(
      .face, "image-full", allowed: images, example: "full.png",
      "An image of the full star; requires image-empty.",
      set: .face { $1.path(into: &$0.imageFull) }),
    SettingsKey(
      .face, "blending", allowed: "linear, encoded", default: "linear",
      "How edges are blended: in linear light, or in sRGB values as most drawing libraries do, for comparison.",
      set: .face { $1.choice([("linear", .linear), ("encoded", .encoded)], into: &$0.blending) }),
  ]
}
