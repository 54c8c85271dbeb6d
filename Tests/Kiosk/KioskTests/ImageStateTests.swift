import Basics
import Foundation
import TestSupport
import Testing

@testable import KioskStatus

/// The file in which a disk image's programs describe its version and its update.
@Suite struct ImageStateTests {
  private func state(_ text: String) -> ImageState? { ImageState(Array(text.utf8)) }

  private func json(_ state: ImageState?) -> String {
    var json = JSONWriter()
    json.object { json in state?.add(to: &json) }
    return json.text
  }

  @Test func aFileIsRead() {
    let whole =
      "version 0.2.0~20261130.0e6313f\nslot a\nupdate failed\ndetail slot b: the kiosk has \"shown\" no picture\n"
    #expect(
      json(state(whole))
        == #"{"image":{"version":"0.2.0~20261130.0e6313f","slot":"a","update":"failed","#
        + #""detail":"slot b: the kiosk has \"shown\" no picture"}}"#)
    #expect(state(whole)?.faults == ["update_failed"])
    #expect(state(whole)?.description == "version 0.2.0~20261130.0e6313f, started from slot a")
    #expect(state(whole)?.updateDescription == #"failed: slot b: the kiosk has "shown" no picture"#)
    #expect(state("slot b\nupdate none\n")?.updateDescription == nil)
    #expect(state("slot b\n")?.description == "version unknown, started from slot b")
    for update in ImageState.Update.allCases where update != .failed {
      let read = state("update \(update.rawValue)")
      #expect(read?.update == update && read?.faults == [], "\(update)")
    }
    #expect(json(state("slot b\n")) == #"{"image":{"version":null,"slot":"b","update":null}}"#)
  }

  /// An invalid line counts as missing, and so does the second one with a key. A file without a valid line counts as missing as a whole.
  @Test func invalidLinesAreMissing() {
    for line in [
      "version " + String(repeating: "1", count: 65), "version 1 2", "version é", "version \u{7}", "version ",
      "version",
      "slot c", "slot ab", "slot", "update maybe", "update failed ", "update", " update failed", "detail x", "\0", "",
    ] {
      #expect(state(line) == nil, "\(line)")
      #expect(json(state(line + "\nslot a\n")).contains(#""slot":"a""#), "\(line)")
      #expect(state(line + "\nslot a\n")?.faults == [], "\(line)")
    }
    #expect(state("slot a\nslot b\nupdate done\nupdate failed\n")?.slot == "a")
    #expect(state("update done\nupdate failed\n")?.faults == [])
    #expect(state("slot a\ndetail \(String(repeating: "x", count: 201))\n")?.detail == nil)
    #expect(state("slot a\ndetail a\tb\u{1b}[0m\u{85}c\n")?.detail == "a b [0m c")
    #expect(state("slot a\n" + String(repeating: "\n", count: 1017))?.slot == "a")
    #expect(state("slot a\n" + String(repeating: "\n", count: 1018)) == nil)
  }

  @Test(arguments: 0..<20) func randomFilesAreBounded(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let words = ["version ", "slot ", "update ", "detail ", "a", "failed", "\n", "\n", " "].map { Array($0.utf8) }
    for _ in 0..<500 {
      var file: [UInt8] = []
      for _ in 0..<random.next() % 60 {
        let noise = (0..<random.next() % 90).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        file += random.next() % 3 == 0 ? noise : words[Int(random.next() % UInt64(words.count))]
      }
      guard let found = ImageState(file) else { continue }
      #expect(file.count <= 1024 && found.version?.utf8.count ?? 0 <= 64 && found.detail?.utf8.count ?? 0 <= 600)
      let read = try JSONSerialization.jsonObject(with: Data(json(found).utf8)) as? [String: [String: Any]]
      #expect(read?["image"]?["slot"] as? String == found.slot)
    }
  }

  /// Links, pipes, folders and other users' files are not read, and nothing waits for a writer.
  @Test func onlyARegularFileIsRead() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "image-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(ImageState.read(in: folder) == nil)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(ImageState.read(in: folder) == nil)
    let path = folder + "/state"
    try "slot a\n".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(ImageState.read(in: folder)?.slot == "a")
    try FileManager.default.moveItem(atPath: path, toPath: folder + "/other")
    for make in [
      { mkfifo(path, 0o666) }, { symlink(folder + "/other", path) }, { mkdir(path, 0o777) },
      { truncate(folder + "/other", 1025) + link(folder + "/other", path) },
    ] {
      #expect(make() == 0)
      #expect(ImageState.read(in: folder) == nil)
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
