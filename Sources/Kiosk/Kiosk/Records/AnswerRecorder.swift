import Basics
import Journal
import KioskStatus
import Settings
import StarSlider
import Survey
import System

/// Stores answers on disk, then writes them to standard output as lines of JSON. Answers are never logged.
final class AnswerRecorder {
  private let store: AnswerStore
  private let bootID = bootIdentity()
  /// The kiosk's name in its answers.
  let kioskID: String
  /// The last visit that has an identity.
  private var known: (number: Int64, id: AnswerID)?
  // The faults in the log.
  private var (setAsideLine, replacementLine, droppedLine) = (RepeatedLine(), RepeatedLine(), RepeatedLine())
  private var (faultLine, failureLine) = (RepeatedLine(), RepeatedLine())
  private var (reserveAsideLine, reserveLine) = (RepeatedLine(), RepeatedLine())
  /// Whether writing an answer to standard output failed.
  private var isOutputBroken = false

  /// Opens or creates the journal. At the default path, a file that cannot be used is set aside. At another path, only a damaged journal is
  /// set aside; any other file stays, because it may belong to another program. The kiosk is then out of order, or the program ends if its
  /// screen is only in memory.
  ///
  /// - Parameters:
  ///   - path: A database, or the path at which to create one; `nil` for the default in the state folder.
  ///   - isSeen: Whether the screen is not only in memory.
  init(_ path: String?, kioskID: String, limit: Int64, isSeen: Bool = false) throws(KioskError) {
    let own = Journal.defaultPath
    guard let place = path ?? own else {
      throw .usage("no folder for persistent files: HOME and STATE_DIRECTORY are not set; pass --journal PATH")
    }
    let isOwn = own.map { $0.utf8.elementsEqual(place.utf8) } ?? false
    do throws(JournalError) {
      PrivateFolder.adoptReserve(of: place)
      // A service shows its stars, or that the kiosk is out of order, instead of a blank screen.
      store = try AnswerStore(
        path: place, limit: limit, mayWait: isSeen || isOwn || Environment.stateDirectory != nil,
        whenDamaged: isOwn ? .replace : .setAside, reserve: PrivateFolder.reserve(of: place))
    } catch { throw KioskError(error) }
    self.kioskID = kioskID
    reportFaults()
  }

  /// Reports each fault once. A fault that was resolved is reported again when it returns.
  private func reportFaults() {
    setAsideLine.log(store.setAsidePath.map { Journal.note(aside: $0) })
    droppedLine.log(store.dropped.utf8.isEmpty ? nil : Journal.note(dropped: store.dropped))
    reserveAsideLine.log(
      store.reserveAsidePath.map { "a part of the reserve of answers could not be read: it is kept in " + $0 })
    reserveLine.log(store.reserveFailure.map { "there is no reserve for answers: " + $0.message }, .warning)
    // Its text has the number of answers, which grows.
    if faultLine.text.utf8.isEmpty || store.fault == nil { faultLine.log(store.fault?.message) }
    replacementLine.log(
      isReplaced
        ? "the journal " + path + " was deleted, moved, overwritten or damaged; another one is in its place, with the "
          + "pending answers" : nil)
    let failed = isWaiting ? store.failure : nil
    if failed == nil && !failureLine.text.utf8.isEmpty { Standard.error("the journal stores answers again") }
    failureLine.log(
      failed.map { $0.message + (isOutOfOrder ? "; the kiosk is out of order" : "; answers are kept in a reserve") })
  }

  /// Returns the identity of a visit, which its answers and its code contain. It is random, and made when it is first needed.
  ///
  /// - Parameter number: The visit's number in the machine, `visitNumber`.
  func identity(ofVisit number: Int64) throws(JournalError) -> AnswerID {
    if let known, known.number == number { return known.id }
    let id = try AnswerID.random()
    known = (number, id)
    return id
  }

