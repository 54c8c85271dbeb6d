import Journal
import Linux
import Rating

/// Writes answers down: the journal first, then a line of JSON on standard output.
final class AnswerBook {
  private let journal: Journal
  private let bootID: String

  /// `path` is a database or a place for one; `nil` takes the default place and makes its folders.
  init(_ path: String?) throws(KioskError) {
    let place: String
    if let path { place = path } else { place = try StateFolder.made() + "/journal.sqlite" }
    do throws(JournalError) {
      journal = try Journal(path: place)
    } catch {
      throw .failure(error.message)
    }
    bootID = Self.readBootID()
  }

  /// Returns when the answer is on disk; then prints it.
  func record(_ value: Int32, of scale: Scale) throws(KioskError) {
    let answer: Answer
    do throws(JournalError) {
      answer = Answer(
        uuid: try AnswerID.random(), steps: value, stepsPerStar: scale.step.perStar, starCount: scale.starCount,
        wall: WallClock.now(), monotonic: MonotonicClock.now(), bootID: bootID)
    } catch {
      throw .failure(error.message)
    }
    do throws(JournalError) {
      try journal.record(answer)
    } catch {
      // What could not be stored is at least told, so that nothing is lost where somebody keeps the log.
      throw .failure(error.message + "; the answer was " + answer.json)
    }
    Standard.output(answer.json)
  }

  func close() { journal.close() }

  private static func readBootID() -> String {
    guard let text = try? readFile("/proc/sys/kernel/random/boot_id", limit: 100) else { return "" }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
