import Journal
import Linux
import Rating

/// Writes answers down: the journal first, then a line of JSON on standard output.
final class AnswerBook {
  private let journal: Journal
  private let bootID = bootIdentity()
  private var isFaultTold = false

  /// `path` is a database or a place for one; `nil` takes the default place and makes its folders.
  init(_ path: String?) throws(KioskError) {
    let place: String
    if let path { place = path } else { place = try StateFolder.made() + "/journal.sqlite" }
    do throws(JournalError) {
      journal = try Journal(path: place, whenDamaged: .setAside)
    } catch {
      throw .failure(error.message)
    }
    if let path = journal.setAsidePath {
      Standard.error("the journal was damaged: it is kept as " + path + ", and a new one is begun; send it to be rescued")
    }
    tellFault()
  }

  /// Once when it comes, and again only after it had gone.
  private func tellFault() {
    if let fault = journal.fault, !isFaultTold { Standard.error(fault.message) }
    isFaultTold = journal.fault != nil
  }

  /// Returns when the answer is on disk; then prints it.
  func record(_ value: Int32, of scale: Scale) throws(KioskError) {
    let answer: Answer
    do throws(JournalError) {
      answer = Answer(
        uuid: try AnswerID.random(), steps: value, stepsPerStar: scale.step.perStar, starCount: scale.starCount,
        wall: WallClock.now(), monotonic: MonotonicClock.now(), bootID: bootID, isSynchronised: WallClock.isSynchronised)
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
    tellFault()
  }

  func close() { journal.close() }
}
