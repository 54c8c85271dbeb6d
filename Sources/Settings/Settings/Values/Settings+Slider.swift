import StarSlider

extension Settings {
  /// Returns the slider, or `nil` for settings that `SettingsBuilder.build` rejects, for example because an image is missing.
  @export(interface) package func sliderConfiguration() -> SliderConfiguration? {
    let own = slider
    let count = hasOneFace ? 1 : own.stars
    let faces = (1...count).compactMap { face(ofStar: $0) }
    guard let scale = own.scale, faces.count == Int(count) else { return nil }
    var slider = SliderConfiguration(
      scale: scale, face: faces[0], spacing: own.spacing ?? 5, margin: own.margin, minimumStarSize: own.minimumStarSize)
    slider.faces = faces
    if !questions.isEmpty { slider.fillsByValue = theme.starsByValue }
    slider.isVertical = own.isVertical
    slider.layoutDirection = own.direction
    slider.zeroZone = own.zeroZone
    slider.clearsOnRepeatedTap = own.clearsOnRepeatedTap
    slider.isInteractive = own.isInteractive
    slider.isEnabled = own.isEnabled
    return slider
  }

  /// The face of the stars on the thank-you screen, in the theme's color for it. Stars with images become plain stars. The color of
  /// the stroke is a mix of the theme's color and the stars' own stroke, so that an answer of 0 stars also looks accepted.
  package var thanks: Face {
    var thanks = Face.thanks
    if face.imageFull == nil, let shape = face.shape(ofStar: slider.stars, of: slider.stars) { thanks.shape = shape }
    thanks.fill = theme.thanksColor
    thanks.stroke = thanks.fill.mixed(with: face.stroke ?? .black, 90)
    thanks.background = face.background ?? thanks.background
    thanks.empty = face.empty ?? thanks.empty
    if let lineWidth = face.lineWidth { thanks.lineWidth = lineWidth }
    thanks.join = face.join
    return thanks
  }

  /// Whether all stars have the same face.
  private var hasOneFace: Bool {
    if case .smileys = face.form { return false }
    return starFaces.isEmpty
  }

  /// Returns the face of a star, counted from 1.
  private func face(ofStar star: Int32) -> Face? {
    let settings = starFaces.last { $0.star == star }?.face ?? face
    if let empty = settings.imageEmpty, let full = settings.imageFull {
      guard let empty = image(empty), let full = image(full) else { return nil }
      var half: Image?
      if let path = settings.imageHalf {
        guard let image = image(path) else { return nil }
        half = image
      }
      return Face(
        empty: empty, half: half, full: full, background: settings.background ?? .white, blending: settings.blending)
    }
    guard let shape = settings.shape(ofStar: star, of: slider.stars) else { return nil }
    var face = Face()
    face.shape = shape
    face.fill = settings.fill ?? settings.defaultFill(ofStar: star, of: slider.stars)
    face.empty = settings.empty ?? face.empty
    face.background = settings.background ?? face.background
    face.stroke = settings.stroke ?? face.stroke
    face.emptyStroke = settings.emptyStroke
    if let lineWidth = settings.lineWidth { face.lineWidth = lineWidth }
    (face.join, face.blending) = (settings.join, settings.blending)
    return face
  }

  /// Returns an image that a face names.
  private func image(_ path: String) -> Image? { images.first { same($0.path, path) }?.decoded }

  /// Gives stars whose images cannot be used an outline instead.
  mutating func removeMissingImages() {
    let known = images.map { $0.path }
    func remove(from face: inout FaceSettings) {
      let named = [face.imageEmpty, face.imageHalf, face.imageFull].compactMap { $0 }
      if named.allSatisfy({ path in known.contains { same($0, path) } }) { return }
      (face.imageEmpty, face.imageHalf, face.imageFull) = (nil, nil, nil)
    }
    remove(from: &face)
    for i in starFaces.indices { remove(from: &starFaces[i].face) }
  }

  /// Returns the message for a screen, in layout orientation, that is too small to have a pixel for each star.
  @export(interface) package static func tooSmall(_ screen: Size<LayoutSpace>, stars: Int32) -> String {
    "the screen is too small: \(screen.width)x\(screen.height) has no room for \(stars) stars; use fewer stars or a larger "
      + "screen"
  }
}

extension FaceSettings {
  /// Returns the outline of a star, counted from 1, in a row of `count`; `nil` if the points are not an outline.
  func shape(ofStar star: Int32, of count: Int32) -> Shape? {
    switch form {
    case .star: .star
    case .heart: .heart
    case .circle: .circle
    case .pointed(let tips): try? Shape.star(points: tips, innerRadius: innerRadius, cornerRadius: cornerRadius)
    case .smiley(let mood): .smiley(mood)
    case .smileys: .smiley(Shape.Mood.allCases[Self.mood(ofStar: star, of: count)])
    case .points: Shape(points)
    }
  }

  func defaultFill(ofStar star: Int32, of count: Int32) -> Color {
    switch form {
    case .smileys: Face.smileys[Self.mood(ofStar: star, of: count)].fill
    case .smiley(let mood): Face.smileys[Int(mood.rawValue - Shape.Mood.awful.rawValue)].fill
    default: .yellow
    }
  }

  /// Returns the index of a star's mood, 0 for the saddest. Moods are spread evenly over the row; a single star is the happiest.
  static func mood(ofStar star: Int32, of count: Int32) -> Int {
    let last = Int32(Shape.Mood.allCases.count - 1)
    if count < 2 { return Int(last) }
    return Int((2 * (star - 1) * last + count - 1) / (2 * (count - 1)))
  }
}
