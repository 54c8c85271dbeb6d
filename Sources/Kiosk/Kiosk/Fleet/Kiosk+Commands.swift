import Basics
import Display
import Fleet
import KioskStatus
import Pictures
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
// | update | handed over to root's programs, which install it and restart an idle kiosk; refused without a disk image | the same |
extension Kiosk {
  /// The shortest time between two snapshots, in nanoseconds.
  private static var snapshotPause: Int64 { 60_000_000_000 }

  func carryOut(_ order: RemoteCommands.Order, for commands: RemoteCommands) {
    let action = order.command.action
    if let reason = refusal(of: order.command, commands) { return commands.refuse(order, reason) }
    if !commands.admit(order) { return }
    var picture: [UInt8]?
    var fault: String?
    switch action {
    case .snapshot:
      guard let scanout = presenter.display.scanout else { return }
      do throws(PNGError) {
        picture = try PNG.encode(scanout)
        commands.lastSnapshot = clock.now
      } catch { fault = error.reason }
      clock.update()
    case .reload:
      reload()
      if status.faults.contains(.configurationInvalid) {
        fault = "the kiosk's own file is invalid; see the errors in its log"
      }
    case .clean:
      handle(.clean)
      if machine.screen != .cleaning { fault = "the kiosk is closed or out of order" }
    case .identify:
      handle(.identify)
      if machine.screen != .identity { fault = "the kiosk is closed or out of order" }
    case .restart: break
    case .update: fault = commands.requestUpdate(order.command.url)
    }
    if let fault { return commands.refuse(order, fault) }
    var reply = CommandReply()
    (reply.view, reply.faults) = ("\(machine.screen.name)", status.faults.names)
    commands.answer(order, reply, picture: picture)
    if action == .restart {
      Standard.error("restarting by a remote command", .notice)
      end()
    }
  }

  /// Returns why a command is not carried out now; `nil` if it is.
  private func refusal(of command: Command, _ commands: RemoteCommands) -> String? {
    let action = command.action
    if action == .update { return Self.refusal(ofUpdate: command.url) }
    // Whether a visitor or an operator is at the kiosk.
    let isOccupied = !machine.isHome && machine.state != .closed && machine.state != .outOfOrder
    if action != .reload && isOccupied { return "the kiosk is in use; try again later" }
    if action == .identify && !configuration.settings.hasWords { return "a kiosk without texts cannot show its name" }
    if action != .snapshot { return nil }
    if !configuration.settings.fleet.snapshots { return "snapshots are off in the kiosk's own file" }
    if let last = commands.lastSnapshot, clock.now - last < Self.snapshotPause {
      return "the last snapshot was less than a minute ago"
    }
    // The buffer may still show the last visitor's screen while the next screen is not painted yet, is moving in, or was not accepted by
    // the display.
    if presenter.screen.needsPaint || presenter.screen.isMoving || !presenter.display.hasControl {
      return "the screen is changing; try again later"
    }
    return presenter.presentation.isHidden || presenter.display.scanout == nil ? "the screen shows nothing" : nil
  }

  private static func refusal(ofUpdate url: [UInt8]) -> String? {
    if let fault = UpdateURL.fault(of: url) { return "\(fault)" }
    return ImageState.read() == nil
      ? "the kiosk does not run from a disk image with updates; update its packages instead" : nil
  }
}
