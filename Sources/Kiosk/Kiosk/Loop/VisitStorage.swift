import KioskStatus
import Survey
import System

/// Where visits are stored, and what the kiosk reports about that.
final class VisitStorage {
  let answers: AnswerRecorder
  let counts: CountRecorder
  private let outOfOrder: OutOfOrder
  private let status: StatusFile
  private let clock: Clock
  /// When to retry storing answers; `nil` if all are in the journal.
  private(set) var nextRetry: Int64?
  private(set) var latency = ThankYouLatency()

  init(_ devices: Kiosk.Devices, _ clock: Clock) {
    (answers, outOfOrder, status, self.clock) = (devices.answers, devices.starts.outOfOrder, devices.status, clock)
    counts = CountRecorder(beside: answers.path, devices.platform, clock)
  }

  /// Stores the machine's visit, which an event of `releasedAt` has finished. Returns the machine's next event.
  func record(
    _ machine: SurveyMachine, from model: KioskModel, survey: String, releasedAt: Int64
  ) -> SurveyMachine.Event {
    if machine.state == .recording(.thanks) { latency.finished(at: releasedAt) }
    let start = clock.reading
    let isStored = answers.record(machine, from: model, survey: survey)
    clock.update()
    if !isStored { return .recordingFailed }
    latency.stored(in: clock.now - start)
    return .recorded
  }

  /// Tries to store the answers that are not on disk yet, if that is due. Returns whether it was.
  func retries() -> Bool {
    guard let nextRetry, clock.now >= nextRetry else { return false }
    answers.retry()
    clock.update()
    return true
  }

  /// Reports the state of the store, and decides when to retry. Returns the machine's next event: whether visitors are accepted.
  func report() -> SurveyMachine.Event {
    let lacksConfiguration = outOfOrder.reason != nil
    nextRetry = answers.isWaiting || lacksConfiguration ? clock.now + 5_000_000_000 : nil
    for (fault, isPresent) in answers.faults { status.report(fault, isPresent) }
    if lacksConfiguration { status.report(.outOfOrder, true) }
    status.waiting = answers.waitingCount
    return answers.isOutOfOrder || lacksConfiguration ? .recordingFailed : .storable
  }

  /// Why answers are not stored in the journal, or why there is no configuration; `nil` without such a fault.
  var fault: String? { outOfOrder.reason ?? answers.fault }

  /// Records that a frame with the thank-you screen was handed to the display.
  func thanksShown() { latency.shown(at: clock.reading) }
}
