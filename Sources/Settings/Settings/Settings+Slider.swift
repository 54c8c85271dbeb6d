import Geometry
import Raster
import Rating
import StarSlider

extension Settings {
  /// The values that the slider can have. `nil` where `minimum` is above `stars`, which no finished draft has.
  package var scale: Scale? {
    Scale(starCount: stars, step: step, minimum: Int32(minimum.rounded(inUnitsOf: Int64(step.perStar))))
  }

  /// The value that is shown before anybody rates, in steps.
  package func initialValue(on scale: Scale) -> Int32? {
    value.map { scale.nearest(to: $0.numerator, over: $0.denominator) }
  }

  /// The slider. `nil` for settings that no finished draft has: a minimum above all stars, points that are no outline, a
  /// picture that was not read.
  @export(interface) package func slider() -> SliderConfiguration? {
    guard let scale, let face = face(ofStar: 1) else { return nil }
    var slider = SliderConfiguration(
      scale: scale, face: face, spacing: spacing, margin: margin, minimumStarSize: minimumStarSize)
    var faces: [Face] = []
    for star in 1...stars {
      guard let face = self.face(ofStar: star) else { return nil }
      faces.append(face)
    }
    slider.faces = faces
    slider.axis = axis
    slider.layoutDirection = direction
    slider.zeroZone = zeroZone
    slider.clearsOnRepeatedTap = clearsOnRepeatedTap
    slider.isInteractive = isInteractive
    slider.isEnabled = isEnabled
    return slider
  }

  /// How the stars say thank you: in green, whatever their own colours. Images have no colours to change, so a star
  /// thanks in their place.
  @export(interface) package var thanks: Face {
    var thanks = Face.thanks
    if face.imageFull == nil, let shape = face.shape(ofStar: stars, of: stars) { thanks.shape = shape }
    thanks.background = face.background
    thanks.empty = face.empty
    thanks.lineWidth = face.lineWidth
    thanks.join = face.join
    return thanks
  }

  /// A star's face; 1 is the first.
  private func face(ofStar star: Int32) -> Face? {
    var settings = face
    for single in starFaces where single.star == star { settings = single.face }
    if let empty = settings.imageEmpty, let full = settings.imageFull {
      guard let empty = image(empty), let full = image(full) else { return nil }
      var half: Image?
      if let path = settings.imageHalf {
        guard let image = image(path) else { return nil }
        half = image
      }
      return Face(
        empty: empty, half: half, full: full, background: settings.background, blending: settings.blending)
    }
    guard let shape = settings.shape(ofStar: star, of: stars) else { return nil }
    return Face(
      shape: shape, fill: settings.fill ?? settings.standardFill(ofStar: star, of: stars), empty: settings.empty,
      background: settings.background,
      stroke: settings.stroke, lineWidth: settings.lineWidth, join: settings.join, blending: settings.blending)
  }

  /// What is said of a screen, as its viewer sees it, that has no room for `stars` stars of `least` pixels.
  @export(interface) package static func tooSmall(_ screen: Size<LayoutSpace>, stars: Int32, least: Int32) -> String {
    let room = "the screen is too small: \(screen.width)x\(screen.height) has no room for "
    if stars == 1 { return room + "a star of \(least) px; use a larger one" }
    return room + "\(stars) stars of \(least) px; use fewer stars or a larger screen"
  }

  private func image(_ path: String) -> Image? { images.first { $0.path == path }?.image }
}

extension FaceSettings {
  /// The outline of a star among `count`; 1 is the first. `nil` where points are no outline.
  func shape(ofStar star: Int32, of count: Int32) -> Shape? {
    switch form {
    case .star: .star
    case .heart: .heart
    case .circle: .circle
    case .pointed(let tips): Shape.star(points: tips, innerRadius: innerRadius, cornerRadius: cornerRadius)
    case .smiley(let mood): .smiley(mood)
    case .smileys: .smiley(Shape.Mood.allCases[Self.mood(ofStar: star, of: count)])
    case .points: Shape(points)
    }
  }

  /// What is full where no colour was given.
  func standardFill(ofStar star: Int32, of count: Int32) -> Color {
    switch form {
    case .smileys: Face.smileys[Self.mood(ofStar: star, of: count)].fill
    case .smiley(let mood): Face.smileys[Int(mood.rawValue - Shape.Mood.awful.rawValue)].fill
    default: .yellow
    }
  }

  /// Which of the moods a star has, from 0 for the saddest: spread evenly over all stars, halves up; one star alone is
  /// great.
  static func mood(ofStar star: Int32, of count: Int32) -> Int {
    let last = Int32(Shape.Mood.allCases.count - 1)
    if count < 2 { return Int(last) }
    return Int((2 * (star - 1) * last + count - 1) / (2 * (count - 1)))
  }
}
