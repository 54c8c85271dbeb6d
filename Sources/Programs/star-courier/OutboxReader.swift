import Journal
import Settings
import System

/// The journal as the courier finds it: not made yet, there, moved aside and replaced, or not to be read.
final class OutboxReader {
  private let path: String
  private let bootID = bootIdentity()
  private var outbox: Outbox?
  /// What was said last, so that it is said once.
  private var complaint: String?

  /// What is wrong, for the heartbeat; `nil` when the journal can be read.
  var fault: String? { outbox == nil ? "journal_unreadable" : isStuck ? "journal_not_writable" : nil }
  /// Whether there is a journal to read.
  var isOpen: Bool { outbox != nil }
  /// Marking failed, as on a full disk.
  private var isStuck = false

  /// `path` is where the kiosk has the journal, or will have it.
  init(path: String) { self.path = path }

  /// The folder to watch: the journal's, symbolic links followed.
  var folder: String { parentFolder(of: outbox?.path ?? path) }

  /// Opens the journal, or opens it anew where another stands in its place. True when it is another than before.
  func look() -> Bool {
    if let outbox, outbox.isInPlace { return false }
    let isReplaced = outbox != nil
    outbox?.close()
    outbox = nil
    do throws(JournalError) {
      // Short: while it waits, it does not hear the broker.
      outbox = try Outbox(path: path, busyTimeout: 500)
      tell(nil)
      return true
    } catch {
      let isComing = error.kind == .missing || error.kind == .olderSchema
      tell(isComing ? "waiting for the kiosk: " + error.message : error.message)
      return isReplaced
    }
  }

  /// The answers that wait, at most `limit`; `nil` when the journal cannot be read now.
  func letters(after sequence: Int64, limit: Int32) -> [Outbox.PendingAnswer]? {
    guard let outbox else { return nil }
    do throws(JournalError) {
      let letters = try outbox.next(after: sequence, limit: limit)
      // The clock may have been found right since these were recorded.
      let isRepairable = letters.contains {
        !$0.answer.isSynchronised && $0.answer.repairedWall == nil && $0.answer.bootID.utf8.elementsEqual(bootID.utf8)
      }
      if !isRepairable || !WallClock.isSynchronised { return letters }
      repairTimes()
      return try outbox.next(after: sequence, limit: limit)
    } catch {
      fail(error)
      return nil
    }
  }

  /// Dates what this boot recorded without the right time, if it is known by now.
  func repairTimes() {
    guard let outbox, WallClock.isSynchronised else { return }
    let (wall, monotonic) = (WallClock.now(), MonotonicClock.now())
    do throws(JournalError) {
      try outbox.repairTimes(bootID: bootID, wall: wall, monotonic: monotonic)
    } catch {
      fail(error)
    }
  }

  /// Marks answers as delivered; false when that could not be written.
  func mark(_ sequences: [Int64]) -> Bool {
    guard let outbox, outbox.isInPlace else { return false }
    do throws(JournalError) {
      try outbox.markDelivered(sequences, at: WallClock.now())
      isStuck = false
      tell(nil)
      return true
    } catch {
      isStuck = true
      fail(error)
      return false
    }
  }

  /// How many answers wait, and when the newest was given; `nil` where that cannot be told.
  func counts() -> (backlog: Int64?, newest: Int64?) {
    guard let outbox else { return (nil, nil) }
    return (try? outbox.backlog(), (try? outbox.newestWall()) ?? nil)
  }

  /// Damaged journals that the kiosk has set aside.
  func damaged() -> Int {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    let start = name + ".damaged-".utf8
    let names = (try? listDirectory(folder)) ?? []
    return names.count { $0.utf8.starts(with: start) && !$0.utf8.suffix(4).elementsEqual("-shm".utf8) }
  }

  private func fail(_ error: JournalError) {
    tell(error.message)
    // A file that contradicts itself is not read on; the kiosk sets it aside at its next start.
    if error.kind == .damaged {
      outbox?.close()
      outbox = nil
    }
  }

  private func tell(_ message: String?) {
    if let message, complaint.map({ !$0.utf8.elementsEqual(message.utf8) }) ?? true {
      Standard.error(message, .warning)
    }
    complaint = message
  }
}
