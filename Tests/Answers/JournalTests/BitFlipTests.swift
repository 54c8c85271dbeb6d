import Foundation
import Testing

@testable import Journal

/// Every bit of a small journal's pages, flipped one at a time, as a failing card returns it. An answer that was not delivered is then
/// delivered, or counted as a bad row, or its journal is set aside or reported as damaged. It is never lost without a word.
@Suite struct BitFlipTests {
  let folder: TemporaryFolder
  let path: String
  let template: [UInt8]
  /// The first one was delivered.
  static let all = (1..<5).map(sample)
  let pending = Set(all.dropFirst().map(\.uuid))

  init() throws {
    folder = try TemporaryFolder(in: "/dev/shm")
    path = folder.file("answers.db")
    let journal = try Journal(path: path)
    try journal.record(Self.all)
    try Outbox(path: path).markDelivered([1], at: 1_709_210_100_000)
    journal.close()
    template = [UInt8](try folder.read("answers.db"))
  }

  /// The bits to flip: all of the headers and of the indexes' small pages; of the answers and their UUIDs every third, of the schema's
  /// text, where every bit has the same effect, and of free space only some.
  private var bits: [Int] {
    (0..<template.count * 8).filter { bit in
      let byte = bit / 8
      if template[byte] == 0 && !(byte > 0 && template[byte - 1] != 0) && byte % 4096 > 100 { return bit % 997 == 0 }
      if byte < 4096 && byte > 112 { return bit % 97 == 0 }
      return byte % 4096 > 20 && byte < 3 * 4096 ? bit % 3 == 0 : true
    }
  }

  /// Delivers the answers of a journal after a flip. Returns those that are missed and not accounted for.
  private func missing(_ outbox: Outbox) throws(JournalError) -> Set<AnswerID> {
    try outbox.repairIndexes()
    var found: Set<AnswerID> = []
    var last: Int64 = 0
    while true {
      let answers = try outbox.next(after: last, limit: 2)
      guard let end = answers.last else { break }
      last = end.sequence
      for pending in answers {
        #expect(Answer.kinds.contains(pending.answer.kind))
        _ = pending.answer.jsonBytes
        found.insert(pending.answer.uuid)
      }
      try outbox.markDelivered(answers.map { $0.sequence }, at: 1)
    }
    let strangers = found.subtracting(Self.all.map(\.uuid)).count
    let missing = pending.subtracting(found)
    return missing.count <= strangers + Int(outbox.badRows) ? [] : missing
  }

  private func write(_ bytes: [UInt8]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) { unlink(folder.file(name)) }
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    #expect(Foundation.write(file, bytes, bytes.count) == bytes.count)
    close(file)
  }

  private func flip(_ test: (Int) throws -> String) throws {
    var outcomes: [String: Int] = [:]
    for bit in bits {
      var bytes = template
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try write(bytes)
      outcomes[try test(bit), default: 0] += 1
    }
    print("flipped bits: \(outcomes.sorted { $0.value > $1.value })")
    #expect(outcomes["delivered"] ?? 0 > 0)
    #expect(outcomes.values.reduce(0, +) > 3_000)
  }

  @Test func aKioskThatStartsLosesNothingSilently() throws {
    try flip { bit in
      let journal: Journal
      do throws(JournalError) { journal = try Journal(path: path, whenDamaged: .setAside) } catch {
        // The version, in the bytes from 60 to 63, may be that of a newer program; a negative one is not ours.
        let isVersion = 60..<64 ~= bit / 8
        if isVersion && [.newerSchema, .otherApplication].contains(error.kind) { return "refused by its version" }
        Issue.record("page \(bit / 8 / 4096 + 1) byte \(bit / 8 % 4096) bit \(bit % 8): \(error.kind) \(error.reason)")
        return "refused"
      }
      #expect(throws: Never.self) { try journal.record(sample(5)) }
      do throws(JournalError) {
        let missing = try missing(Outbox(path: path))
        if journal.setAsidePath != nil { return "set aside" }
        #expect(missing.isEmpty, "page \(bit / 8 / 4096 + 1) byte \(bit / 8 % 4096) bit \(bit % 8)")
        return "delivered"
      } catch {
        #expect(
          error.kind == .damaged,
          "page \(bit / 8 / 4096 + 1) byte \(bit / 8 % 4096) bit \(bit % 8): \(error.kind) \(error.reason)")
        return "reported by the outbox: \(error.reason)"
      }
    }
  }

  @Test func aCourierWithoutAKioskLosesNothingSilently() throws {
    try flip { bit in
      do throws(JournalError) {
        let missing = try missing(Outbox(path: path))
        #expect(missing.isEmpty, "page \(bit / 8 / 4096 + 1) byte \(bit / 8 % 4096) bit \(bit % 8)")
        return "delivered"
      } catch {
        return "reported: \(error.kind)"
      }
    }
  }

  @Test func anExportLosesNothingSilently() throws {
    try flip { bit in
      var found: [Answer] = []
      do throws(JournalError) {
        let reader = try JournalReader(path: path)
        while let answer = try reader.next() {
          _ = answer.jsonBytes
          found.append(answer)
        }
      } catch { return "reported: \(error.kind)" }
      #expect(
        found.map(\.kind) == Self.all.map(\.kind), "page \(bit / 8 / 4096 + 1) byte \(bit / 8 % 4096) bit \(bit % 8)")
      return "delivered"
    }
  }
}
