import StarSlider

// Checks that compare the settings of the stars with each other.
extension SettingsBuilder {
  /// Checks the settings that are numbers of stars.
  mutating func checkValues(_ settings: Settings) {
    if !isValid("stars", .slider) { return }
    if let entry = effectiveEntry("minimum", .slider), entry.isValid,
      let reason = problem(with: settings.slider.minimum, settings)
    {
      report(entry, reason)
    }
    // An option may set any value, because it is clamped. An option that reduces the number of stars does not make the file invalid either.
    if let entry = effectiveEntry("value", .slider), !entry.isOption,
      effectiveEntry("stars", .slider)?.isOption != true,
      let value = settings.slider.value, value > Ratio(Int64(settings.slider.stars))
    {
      report(entry, tooManyStars(settings))
    }
  }

  /// Returns why a number of stars is not on the scale; `nil` if it is.
  func problem(with number: Ratio, _ settings: Settings) -> String? {
    if number > Ratio(Int64(settings.slider.stars)) { return tooManyStars(settings) }
    if !isValid("step", .slider) || settings.slider.step.isContinuous { return nil }
    let steps = settings.slider.step.perStar
    return number.isWhole(inUnitsOf: Int64(steps)) ? nil : "not on the scale; allowed: multiples of 1/\(steps) star"
  }

  private func tooManyStars(_ settings: Settings) -> String {
    "more than the \(settings.slider.stars) stars; allowed: numbers from 0 to \(settings.slider.stars)"
  }

  /// Checks that every face is complete.
  mutating func checkFaces(_ settings: Settings) {
    // There may be a thousand faces, so none of them may search all entries.
    let namesPoints = entries.contains { $0.key.isNamed("shape") && same($0.value.text, "points") }
    var firsts: [Header: Entry] = [:]
    for entry in entries where firsts[entry.header] == nil { firsts[entry.header] = entry }
    checkFace(settings.face, star: 0, namesPoints)
    for single in settings.starFaces {
      // An option that reduces the number of stars does not make the file invalid.
      if single.star > settings.slider.stars && isValid("stars", .slider)
        && effectiveEntry("stars", .slider)?.isOption != true,
        let entry = firsts[Header(.face, "\(single.star)")]
      {
        report(entry, "no such star; allowed: [face 1] to [face \(settings.slider.stars)]")
      }
      checkFace(single.face, star: single.star, namesPoints)
    }
  }

  /// Checks a face. A problem that a `[face N]` inherits from `[face]` is reported only there.
  ///
  /// - Parameter namesPoints: Whether any face has shape = points.
  private mutating func checkFace(_ face: FaceSettings, star: Int32, _ namesPoints: Bool) {
    if let entry = own(["shape", "points"], star), face.form == .points, face.points.count < 3,
      areValid("points", .face)
    {
      report(entry, "too few points; set at least three in the key points")
    }
    if let entry = own(["points"], star), face.form != .points, areValid("points", .face),
      !namesPoints, effectiveEntry("shape", .face)?.isOption != true
    {
      report(entry, "has no effect; set shape = points")
    }
    if face.isTooSlow, areValid("points", .face),
      let entry = own(["line-width", "points"], star)
    {
      report(
        entry,
        "an outline of \(face.points.count) corners takes too long to draw with such a thick line; allowed: corners times px up "
          + "to 32768")
    }
    let missing =
      switch (face.imageEmpty != nil, face.imageHalf != nil, face.imageFull != nil) {
      case (true, _, false): "image-full"
      case (false, _, true): "image-empty"
      case (false, true, false): "image-empty and image-full"
      default: ""
      }
    if !missing.utf8.isEmpty, let entry = own(["image-empty", "image-half", "image-full"], star) {
      report(entry, "requires " + missing)
    }
  }

  /// Gives each face whose outline takes too long to draw the shape of a star, so that the rest can be checked without delay. If any points
  /// or line width are invalid, this applies to all outlines, because their valid lines alone may be just as slow to draw.
  func removeSlowOutlines(from settings: inout Settings) {
    let isKnown = areValid("points", .face) && areValid("line-width", .face)
    func remove(from face: inout FaceSettings) {
      if face.form == .points && (face.isTooSlow || !isKnown) { face.form = .star }
    }
    remove(from: &settings.face)
    for i in settings.starFaces.indices { remove(from: &settings.starFaces[i].face) }
  }

  /// Returns the entry of the first of `keys` that a star's section sets, preferring one that is not empty.
  private func own(_ keys: [String], _ star: Int32) -> Entry? {
    let given = keys.compactMap { effectiveEntry($0, .face, star == 0 ? "" : "\(star)") }
    return given.first { !$0.value.text.utf8.isEmpty } ?? given.first
  }
}

extension FaceSettings {
  /// Whether the outline takes too long to draw. The number of edges is proportional to corners times width, and the drawing time to its
  /// square: half of this limit takes 3 s on a PC, and two and a half times the limit takes 80 s.
  fileprivate var isTooSlow: Bool {
    // In 1/256 px.
    let lineWidth = Int64((lineWidth ?? Fixed(2)).raw)
    return form == .points && Int64(points.count) * lineWidth > 32_768 * 256
  }
}
