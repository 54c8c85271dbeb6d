import Testing

@testable import Settings

/// The operator's pictures: icons on tiles, and that of the closed kiosk.
@Suite struct PictureTests {
  private static let survey = """
    [question visit]
    kind = choice
    options = bus, train
    icon bus = pictures/bus.png
    icon train = /srv/train.png
    [question shop]
    reasons = waiting
    icon waiting =
    [theme]
    closed-picture = closed.png
    [text en]
    question visit = How did you come?
    question shop = How was it?
    option bus = By bus
    option train = By train
    reason waiting = Waiting

    """

  private static func told(_ change: (String, String), _ file: [UInt8]? = nil) throws -> [String] {
    var files = try ["pictures/bus.png": png(), "/srv/train.png": png(), "closed.png": png()]
    files["new.png"] = file
    return mistakes(survey.replacing(change.0, with: change.1), files: files)
  }

  @Test func picturesAreReadRelativeToTheFile() throws {
    let files = try ["/etc/k/pictures/bus.png": png(width: 12), "/srv/train.png": png(), "/etc/k/closed.png": png()]
    let made = try settings(Self.survey, files: files, name: "/etc/k/kiosk.conf")
    #expect(made.questions[0].icons.map(\.id) == ["bus", "train"] && made.questions[1].icons == [])
    #expect(made.questions[0].icons.map(\.path) == ["/etc/k/pictures/bus.png", "/srv/train.png"])
    #expect(made.theme.closedPicture == "/etc/k/closed.png" && made.picture("/etc/k/pictures/bus.png")?.width == 12)
    #expect(made.picture("/etc/k/none.png") == nil && made.warnings == [])
  }

