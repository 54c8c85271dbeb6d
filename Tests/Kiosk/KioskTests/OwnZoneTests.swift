import Foundation
import Testing

/// The machine's own time zone, which counts without the key time-zone.
@Suite struct OwnZoneTests {
  static let hours = "[kiosk]\ntrust-clock = yes\nhours = 08:00-18:00\n"

  @Test func aMissingOwnZoneIsReported() throws {
    let program = try Program()
    defer { program.remove() }
    func check(_ text: String, _ zone: String) throws -> Program.Outcome {
      try program.configure(text)
      return try program.run(["check", "kiosk.conf"], command: ["/usr/bin/env", "TZ=" + zone])
    }
    let gone = try check(Self.hours, "US/Nowhere")
    #expect(gone.status == 2)
    #expect(
      gone.errors.hasPrefix(
        "star-kiosk: kiosk.conf:1: [kiosk] time-zone: not set, and the machine's own zone cannot be used: cannot open "
          + "/usr/share/zoneinfo/US/Nowhere: no such file or directory; install the package tzdata-legacy"),
      "\(gone.errors)")
    #expect(try check(Self.hours, "Asia/Tokyo").status == 0)
    // The own zone is not used.
    #expect(try check(Self.hours + "time-zone = Asia/Tokyo\n", "US/Nowhere").status == 0)
    #expect(try check("[slider]\n", "US/Nowhere").status == 0)
  }

  /// The kiosk runs with UTC, and its status says so.
  @Test func aMissingOwnZoneIsAFault() throws {
    let program = try Program()
    defer { program.remove() }
    try program.configure(Self.hours)
    let kiosk = try program.start(
      ["--config", "kiosk.conf", "--display", "memory", "--touch", "none", "--journal", "j.sqlite"],
      command: ["/usr/bin/env", "TZ=US/Nowhere"])
    defer { kiosk.terminate() }
    func faults() throws -> [String]? {
      guard let data = FileManager.default.contents(atPath: program.path("star-kiosk.json")) else { return nil }
      return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["faults"] as? [String]
    }
    #expect(try program.wait(30) { try faults() == ["time_zone_missing"] }, "\((try? program.log()) ?? "")")
    #expect(try program.log().contains("; the kiosk uses UTC"))
  }
}
