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
    #expect(made.theme.closedPicture == "/etc/k/closed.png" && made.image("/etc/k/pictures/bus.png")?.width == 12)
    #expect(made.image("/etc/k/none.png") == nil && made.warnings == [])
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
    #expect(try Self.told(change) == [line + "cannot open new.png: no such file or directory"])
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
}
