import Rating
import StarSlider

// What no value can be judged for alone.
extension SettingsDraft {
  /// The entry that decides a key: the option's, else the file's.
  func deciding(_ key: String, _ section: SettingsSection, _ subject: String = "", id: String = "") -> Entry? {
    let header = Header(section, subject)
    let all = entries.filter { $0.header == header && $0.key.isCalled(key) && same($0.value.id, id) }
    return all.last { $0.isOption } ?? all.last
  }

  /// Something that was found in finished settings, at the line of the key that says so: at its section where it is left out,
  /// and at the whole file where that is, too. `subject` stands behind the section's name, `id` behind the key's.
  @export(interface) package func mistake(
    in key: String, of section: SettingsSection, named subject: String = "", id: String = "", reason: String,
    _ severity: Diagnostic.Severity
  ) -> Diagnostic {
    if let entry = deciding(key, section, subject, id: id) { return entry.mistake(reason, severity) }
    let header = Header(section, subject)
    let name = header.text + " " + key + (id.isEmpty ? "" : " " + id)
    let place = places.first { $0.header == header }
    return Diagnostic(
      place: place?.file ?? file, line: place?.line ?? 0, reason: name + ": " + reason, severity)
  }

  /// Whether anybody has said anything of a key.
  package func says(_ key: String, of section: SettingsSection) -> Bool { deciding(key, section) != nil }

  /// Whether what decides a key is readable; what is not must not be compared with others.
  func isSound(_ key: String, _ section: SettingsSection) -> Bool {
    deciding(key, section).map { Self.isAllowed($0) } ?? true
  }

  /// Numbers that have to fit each other.
  mutating func checkValues(_ settings: Settings) {
    if !isSound("stars", .slider) { return }
    let most = Ratio(Int64(settings.stars))
    if let entry = deciding("minimum", .slider), Self.isAllowed(entry) {
      if settings.minimum > most {
        mistakes.append(entry.mistake("there are \(settings.stars) stars; allowed are numbers of stars up to that"))
      } else if isSound("step", .slider) && !settings.step.isContinuous
        && !settings.minimum.isWhole(inUnitsOf: Int64(settings.step.perStar))
      {
        mistakes.append(entry.mistake("allowed are whole steps of 1/\(settings.step.perStar) star"))
      }
    }
    // What a program sets is clamped, and an option is as good as a program; nor does one that takes stars away make the file
    // wrong.
    if let entry = deciding("value", .slider), !entry.isOption, deciding("stars", .slider)?.isOption != true,
      let value = settings.value, value > most
    {
      mistakes.append(entry.mistake("there are \(settings.stars) stars; allowed are numbers of stars up to that"))
    }
  }

  /// Faces that want something else to go with them.
  mutating func checkFaces(_ settings: Settings) {
    checkFace(settings.face, star: 0)
    for single in settings.starFaces {
      // An option that takes stars away does not make the file wrong.
      if single.star > settings.stars && isSound("stars", .slider) && deciding("stars", .slider)?.isOption != true {
        if let entry = entries.first(where: { $0.header.star == single.star }) {
          mistakes.append(entry.mistake("there are \(settings.stars) stars; allowed are faces of these"))
        }
      }
      checkFace(single.face, star: single.star)
    }
  }

  /// What a single star takes over from all stars is told there, not again.
  private mutating func checkFace(_ face: FaceSettings, star: Int32) {
    if let entry = own(["shape", "points"], star), face.form == .points, face.points.count < 3, pointsAreSound {
      mistakes.append(entry.mistake("allowed are shapes of three points or more, in the key points"))
    }
    if let entry = own(["points"], star), face.form != .points, pointsAreSound, !usesPoints, !shapeIsOption {
      mistakes.append(entry.mistake("is of no use without shape = points"))
    }
    let missing =
      switch (face.imageEmpty != nil, face.imageHalf != nil, face.imageFull != nil) {
      case (true, _, false): "image-full"
      case (false, _, true): "image-empty"
      case (false, true, false): "image-empty and image-full"
      default: ""
      }
    if !missing.isEmpty, let entry = own(["image-empty", "image-half", "image-full"], star) {
      mistakes.append(entry.mistake("wants " + missing + ", too"))
    }
  }

  /// What decides the first of some keys that a section itself gives; one that gives something, if there is one.
  private func own(_ keys: [String], _ star: Int32) -> Entry? {
    let given = keys.compactMap { deciding($0, .face, star == 0 ? "" : "\(star)") }
    return given.first { !$0.value.text.isEmpty } ?? given.first
  }

  private var pointsAreSound: Bool {
    entries.allSatisfy { $0.key.section != .face || !$0.key.isCalled("points") || Self.isAllowed($0) }
  }

  /// Some face of the file takes its outline from points.
  private var usesPoints: Bool {
    entries.contains { $0.key.section == .face && $0.key.isCalled("shape") && same($0.value.text, "points") }
  }

  private var shapeIsOption: Bool { deciding("shape", .face)?.isOption == true }
}