  /// One line each, with file, line and suggestion.
  @Test func badPicturesAreReported() throws {
    let line = "kiosk.conf:4: [question visit] icon bus = new.png: "
    let change = ("pictures/bus.png", "new.png")
    #expect(
      try Self.told(change, Array("no picture".utf8)) == [
        line + "cannot decode the PNG picture: not a PNG file; save it as PNG again"
      ])
    #expect(
      try Self.told(change, png(width: 20_000, height: 4)) == [
        line + "cannot decode the PNG picture: 20000x4 pixels are more than 4096 a side; scale it down"
      ])
    let missing = "cannot open new.png: no such file or directory; correct the path, or put a picture there"
    #expect(try Self.told(change) == [line + missing])
    #expect(
      try Self.told(("closed-picture = closed.png", "closed-picture = new.png"), []) == [
        "kiosk.conf:10: [theme] closed-picture = new.png: cannot decode the PNG picture: the file is empty; save it as PNG "
          + "again"
      ])
  }

  @Test func iconsBelongToTiles() throws {
    #expect(
      try Self.told(("icon train", "icon trian")) == [
        "kiosk.conf:5: [question visit] icon trian = /srv/train.png: the question has no such ID in options; did you mean train?"
      ])
    #expect(
      try Self.told(("icon waiting =", "icon bus = closed.png")) == [
        "kiosk.conf:8: [question shop] icon bus = closed.png: the question has no such ID in reasons; add it there, or remove "
          + "this line"
      ])
    #expect(
      try Self.told(("icon train", "icon bus")) == [
        "kiosk.conf:5: [question visit] icon bus = /srv/train.png: duplicate key; it is already set in line 4"
      ])
    #expect(
      try Self.told(("icon train", "icon")) == [
        "kiosk.conf:5: [question visit] icon = /srv/train.png: invalid key; allowed: icon ID with an ID of "
          + ValueParser.idForm
      ])
    // A list that cannot be read may have been meant to contain it.
    let told = try Self.told(("options = bus, train", "options = bus, train, T"))
    #expect(!told.isEmpty && !told.contains { $0.contains("has no such ID") }, "\(told)")
  }

  private static func slides(_ line: String, _ files: [String: [UInt8]], more: String = "") -> [String] {
    do {
      let text = "[theme]\n\(line)\n[question a]\n[text en]\nquestion a = Q\n" + more
      return try settings(text, files: files).warnings.map(\.message)
    } catch { return error.list.map(\.message) }
  }

  /// A photo that cannot be used is one line with a suggestion. Its pixels and its file are not kept.
  @Test func photoIsChecked() throws {
    let files = try [
      "a.png": png(), "b.png": png(width: 20_000, height: 4), "c.png": Array("no".utf8),
      "e.png": png(width: 2049, height: 2048),
    ]
    let line = "kiosk.conf:2: [theme] photo = "
    for (name, reason) in [
      ("b.png", "cannot decode the PNG picture: 20000x4 pixels are more than 4096 a side; scale it down"),
      ("c.png", "cannot decode the PNG picture: not a PNG file; save it as PNG again"),
      ("d.png", "cannot open d.png: no such file or directory; correct the path, or put a picture there"),
      ("e.png", "too large: at most 4194304 pixels are allowed; scale it down"),
    ] {
      #expect(Self.slides("photo = " + name, files) == [line + name + ": " + reason])
    }
    #expect(Self.slides("photo =", [:]) == [] && Self.slides("photo = a.png", files) == [])
    let made = try settings(
      "[theme]\nphoto = a.png\n[question a]\n[text en]\nquestion a = Q\n", files: ["/etc/k/a.png": png()],
      name: "/etc/k/kiosk.conf")
    #expect(made.theme.photo == "/etc/k/a.png" && made.images == [] && made.warnings == [])
    let useless = "kiosk.conf:2: warning: [theme] photo = a.png: has no effect without questions; "
    let told = try settings("[theme]\nphoto = a.png", files: files).warnings.map(\.message)
    #expect(told == [useless + "add a [question ID] and a [text en]"])
  }

  /// Slides are paths between commas. Each unusable one is reported with the line and its own name.
  @Test func slidesAreChecked() throws {
    let files = try ["a.png": png(), "b.png": png(width: 4, height: 4097), "c.png": Array("no".utf8), "d.png": png()]
    let nine = (0..<9).map { "\($0).png" }.joined(separator: ", ")
    #expect(Self.slides("slides = a.png,d.png , a.png", files) == [] && Self.slides("slides =", [:]) == [])
    #expect(
      Self.slides("slides = a.png, b.png, c.png, none.png", files) == [
        "kiosk.conf:2: [theme] slides = a.png, b.png, c.png, none.png: b.png: cannot decode the PNG picture: 4x4097 pixels are more "
          + "than 4096 a side; scale it down",
        "kiosk.conf:2: [theme] slides = a.png, b.png, c.png, none.png: c.png: cannot decode the PNG picture: not a PNG file; save "
          + "it as PNG again",
        "kiosk.conf:2: [theme] slides = a.png, b.png, c.png, none.png: cannot open none.png: no such file or directory; correct the "
          + "path, or put a picture there",
      ])
    #expect(
      Self.slides("slides = e.png", ["e.png": try png(width: 2049, height: 2048)]) == [
        "kiosk.conf:2: [theme] slides = e.png: e.png: too large: at most 4194304 pixels are allowed; scale it down"
      ])
    for wrong in ["a.png,", nine] {
      #expect(
        Self.slides("slides = " + wrong, files) == [
          "kiosk.conf:2: [theme] slides = \(wrong): invalid value; allowed: paths of at most 8 PNG files, separated by commas; "
            + "empty for none"
        ])
    }
    #expect(
      Self.slides("slides = a.png", files, more: "[kiosk]\nattract = no") == [
        "kiosk.conf:2: warning: [theme] slides = a.png: has no effect without attract = yes"
      ])
    let made = try settings(
      "[theme]\nslides = a.png, /srv/d.png", files: files.merging(["/etc/k/a.png": png(), "/srv/d.png": png()]) { $1 },
      name: "/etc/k/kiosk.conf")
    #expect(made.theme.slides == ["/etc/k/a.png", "/srv/d.png"] && made.images == [])
  }
}
