import Basics
import Display
import Fleet
import KioskStatus
import Screens
import Settings
import Survey
import System

// Carries out remote commands. None of them disturbs a visitor.
//
// | command | during a visit, cleaning or service | otherwise |
// | --- | --- | --- |
// | snapshot | refused | publishes a picture of the screen if `snapshots` permits it, at most one per minute; refused while it changes |
// | identify, clean | refused | carried out; refused while the kiosk is closed or out of order |
// | restart | refused | carried out |
// | reload | carried out once the kiosk is idle | carried out |
extension Kiosk {
  /// The shortest time between two snapshots, in nanoseconds.
  private static var snapshotPause: Int64 { 60_000_000_000 }

  func carryOut(_ order: FleetAgent.Order, for fleet: FleetAgent) {
    let action = order.command.action
    if action != .reload && isOccupied { return fleet.refuse(order, "the kiosk is in use; try again later") }
    switch action {
    case .snapshot: return sendSnapshot(order, for: fleet)
    case .reload:
      if !fleet.admit(order) { return }
      reload()
      if status.faults.contains(.configurationInvalid) {
        return fleet.refuse(order, "the kiosk's own file is invalid; see the errors in its log")
      }
    case .clean:
      if !fleet.admit(order) { return }
      handle(.clean)
      guard case .cleaning = machine.state else { return fleet.refuse(order, "the kiosk is closed or out of order") }
    case .identify:
      if !configuration.settings.hasWords { return fleet.refuse(order, "a kiosk without texts cannot show its name") }
      if !fleet.admit(order) { return }
      handle(.identify)
      guard case .identifying = machine.state else { return fleet.refuse(order, "the kiosk is closed or out of order") }
    case .restart: if !fleet.admit(order) { return }
    }
    var reply = CommandReply()
    reply.view = "\(machine.screen.name)"
    reply.faults = status.faults.names
    fleet.answer(order, reply)
    if action == .restart {
      Standard.error("restarting by a remote command", .notice)
      end()
    }
  }

  /// Whether a visitor or an operator is at the kiosk.
  private var isOccupied: Bool {
    switch machine.state {
    case .closed, .outOfOrder: false
    default: !machine.isHome
    }
  }

  private func sendSnapshot(_ order: FleetAgent.Order, for fleet: FleetAgent) {
    if !configuration.settings.fleet.snapshots {
      return fleet.refuse(order, "snapshots are off in the kiosk's own file")
    }
    if let last = fleet.lastSnapshot, clock.now - last < Self.snapshotPause {
      return fleet.refuse(order, "the last snapshot was less than a minute ago")
    }
    // The buffer may still show the last visitor's screen while the next screen is not painted yet, is moving in, or was not accepted by
    // the display.
    if presenter.screen.needsPaint || presenter.screen.isMoving || !presenter.display.hasControl {
      return fleet.refuse(order, "the screen is changing; try again later")
    }
    guard !presenter.presentation.isHidden, let scanout = presenter.display.scanout else {
      return fleet.refuse(order, "the screen shows nothing")
    }
    if !fleet.admit(order) { return }
    do throws(PNGError) {
      let picture = try PNG.encode(scanout)
      fleet.lastSnapshot = clock.now
      var reply = CommandReply()
      reply.view = "\(machine.screen.name)"
      reply.faults = status.faults.names
      fleet.answer(order, reply, picture: picture)
    } catch { fleet.refuse(order, error.reason) }
    clock.update()
  }
}
