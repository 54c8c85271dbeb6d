import Courier
import Settings
import System

// A configuration that is read again while answers are on their way.
extension Delivery {
  /// Takes over what the configuration says now; one that is wrong, or whose certificates cannot be used, changes nothing.
  ///
  /// The connection is made anew only where its own settings are others. What was on its way then goes again, under the same
  /// names; what was acknowledged stays acknowledged.
  func reload() {
    do throws(CourierError) {
      var new = try source.settings()
      for warning in new.warnings { Standard.error(warning, .warning) }
      for change in new.changesForRestart(from: options) {
        Standard.error(change + " is taken over by the next start only", .warning)
      }
      (new.journal, new.terminal, new.limit) = (options.journal, options.terminal, options.limit)
      if new.broker.host.utf8.isEmpty {
        Standard.error(Self.withoutBroker, .notice)
        end()
        return
      }
      let isSame = new.connects(as: options.broker)
      // Once in vain, as at the start.
      if !isSame { _ = try connection(new) }
      options = new
      if !isSame { reconnect() }
      nextHeartbeat = min(nextHeartbeat, MonotonicClock.now() + Int64(new.broker.heartbeat) * 1_000_000_000)
      Standard.error("the new configuration is there", .notice)
    } catch {
      for line in error.lines { Standard.error(line) }
      Standard.error("the configuration stays as it was")
    }
  }

  private func reconnect() {
    broker?.disconnect()
    forgetBroker()
    (greeting, heartbeat, complaint) = (StatusPublication(), StatusPublication(), nil)
    courier.reconfigured(window: options.broker.window, now: MonotonicClock.now())
  }
}
