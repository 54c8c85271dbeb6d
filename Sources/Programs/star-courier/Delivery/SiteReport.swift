import KioskStatus
import System

/// The courier's state on the kiosk's service screen. It is written to a file whenever it changes.
final class SiteReport {
  private let kiosk: String
  private var state = CourierState()
  /// When another courier with this kiosk's ID last connected to the broker, in nanoseconds of the monotonic clock.
  private var rivalSeenAt: Int64?

  /// Shows that the courier `kiosk` is about to connect.
  init(kiosk: String) {
    self.kiosk = kiosk
    state.write()
  }

  /// Whether another courier with this kiosk's ID connected within the last hour. A broker permits one connection per client ID, so it
  /// closes this process's connection, with a reason code that it uses only in this case.
  var hasRival: Bool { rivalSeenAt.map { MonotonicClock.now() - $0 < 3_600_000_000_000 } ?? false }

  /// Shows that the broker is reached and accepts answers.
  func connected() {
    show(hasRival ? CourierState(.duplicateID, "another kiosk has the ID " + kiosk) : CourierState(nil, "connected"))
  }

  func refused(_ reason: String) { show(CourierState(.refused, reason)) }

  /// Shows that the connection ended. Some brokers end it after a message that they refuse. In that case, the refusal stays on the screen.
  func lost(isTakenOver: Bool, isRefused: Bool, _ reason: String) {
    if isTakenOver { rivalSeenAt = MonotonicClock.now() }
    if state.fault == .refused && !isRefused && !hasRival { return }
    show(CourierState(hasRival ? .duplicateID : isRefused ? .refused : .unreachable, reason))
  }

  private func show(_ new: CourierState) {
    if new == state { return }
    state = new
    state.write()
  }
}
