import Basics

/// Which report `star-kiosk check` writes.
struct ConformanceOptions {
  enum Format { case html, json }

  /// Whether `--standard` names a standard; otherwise there is no report.
  private(set) var isWanted = false
  var format: Format? = nil

  private static var standards: [String] { ["en301549"] }

  /// Sets the standard. Returns the reason if the name is unknown.
  mutating func set(standard name: String) -> String? {
    isWanted = Self.standards.contains { $0.utf8.elementsEqual(name.utf8) }
    if isWanted { return nil }
    let advice = NearMiss.nearest(to: name, among: Self.standards).map { " (did you mean " + $0 + "?)" }
    return "--standard " + name + ": unknown standard" + (advice ?? "; the only one is en301549")
  }

  /// Sets the format. Returns the reason if the name is unknown.
  mutating func set(format name: String) -> String? {
    if name.utf8.elementsEqual("html".utf8) {
      format = .html
    } else if name.utf8.elementsEqual("json".utf8) {
      format = .json
    } else {
      return "must be html or json"
    }
    return nil
  }
}
