import Basics
import Journal
import Rating
import Settings
import Survey
import System

/// Writes answers to the journal first, then to standard output as lines of JSON.
final class AnswerRecorder {
  private let journal: Journal
  private let bootID = bootIdentity()
  /// The kiosk's name in its answers.
  private let kioskID: String
  private var isFaultReported = false
  private var isReplacementReported = false
  /// Whether standard output refused an answer.
  private var isOutputBroken = false

  /// - Parameter path: A database, or where to create one; `nil` for the default in the state folder.
  init(_ path: String?, kioskID: String, limit: Int64) throws(KioskError) {
    let place = if let path { path } else { Journal.path(in: try createStateFolder(suggestion: "pass --journal PATH")) }
    do throws(JournalError) {
      journal = try Journal(path: place, limit: limit, whenDamaged: .setAside)
    } catch { throw KioskError(error) }
    if let path = journal.setAsidePath {
      Standard.error("the journal was damaged: it is kept as " + path + " for recovery, and a new one was created")
    }
    self.kioskID = kioskID
    reportFault()
  }

  /// Reports the journal's fault once until it is resolved.
  private func reportFault() {
    if let fault = journal.fault, !isFaultReported { Standard.error(fault.message) }
    isFaultReported = journal.fault != nil
    if isReplaced && !isReplacementReported {
      Standard.error(
        "the journal " + path
          + " was deleted, moved, overwritten or damaged; another one is in its place, with the pending answers")
    }
    isReplacementReported = isReplaced
  }

  /// Returns when all answers of the visit are on disk and printed.
  func record(_ visit: Visit, from model: KioskModel, language: Int32) throws(KioskError) {
    var answers: [Answer] = []
    let (wall, monotonic, isSynchronised) = (WallClock.now(), MonotonicClock.now(), WallClock.isSynchronised)
    var flags: Answer.Flags = []
    if visit.isPartial { flags.insert(.partial) }
    if visit.isRepeat { flags.insert(.repeated) }
    do throws(JournalError) {
      let visitID = try AnswerID.random()
      for answer in visit.answers {
        let question = model.questions.isEmpty ? nil : model.questions[Int(answer.question)]
        answers.append(
          Answer(
            uuid: visit.answers.count == 1 ? visitID : try AnswerID.random(), steps: answer.value,
            stepsPerStar: model.scale.step.perStar, starCount: model.scale.starCount, wall: wall, monotonic: monotonic,
            bootID: bootID, visit: visitID, question: question?.id ?? "",
            reasons: question?.reasons(answer.reasons) ?? [], language: model.languages[Int(language)], flags: flags,
            terminal: kioskID, isSynchronised: isSynchronised))
      }
      try journal.record(answers)
    } catch {
      // Reports answers that are not stored, except to the system's journal: visitors' answers must not get there.
      throw .failures(
        Standard.errorIsJournal
          ? [error.message] : answers.map { error.message + "; the answer was " + $0.json })
    }
    reportFault()
    for answer in answers { print(answer) }
  }

  /// Prints an answer that is on disk. An error is reported once, and the kiosk goes on.
  private func print(_ answer: Answer) {
    do throws(SystemError) { try Standard.outputUnlogged(answer.json) } catch {
      if !isOutputBroken {
        Standard.error(error.suggesting("starctl export reads all answers from " + path).message, .warning)
      }
      isOutputBroken = true
    }
  }

  /// Throws if standard output lacks answers: a program that reads them there must know.
  func checkOutput() throws(KioskError) {
    if isOutputBroken {
      throw KioskError(
        "write", "all answers to standard output", "it was closed or full",
        suggestion: "starctl export reads them from " + path)
    }
  }

  func close() { journal.close() }

  /// The database's.
  var path: String { journal.path }
  /// Whether another journal than that of the start is in use.
  var isReplaced: Bool { journal.isReplaced }
  /// A fault that an operator should resolve.
  var fault: String? { journal.fault?.message }
}

extension Settings {
  /// The kiosk's name in its answers: the configured one, or the machine's.
  var kioskID: String { kiosk.id.isEmpty ? hostName() : kiosk.id }
}

extension QuestionSettings {
  /// Returns the ids of the reasons whose bits are set.
  fileprivate func reasons(_ chosen: UInt32) -> [String] {
    reasons.indices.filter { chosen >> UInt32($0) & 1 != 0 }.map { reasons[$0] }
  }
}
