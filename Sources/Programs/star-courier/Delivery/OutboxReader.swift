import Basics
import Journal
import System

/// The courier's access to a journal that may be missing, replaced or unreadable at any time.
final class OutboxReader {
  private let path: String
  private let bootID = bootIdentity()
  private var outbox: Outbox?
  private var warnings = WarningLog()
  /// When the indexes were last checked, in nanoseconds of the monotonic clock.
  private var indexesCheckedAt: Int64 = 0
  /// A damaged journal, and the time until which it is not opened again, in nanoseconds of the monotonic clock. Opening it as root changes
  /// the owner of its companion files, which wakes the watcher.
  private var damaged: (file: FileIdentity?, until: Int64) = (nil, 0)
  /// Whether marking answers failed, for example on a full disk.
  private var isMarkingBroken = false

  /// The fault for the heartbeat; `nil` without one.
  var fault: String? { outbox == nil ? "journal_unreadable" : isMarkingBroken ? "journal_not_writable" : nil }
  var isOpen: Bool { outbox != nil }

  /// Creates a reader. `path` is where the kiosk keeps its journal or will create it.
  init(path: String) { self.path = path }

  /// When to call `reopen` next even without a change in the folder; `nil` for never.
  var retry: Int64? {
    if outbox != nil || MonotonicClock.now() >= damaged.until { return nil }
    return (try? FileStatus(path))?.identity == damaged.file ? damaged.until : nil
  }

  /// The journal's folder, with symbolic links resolved.
  var folder: String { parentFolder(of: outbox?.path ?? path) }

  /// Opens the journal unless the open one is still in place. Returns whether the journal is a different one than before.
  func reopen() -> Bool {
    if let outbox, outbox.isInPlace { return false }
    if retry != nil { return false }
    let wasOpen = outbox != nil
    outbox = nil
    do throws(JournalError) {
      // The timeout is short, because the program does not serve the broker while it waits.
      let outbox = try Outbox(path: path, busyTimeout: 500)
      self.outbox = outbox
      checkIndexes()
      return true
    } catch {
      let isExpected = error.kind == .missing || error.kind == .olderSchema
      warnings.report(isExpected ? "waiting for the kiosk: " + error.message : error.message)
      return wasOpen
    }
  }

  /// The number of pending rows that contain no valid answer.
  var badRows: Int64 { outbox?.badRows ?? 0 }

  /// Rebuilds indexes that hide answers.
  func checkIndexes() {
    indexesCheckedAt = MonotonicClock.now()
    do throws(JournalError) { try outbox?.repairIndexes() } catch { handle(error) }
  }

  /// Checks the indexes once a day, because that reads the whole journal.
  func checkIndexesDaily() { if MonotonicClock.now() - indexesCheckedAt >= 86_400_000_000_000 { checkIndexes() } }

  /// Returns at most `limit` pending answers; `nil` if the journal is not readable.
  func answers(after sequence: Int64, limit: Int32) -> [Outbox.PendingAnswer]? {
    guard let outbox else { return nil }
    do throws(JournalError) {
      let answers = try outbox.next(after: sequence, limit: limit)
      warnings.clear()
      // The clock may have been synchronized since the kiosk recorded them.
      let isRepairable = answers.contains {
        !$0.answer.time.isKnown && $0.answer.time.bootID.utf8.elementsEqual(bootID.utf8)
      }
      if !isRepairable || !WallClock.isSynchronised { return answers }
      repairTimes()
      return try outbox.next(after: sequence, limit: limit)
    } catch {
      handle(error)
      return nil
    }
  }

  /// The words of the survey's versions, each as a line of JSON.
  var surveyLines: [[UInt8]] { SurveyFile(of: outbox?.path ?? path).lines }

  /// The journal's identity; `nil` without a journal.
  var journal: AnswerID? { outbox?.journal }

  /// Returns the number of the newest answer; `nil` if it is unknown.
  func lastSequence() -> Int64? { try? outbox?.lastSequence() }

  /// Returns at most `limit` answers of `range`, delivered or not; `nil` if the journal is not readable.
  func answers(in range: ClosedRange<Int64>, limit: Int32) -> [Outbox.PendingAnswer]? {
    guard let outbox else { return nil }
    do throws(JournalError) {
      return try outbox.answers(from: range.lowerBound, to: range.upperBound, limit: limit)
    } catch {
      handle(error)
      return nil
    }
  }

  /// Returns the message of an answer, which docs/courier.schema.json describes.
  func message(of recorded: Outbox.PendingAnswer, kiosk: String) -> [UInt8] {
    var answer = recorded.answer
    if answer.kiosk.utf8.isEmpty { answer.kiosk = kiosk }
    return answer.jsonBytes(in: (journal: journal, sequence: recorded.sequence))
  }

  /// Corrects the times of this boot's answers if the clock is synchronized.
  func repairTimes() {
    guard let outbox, WallClock.isSynchronised else { return }
    let (wall, monotonic) = (WallClock.now(), BootClock.now())
    do throws(JournalError) {
      try outbox.repairTimes(bootID: bootID, wall: wall, monotonic: monotonic)
    } catch { handle(error) }
  }

  /// Marks answers as delivered. Returns whether the marks were written.
  func mark(_ sequences: [Int64]) -> Bool {
    guard let outbox, outbox.isInPlace else { return false }
    do throws(JournalError) {
      try outbox.markDelivered(sequences, at: WallClock.now())
      isMarkingBroken = false
      warnings.clear()
      return true
    } catch {
      isMarkingBroken = true
      handle(error)
      return false
    }
  }

  /// Returns the number of pending answers and the time of the newest answer; `nil` if unknown.
  func counts() -> (backlog: Int64?, newest: Int64?) {
    guard let outbox else { return (nil, nil) }
    return (try? outbox.backlog(), (try? outbox.newestWall()) ?? nil)
  }

  /// Returns the number of damaged journals that the kiosk has set aside.
  func damagedCount() -> Int {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    let start = name + ".damaged-".utf8
    let names = (try? listDirectory(folder)) ?? []
    return names.count { $0.utf8.starts(with: start) && !$0.utf8.suffix(4).elementsEqual("-shm".utf8) }
  }

  private func handle(_ error: JournalError) {
    warnings.report(error.message)
    // The kiosk sets a damaged journal aside when it next starts.
    if error.kind == .damaged {
      outbox = nil
      damaged = ((try? FileStatus(path))?.identity, MonotonicClock.now() + 10_000_000_000)
    }
  }
}

/// A log of warnings on standard error that omits immediate repetitions. Clients of the broker can cause warnings, so at most 20 are
/// printed per minute.
struct WarningLog {
  private var last = ""
  private var lines = 0
  private var isOmitting = false
  private var minuteEnd = Int64.min

  mutating func report(_ warning: String) {
    if last.utf8.elementsEqual(warning.utf8) { return }
    last = warning
    let now = MonotonicClock.now()
    if now >= minuteEnd { (lines, isOmitting, minuteEnd) = (0, false, now + 60_000_000_000) }
    lines += 1
    if lines <= 20 {
      Standard.error(warning, .warning)
    } else if !isOmitting {
      isOmitting = true
      Standard.error("omitting further warnings for up to a minute", .warning)
    }
  }

  /// Prints the next warning even if it repeats the last one.
  mutating func clear() { last = "" }
}
