import Display
import Raster
import StarSlider

extension SettingsDraft {
  /// The settings, if there is no mistake in any of them, in how they go together, or in the pictures that they name.
  ///
  /// `bytes` reads a file, whose path is as written or, from a configuration file, begins at that file's folder. What comes
  /// out can be drawn: `slider()` and the faces cannot fail any more but for the screen's size.
  public func finished(
    reading bytes: (String) throws(Unreadable) -> [UInt8]
  ) throws(Mistakes) -> Settings {
    var draft = self
    var settings = Settings()
    draft.apply(to: &settings)
    draft.checkValues(settings)
    draft.checkFaces(settings)
    draft.readImages(into: &settings, bytes)
    if draft.mistakes.isEmpty { return settings }
    throw Mistakes(list: draft.inOrder)
  }

  /// By line, as found within one; options behind the file.
  private var inOrder: [Mistake] {
    mistakes.indices.sorted { a, b in
      let (x, y) = (mistakes[a].sortingLine, mistakes[b].sortingLine)
      return x == y ? a < b : x < y
    }.map { mistakes[$0] }
  }

  /// Puts every value in its place: those of all stars first, so that single stars take them over.
  private mutating func apply(to settings: inout Settings) {
    let ordered = entries.filter { !$0.isOption } + entries.filter { $0.isOption }
    var isStandard = true
    for i in ordered.indices {
      if isStandard && !ordered[i].isStandard {
        settings.takeStandardCalibration()
        isStandard = false
      }
      if ordered[i].star != 0 { continue }
      switch ordered[i].key.set {
      case .settings(let set): _ = set(&settings, ordered[i].value)
      case .face(let set): apply(ordered, i, set, to: &settings.face)
      }
    }
    if isStandard { settings.takeStandardCalibration() }
    var stars: [Int32] = []
    for entry in ordered where entry.star != 0 && !stars.contains(entry.star) { stars.append(entry.star) }
    for star in stars.sorted() {
      var face = settings.face
      for i in ordered.indices where ordered[i].star == star {
        if case .face(let set) = ordered[i].key.set { apply(ordered, i, set, to: &face) }
      }
      settings.starFaces.append(Settings.StarFace(star: star, face: face))
    }
  }

  /// A face's value. A list begins anew where it is given by another section or by an option, and adds up within one.
  private mutating func apply(
    _ ordered: [Entry], _ i: Int, _ set: (inout FaceSettings, Value) -> Bool, to face: inout FaceSettings
  ) {
    let entry = ordered[i]
    if entry.key.addsUp {
      let goesOn = ordered[0..<i].contains {
        $0.row == entry.row && $0.star == entry.star && $0.isOption == entry.isOption
      }
      if !goesOn { face.points = [] }
    }
    // What is not allowed by itself has been told already.
    if !set(&face, entry.value) && Self.isAllowed(entry) { mistakes.append(entry.mistakeInValue) }
  }
}

extension Settings {
  /// A board's calibration is worth less than one that was measured, and one of the configuration more: they are kept apart.
  fileprivate mutating func takeStandardCalibration() {
    if case .matrix(let matrix) = calibration { standardCalibration = matrix }
    calibration = .auto
  }
}

extension Mistake {
  /// Options come behind every line of the file; what is wrong with the whole of it comes first.
  fileprivate var sortingLine: Int32 { line == 0 && place.utf8.starts(with: "--".utf8) ? Int32.max : line }
}
