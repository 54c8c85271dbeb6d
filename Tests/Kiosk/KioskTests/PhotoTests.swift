import Foundation
import Pictures
import Testing

/// The photo behind the screens of a running kiosk.
@Suite struct PhotoProgramTests {
  private static let survey = """
    [question a]
    [question b]
    [text en]
    question a = How was it?
    question b = How clean was it?
    [text ar]
    question a = كيف كانت خدمتنا؟
    question b = ما مدى نظافة المتجر؟
    [theme]
    photo = photo.png

    """

  private static func write(_ width: Int32, _ height: Int32, _ program: Program) throws {
    let rgb = (0..<3 * Int(width * height)).map { UInt8(truncatingIfNeeded: $0 / 29) }
    let file = try PNG.encode(rgb: rgb, width: width, height: height)
    try Data(file).write(to: URL(fileURLWithPath: program.path("photo.png")))
  }

  /// With motion, two languages and a photo of 1 million pixels, a kiosk at 800x480 has at most 8 MB of private memory with the display's
  /// buffer of 1.5 MB, and none of the photo's file. Without a photo that cannot be used, the screens are plain.
  @Test func memoryAndReload() throws {
    let program = try Program()
    defer { program.remove() }
    try Self.write(1200, 900, program)
    let kiosk = try program.startKiosk(Self.survey, motion: true)
    defer { kiosk.terminate() }
    #expect(try program.wait(60) { try program.log().contains("drawing to") })
    #expect(try kilobytes(of: kiosk, below: 8 * 1024, in: program) < 8 * 1024)
    let before = try program.picture(of: kiosk)
    for (name, reason) in [
      ("none.png", "cannot open none.png: no such file or directory; correct the path, or put a picture there"),
      ("kiosk.conf", "cannot decode the PNG picture: not a PNG file; save it as PNG again"),
    ] {
      try program.configure(Self.survey.replacing("photo.png", with: name))
      kill(kiosk.processIdentifier, SIGHUP)
      let line = "star-kiosk: kiosk.conf:10: warning: [theme] photo = \(name): \(reason); the kiosk runs without it"
      #expect(try program.wait(20) { try program.log().contains(line) })
    }
    // The screens fade.
    #expect(try program.wait(20) { try program.picture(of: kiosk) != before })
  }

  /// A photo for which there is no memory is an error of one line.
  @Test func memoryIsChecked() throws {
    let program = try Program()
    defer { program.remove() }
    try Self.write(2000, 1500, program)
    try program.configure(Self.survey)
    let outcome = try program.run(
      ["check", "kiosk.conf"], command: ["/usr/bin/prlimit", "--data=11000000"])
    #expect(outcome.status == 2)
    let line =
      "kiosk.conf:10: [theme] photo = photo.png: cannot decode the PNG picture: not enough memory (12000000 bytes needed); scale it down"
    let lines = outcome.errors.split(separator: "\n").map(String.init).filter { $0.contains("photo.png") }
    let expected: [String] = ["star-kiosk: " + line]
    #expect(lines == expected, "\(outcome.errors)")
  }

  private static let tooLarge =
    "star-kiosk: kiosk.conf:10: [theme] photo = photo.png: not enough memory for the screens with this photo; scale it down to "
    + "800x480 pixels, or remove it"

  /// The same if the photo can be decoded, but the screens cannot be made with it.
  @Test func screensWithPhotoDoNotFit() throws {
    let program = try Program()
    defer { program.remove() }
    try Self.write(2000, 1500, program)
    try program.configure(Self.survey)
    let outcome = try program.run(
      ["check", "kiosk.conf", "--phrases", Program.phrases], command: ["/usr/bin/prlimit", "--data=27000000"])
    #expect(outcome.status == 2 && outcome.errors == Self.tooLarge + "\n", "\(outcome.errors)")
  }

  /// A running kiosk shows the screens without the photo.
  @Test func screensWithPhotoDoNotFitAtReload() throws {
    let program = try Program()
    defer { program.remove() }
    try Self.write(2000, 1500, program)
    let kiosk = try program.startKiosk(Self.survey.replacing("photo = photo.png", with: ""))
    defer { kiosk.terminate() }
    #expect(try program.wait(60) { try program.log().contains("drawing to") })
    let status = try String(contentsOfFile: "/proc/\(kiosk.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmData:") })
    let kilobytes = try #require(Int(line.split(whereSeparator: { " \t".contains($0) })[1]))
    let limit = kilobytes * 1024 + 25_000_000
    try Process.run(
      URL(fileURLWithPath: "/usr/bin/prlimit"), arguments: ["--pid=\(kiosk.processIdentifier)", "--data=\(limit)"]
    ).waitUntilExit()
    try program.configure(Self.survey)
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(20) { try program.log().contains("the new configuration is in effect") })
    let log = try program.log()
    let warning = Self.tooLarge.replacing("kiosk.conf:10: ", with: "kiosk.conf:10: warning: ")
    #expect(log.contains(warning + "; the kiosk runs without it\n"), "\(log)")
  }
}
