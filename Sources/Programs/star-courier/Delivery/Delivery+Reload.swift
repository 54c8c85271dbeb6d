import Basics
import Broker
import Courier
import Fleet
import Settings
import System

// Reading the configuration again while answers are in flight.
extension Delivery {
  /// Applies the current configuration, or reports why it is invalid and keeps the old one.
  ///
  /// A new connection is made only if its settings changed. Answers in flight are then sent again with the same UUIDs; acknowledged answers
  /// stay acknowledged.
  func reload() {
    do throws(ProgramError) {
      var new = try source.settings()
      for change in new.changesForRestart(from: options) {
        Standard.error(change + " takes effect only after a restart", .warning)
      }
      (new.journal, new.terminal, new.limit) = (options.journal, options.terminal, options.limit)
      new.fleet = options.fleet
      if new.broker.host.utf8.isEmpty {
        Standard.error(Self.noBrokerNotice, .notice)
        return end()
      }
      // This checks the certificates, as at the start.
      _ = try makeConnection(new)
      let files = new.broker.fileVersions
      let isSame = new.connects(as: options.broker) && files == options.fileVersions
      new.fileVersions = files
      options = new
      exchangeKey()
      if !isSame {
        broker?.disconnect()
        dropBroker()
        (status, heartbeat, subscription) = (StatusPublication(), StatusPublication(), StatusPublication())
        (control.subscription, dialer) = (StatusPublication(), BrokerDialer())
        warnings = WarningLog()
        courier.reconfigured(window: new.broker.window, now: MonotonicClock.now())
      }
      nextHeartbeat = min(nextHeartbeat, MonotonicClock.now() + Int64(new.broker.heartbeat) * 1_000_000_000)
      Standard.error("configuration reloaded", .notice)
    } catch {
      for line in error.lines { Standard.error(line) }
      Standard.error("the previous configuration stays in effect")
    }
  }

  /// Uses the public key that the file contains now, and subscribes again, so that the broker sends what it retains.
  private func exchangeKey() {
    guard let key = relay?.key,
      let new = ControlRelay.start(options.fleet, kiosk: options.terminal, journalFolder: outbox.folder),
      !new.key.text.utf8.elementsEqual(key.text.utf8)
    else { return }
    (relay, control.configurations, control.subscription) = (new, [], StatusPublication())
    subscribeToControl(MonotonicClock.now())
  }
}
