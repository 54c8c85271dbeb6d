import Foundation
import Testing

@testable import Settings

/// Files up to the size limit, which a copied line, a faulty script or an attacker can make.
@Suite struct LongFileTests {
  /// Returns a file of at most `size` bytes: a beginning, and one line again and again, with a number from 1970 in place of "%".
  private static func file(_ start: String, _ line: String, size: Int) -> [UInt8] {
    let parts = line.split(separator: "%", omittingEmptySubsequences: false).map { Array($0.utf8) }
    var bytes = Array(start.utf8)
    for number in 1970... {
      let next = Array(parts.joined(separator: Array("\(number)".utf8)))
      if bytes.count + next.count > size { break }
      bytes += next
    }
    return bytes
  }

  /// Returns the processor time of this thread for reading and checking a file, in nanoseconds. Other programs do not change it much.
  private static func time(_ bytes: [UInt8]) -> Int64 {
    func now() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    let start = now()
    _ = mistakes(bytes: bytes)
    return now() - start
  }

  /// Eight times as many lines take about eight times as long. If each line searched all others, they would take 64 times as long.
  @Test(arguments: [
    ("[slider]\n", "stars=5\n"), ("[theme]\n", "slides = a.png\n"), ("", "[text aa-%]\nname=x\n"),
    ("", "[question q%]\n"), ("[face]\nshape = points\n", "points=0,0\n"),
    ("[question q]\n[text en]\n", "reason a = hello\n"), ("[question q]\n[text en]\n", "reason a%=x\\\n"),
    ("[question q]\n", "icon a%=x%\n"), ("[kiosk]\n", "hours = Mo 08:00-09:00\n"),
    ("[kiosk]\n", "closed = %-12-25\n"),
  ])
  func timeIsProportionalToSize(_ start: String, _ line: String) {
    let whole = INIDocument.maximumSize
    let (small, large) = (Self.file(start, line, size: whole / 8), Self.file(start, line, size: whole))
    _ = Self.time(small)
    let (few, many) = ((0..<3).map { _ in Self.time(small) }.min() ?? 0, Self.time(large))
    #expect(many < 24 * few, "\(few) and \(many) ns")
  }

  @Test func onlyTheFirstMessagesArePrinted() {
    func printed(_ lines: Int) -> [String] {
      var builder = SettingsBuilder()
      builder.read(Array(("[slider]\n" + String(repeating: "stars = 5\n", count: lines)).utf8), name: "k.conf")
      return Diagnostic.messages(of: Diagnostic.inOrder(builder.check { _ in [] }.found))
    }
    #expect(printed(1) == [])
    let most = printed(101)
    #expect(most.count == 100)
    #expect(most.first == "k.conf:3: [slider] stars = 5: duplicate key; it is already set in line 2")
    #expect(most.last == "k.conf:102: [slider] stars = 5: duplicate key; it is already set in line 2")
    #expect(printed(102) == most + ["errors and warnings that are not shown: 1; correct these first"])
    #expect(printed(20_001).last == "errors and warnings that are not shown: 19900; correct these first")
  }

  /// The sections beyond the limit are not read: each would need screens of its own.
  @Test func sectionsTooManyAreNotRead() {
    var builder = SettingsBuilder()
    let text = (0..<1000).map { "[question q\($0)]\nkind = wrong\n" }.joined()
    builder.read(Array(text.utf8), name: "k.conf")
    let (settings, found) = builder.check { _ in [] }
    #expect(settings.questions.count == QuestionSettings.most + 1)
    // One error for each question that was read, and one for the section too many.
    #expect(found.count == QuestionSettings.most + 2, "\(found.map { $0.message })")
  }

  /// A kiosk with as many texts as it can have gets all of them.
  @Test func allTextsAreKept() throws {
    let ids = (0..<QuestionSettings.most).map { question in
      (0..<QuestionSettings.mostReasons).map { "r\(question)-\($0)" }
    }
    let questions = ids.enumerated().map { "[question q\($0)]\nreasons = \($1.joined(separator: ", "))\n" }.joined()
    let texts = ids.indices.map { "question q\($0) = Q\n" } + ids.joined().map { "reason \($0) = R\n" }
    let made = try settings(questions + "[text en]\n" + texts.joined())
    #expect(made.languages[0].reasons.count == QuestionSettings.most * QuestionSettings.mostReasons)
    #expect(made.languages[0].questions.count == QuestionSettings.most)
  }
}
