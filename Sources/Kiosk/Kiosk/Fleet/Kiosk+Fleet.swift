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
    guard let fleet = configuration.fleet else { return }
    let (restores, orders) = fleet.update(poller, (presenter.transform, presenter.display.format), now: clock.now)
    if restores { restorePrevious() }
    for order in orders { carryOut(order, for: fleet.commands) }
    if fleet.trial.state == .checked && isUnattended && configuration.pending == nil
      && !presenter.presentation.isHidden && !presenter.presentation.isEnding
    {
      if fleet.handle(.mayApply(now: clock.now), now: clock.now).swap { beginTrial(fleet) }
    } else if presenter.hasShownAll {
      if case .onTrial = fleet.trial.state {
        configuration.previous = nil
        fleet.handle(.frameShown)
        status.isOutdated = true
      }
    }
  }

  private func beginTrial(_ fleet: FleetAgent) {
    do throws(KioskError) {
      let configured = try fleet.candidateConfiguration()
      configuration.previous = configuration.settings
      try apply(configured)
    } catch {
      configuration.previous = nil
      // If making the screens failed, nothing has changed yet: they are made before anything else.
      fleet.handle(.failed, error.lines)
    }
  }

  private func restorePrevious() {
    guard let previous = configuration.previous else { return }
    configuration.previous = nil
    do throws(KioskError) {
      try apply(Configuration(settings: previous, builder: SettingsBuilder(), found: [], text: nil))
    } catch { failure = error }
  }
}
