import Foundation
import System
import Testing

@testable import Journal

/// The words of the survey's versions beside the journal.
@Suite struct SurveyFileTests {
  let folder: TemporaryFolder
  let file: SurveyFile

  init() throws {
    folder = try TemporaryFolder()
    file = SurveyFile(of: folder.file("j.sqlite"))
  }

  private func line(_ number: Int) -> [UInt8] { Array("{\"version\":\"\(number)\"}".utf8) }

  /// Each version once, and the last twenty.
  @Test func lastVersionsAreKept() throws {
    #expect(file.lines.isEmpty)
    for number in 0..<25 {
      try file.keep(line(number))
      try file.keep(line(number))
    }
    #expect(file.lines == (5..<25).map(line))
    // A version that returns is a new one once it was dropped.
    try file.keep(line(4))
    #expect(file.lines == (6..<25).map(line) + [line(4)])
  }

  @Test func longWordsAreRefused() throws {
    try file.keep(line(1))
    #expect(throws: SystemError.self) { try file.keep([UInt8](repeating: 32, count: (64 << 10) + 1)) }
    #expect(file.lines == [line(1)])
  }

  /// The courier's user may put anything at the path. The kiosk then begins anew, and writes nowhere else.
  @Test(arguments: ["garbage", "link", "pipe", "folder", "long"]) func otherFilesAreReplaced(what: String) throws {
    let path = folder.file("j.sqlite.surveys")
    switch what {
    case "garbage": _ = try folder.write("j.sqlite.surveys", Data([0, 255, 10, 10, 7]))
    case "long": _ = try folder.write("j.sqlite.surveys", Data(repeating: 65, count: 3 << 20))
    case "link":
      _ = try folder.write("other", Data("safe".utf8))
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("other"))
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    if what == "folder" {
      #expect(throws: SystemError.self) { try file.keep(line(1)) }
      return
    }
    try file.keep(line(1))
    #expect(file.lines.last == line(1))
    if what == "link" { #expect(try folder.read("other") == Data("safe".utf8)) }
  }

  /// `star-kiosk forget` deletes it with the journal.
  @Test func itBelongsToTheJournal() { #expect(Journal.isCompanion("j.sqlite.surveys", of: "j.sqlite")) }
}
