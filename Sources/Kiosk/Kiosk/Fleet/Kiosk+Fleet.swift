import Basics
import Display
import Fleet
import KioskStatus
import Screens
import Settings
import Survey
import System

// Applies remote configurations, and checks whether a picture of them was shown.
extension Kiosk {
  /// Applies a checked configuration while no visit is under way and the screen is visible, and restores the previous one if no picture
  /// was shown.
  func serveFleet() {
    guard let fleet = devices.fleet else { return }
    let (restores, orders) = fleet.update(poller, (presenter.transform, presenter.display.format), now: clock.now)
    if restores { restorePrevious() }
    for order in orders { carryOut(order, for: fleet) }
    if fleet.trial.state == .checked && isUnattended && pendingConfiguration == nil
      && !presenter.presentation.isHidden && !presenter.presentation.isEnding
    {
      if fleet.handle(.mayApply(now: clock.now), now: clock.now).swap { beginTrial(fleet) }
    } else if presenter.hasShownAll {
      if case .onTrial = fleet.trial.state {
        fleet.previous = nil
        fleet.handle(.frameShown)
        devices.status.isOutdated = true
      }
    }
  }

  /// The name of the configuration on the screen: "own" for the kiosk's own file, "last_good" for its last valid copy, otherwise target and
  /// counter of a remote one, such as "kiosk gate-7 1792939393123".
  var configurationName: String {
    guard let fleet = devices.fleet else { return isLastConfiguration ? "last_good" : "own" }
    var version = fleet.current?.version
    if case .onTrial = fleet.trial.state { version = fleet.candidate?.version }
    if let version { return version.target.words + " \(version.counter)" }
    return isLastConfiguration ? "last_good" : "own"
  }

  private var isLastConfiguration: Bool { devices.status.faults.contains(.configurationInvalid) }

  private func beginTrial(_ fleet: FleetAgent) {
    let before = settings
    do throws(KioskError) {
      let configured = try fleet.candidateConfiguration()
      fleet.previous = before
      try apply(configured)
    } catch {
      fleet.previous = nil
      // If making the screens failed, nothing has changed yet: they are made before anything else.
      fleet.handle(.failed, error.lines)
    }
  }

  private func restorePrevious() {
    guard let previous = devices.fleet?.previous else { return }
    devices.fleet?.previous = nil
    do throws(KioskError) {
      try apply(Configuration(settings: previous, builder: SettingsBuilder(), found: [], text: nil))
    } catch { failure = error }
  }
}
