import Courier
import Journal
import System

/// Sends the words of each version of the survey, one message at a time. Receivers keep them, so each is sent once while the courier runs.
final class SurveyReports {
  private let outbox: OutboxReader
  private let link: BrokerLink
  /// The lines that were sent, refused, or given up.
  private var done: [[UInt8]] = []
  /// The line that the broker has not acknowledged, and how often it was sent.
  private var inFlight: [UInt8]?
  private var tries = 0
  private var hasNews = true

  /// A broker may end the connection in place of a refusal.
  private static let mostTries = 3

  init(_ outbox: OutboxReader, _ link: BrokerLink) { (self.outbox, self.link) = (outbox, link) }

  /// Handles a change in the journal's folder.
  func folderChanged() { hasNews = true }

  /// Sends the next line, unless one is in flight.
  func send() {
    while hasNews, inFlight == nil, link.isOpen {
      guard let line = outbox.surveyLines.first(where: { !done.contains($0) }) else {
        hasNews = false
        return
      }
      switch link.publish(line, to: link.topic("survey"), retained: false, for: .survey) {
      case .sent?: (inFlight, tries) = (line, tries + 1)
      case .refused(let reason)?:
        link.warn("cannot send the words of the survey: " + reason)
        finish(line)
      case .lost?, nil: return
      }
    }
  }

  /// Handles the acknowledgment of `.survey`.
  func acknowledged() {
    if let inFlight { finish(inFlight) }
    inFlight = nil
  }

  func connectionEnded() {
    if let inFlight, tries >= Self.mostTries { finish(inFlight) }
    inFlight = nil
    hasNews = true
  }

  private func finish(_ line: [UInt8]) {
    done.append(line)
    tries = 0
  }
}
