import Basics
import Journal
import Rating
import Settings
import Survey
import System

/// Writes answers down: the journal first, then a line of JSON on standard output.
final class AnswerRecorder {
  private let journal: Journal
  private let bootID = bootIdentity()
  /// What answers are signed with.
  private let terminal: String
  private var isFaultTold = false
  /// Standard output did not take an answer.
  private var isOutputBroken = false

  /// `path` is a database or a place for one; `nil` takes the default place and makes its folders.
  init(_ path: String?, terminal: String, limit: Int64) throws(KioskError) {
    let place: String
    if let path {
      place = path
    } else {
      place = Journal.path(in: try StateFolder.made(suggestion: "say --journal PATH"))
    }
    do throws(JournalError) {
      journal = try Journal(path: place, limit: Journal.Limit(answers: limit), whenDamaged: .setAside)
    } catch {
      throw .failure(error.message)
    }
    if let path = journal.setAsidePath {
      Standard.error(
        "the journal was damaged: it is kept as " + path + ", and a new one is begun; send it to be rescued")
    }
    self.terminal = terminal
    tellFault()
  }

  /// Once when it comes, and again only after it had gone.
  private func tellFault() {
    if let fault = journal.fault, !isFaultTold { Standard.error(fault.message) }
    isFaultTold = journal.fault != nil
  }

  /// Returns when all that a visitor gave is on disk; then prints it.
  func record(_ visit: Visit, from model: KioskModel, language: Int32) throws(KioskError) {
    var answers: [Answer] = []
    let (wall, monotonic, isSynchronised) = (WallClock.now(), MonotonicClock.now(), WallClock.isSynchronised)
    var flags: Answer.Flags = []
    if visit.isPartial { flags.insert(.partial) }
    if visit.isRepeat { flags.insert(.repeated) }
    do throws(JournalError) {
      let name = try AnswerID.random()
      for given in visit.answers {
        let question = model.questions.isEmpty ? nil : model.questions[Int(given.question)]
        answers.append(
          Answer(
            uuid: visit.answers.count == 1 ? name : try AnswerID.random(), steps: given.value,
            stepsPerStar: model.scale.step.perStar, starCount: model.scale.starCount, wall: wall, monotonic: monotonic,
            bootID: bootID, visit: name, question: question?.id ?? "",
            reasons: question?.reasons(given.reasons) ?? [], language: model.languages[Int(language)], flags: flags,
            terminal: terminal, isSynchronised: isSynchronised))
      }
    } catch {
      throw .failure(error.message)
    }
    do throws(JournalError) {
      try journal.record(answers)
    } catch {
      // An answer that could not be stored is printed, but never into a log, which others may read.
      throw .failures(
        Standard.errorIsJournal
          ? [error.message] : answers.map { error.message + "; the answer was " + $0.json })
    }
    tellFault()
    for answer in answers { print(answer) }
  }

  /// A visitor's answer is safe where standard output does not take it: it is told once, and the terminal goes on.
  private func print(_ answer: Answer) {
    do throws(SystemError) {
      try Standard.outputUnlogged(answer.json)
    } catch {
      if !isOutputBroken {
        Standard.error(error.suggesting("starctl export reads all answers from " + path).message, .warning)
      }
      isOutputBroken = true
    }
  }

  /// Throws at the end if standard output is missing answers.
  func checkOutput() throws(KioskError) {
    if isOutputBroken { throw .failure("standard output has not all answers; " + path + " has") }
  }

  func close() { journal.close() }

  /// The database's.
  var path: String { journal.path }
  /// What an operator should see to; `nil` is nothing.
  var fault: String? { journal.fault?.message }
}

extension Settings {
  /// What answers are signed with: what was configured, or the machine's name.
  var terminalID: String { kiosk.id.isEmpty ? hostName() : kiosk.id }
}

extension QuestionSettings {
  /// The ids of the reasons whose bits are set.
  fileprivate func reasons(_ chosen: UInt32) -> [String] {
    reasons.indices.filter { chosen >> UInt32($0) & 1 != 0 }.map { reasons[$0] }
  }
}