  /// Stores and prints the machine's visit. Returns whether its answers are on disk.
  ///
  /// - Parameter survey: The version of the survey.
  func record(_ machine: SurveyMachine, from model: KioskModel, survey: String) -> Bool {
    let visit = machine.visit
    let (wall, monotonic, isSynchronised) = (WallClock.now(), BootClock.now(), WallClock.isSynchronised)
    var flags = Answer.Flags(rawValue: visit.marks.rawValue)
    if visit.isPartial { flags.insert(.partial) }
    defer { reportFaults() }
    do throws(JournalError) {
      let visitID = try identity(ofVisit: machine.visitNumber)
      var answers: [Answer] = []
      for answer in visit.answers {
        let question = model.questions.isEmpty ? nil : model.questions[Int(answer.question)]
        let scale = model.scales[Int(answer.question)]
        answers.append(
          Answer(
            uuid: visit.answers.count == 1 ? visitID : try AnswerID.random(), steps: answer.value,
            stepsPerStar: scale.step.perStar, starCount: scale.starCount, wall: wall, monotonic: monotonic,
            bootID: bootID, visit: visitID, question: question?.id ?? "",
            reasons: question?.reasons(answer.chosen) ?? [], language: model.languages[Int(machine.language)],
            flags: flags,
            kiosk: kioskID, isSynchronised: isSynchronised, kind: "\(question?.kind.name ?? "stars")",
            chosen: question?.chosen(answer.chosen) ?? [],
            shown: question.map { question in
              machine.arrangement(for: answer).map { question.tiles[Int($0)] }
            } ?? [], survey: survey))
      }
      try store.record(answers)
      for answer in answers { print(answer) }
      return true
    } catch { return false }
  }

  /// Retries storing the answers that are not on disk.
  func retry() {
    if let saved = try? store.retry() { for answer in saved { print(answer) } }
    reportFaults()
  }

  /// Prints an answer that is on disk. An error is reported once, and the kiosk continues.
  private func print(_ answer: Answer) {
    do throws(SystemError) { try Standard.outputUnlogged(answer.json) } catch {
      if !isOutputBroken {
        Standard.error(error.suggesting("starctl export reads all answers from " + path).message, .warning)
      }
      isOutputBroken = true
    }
  }

  /// Throws if answers could not be written to standard output, so that the exit status warns a program that reads them there.
  func checkOutput() throws(KioskError) {
    if isOutputBroken {
      throw KioskError(
        "write", "all answers to standard output", "it was closed or full",
        suggestion: "starctl export reads them from " + path)
    }
  }

  func close() {
    if isWaiting { retry() }
    store.close()
    if store.spilledCount > 0 {
      Standard.error(
        "\(store.spilledCount) answers are in the reserve \(store.reservePath); the next start moves them to the journal"
      )
    }
    if store.unsavedCount > 0 { Standard.error("\(store.unsavedCount) answers could not be stored") }
  }

  /// The path of the database.
  var path: String { store.journalPath }
  /// Whether the journal has been replaced since the start.
  var isReplaced: Bool { store.isReplaced }
  var backlog: Int64? { store.backlog }
  var lastTimes: [Int64] { store.lastTimes }
  var isWaiting: Bool { store.isWaiting }
  var isOutOfOrder: Bool { store.isOutOfOrder }
  /// Why answers do not get into the journal; `nil` if they do.
  var storageError: JournalError? { store.usesReserve || store.isOutOfOrder ? store.failure : nil }
  /// A fault that an operator should resolve.
  var fault: String? { store.fault?.message ?? storageError?.message }
  /// The faults of the journal and its reserve.
  var faults: [(fault: Faults, isPresent: Bool)] {
    [
      (.journalReplaced, isReplaced), (.diskFull, store.failure?.kind == .full), (.outOfOrder, isOutOfOrder),
      (.reserveInUse, store.usesReserve),
      (.reserveDamaged, store.reserveFailure != nil || store.reserveAsidePath != nil),
      (.journalDamaged, store.setAsidePath != nil || Journal.setAsideCount(of: path) > 0),
    ]
  }
  /// The number of answers that wait for the journal.
  var waitingCount: Int { store.spilledCount + store.unsavedCount }
}

extension Settings {
  /// The kiosk's name in its answers: the configured one, or the machine's host name.
  var kioskID: String { kiosk.identity.id.isEmpty ? hostName() : kiosk.identity.id }
}
