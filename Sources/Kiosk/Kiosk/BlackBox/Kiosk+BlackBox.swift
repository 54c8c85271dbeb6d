import Display
import KioskStatus
import Screens
import Survey
import System

// What the event loop records besides input.
extension Kiosk {
  /// Records where the picture is and, when it stands still, its hash. Keeps the records if that is due and no visitor waits.
  func updateBlackBox() {
    guard let box = input.box else { return }
    box.add(presenter.shift, at: clock.now)
    if presenter.presentation.hasShownFrame && box.awaitsFrame() { box.hash.begin() }
    box.isHashing = false
    if box.hash.isDue && box.awaitsFrame() && !box.isTouched() && isComparable, let frame = presenter.display.scanout {
      box.isHashing = true
      if let hash = box.hash.advance(frame) {
        box.isHashing = false
        box.addFrame(hash, at: clock.now)
      }
    }
    if clock.now >= box.nextErasing && !clock.isVirtual {
      box.eraseOld(at: clock.now)
      clock.update()
    }
    if isUnoccupied && !presenter.isFramePending && box.isKeepingDue(at: clock.now) {
      box.keep(at: clock.now)
      clock.update()
    }
  }

  /// Whether a replay can show the same frame: it stands still, and only the visitor decides what it contains.
  private var isComparable: Bool {
    if presenter.presentation.isHidden || !presenter.isStill || presenter.display.deadline != nil { return false }
    switch machine.screen {
    case .attract: return !presenter.screen.isLit && configuration.model.slides.paths.isEmpty
    case .language, .question, .reasons, .thanks, .cleaning: return !presenter.screen.hasCode
    case .closed, .outOfOrder, .pin, .service, .identity: return false
    }
  }

  /// Whether no visitor has to wait while a file is written.
  private var isUnoccupied: Bool {
    switch machine.screen {
    case .pin, .service, .outOfOrder: true
    default: isUnattended
    }
  }

  /// Records that the last round took long.
  func noteSlowness() {
    let length = clock.now - clock.wakeup
    if length >= BlackBox.shortestStall { input.box?.addStall(.slow, length, at: clock.now) }
  }

  /// Records that the loop was woken long after `deadline`.
  func noteLateness(_ deadline: Int64) {
    let length = clock.now - deadline
    // A deadline that was over before is that of a slow round.
    if length >= BlackBox.shortestStall && deadline > clock.wakeup && !clock.isVirtual {
      input.box?.addStall(.late, length, at: clock.now)
    }
  }
}

extension Configuration {
  /// The hash of the file that describes the screens, without the PIN, which could be found by trying if the hash depended on it.
  var blackBoxHash: UInt64 { (remote ?? text).map { checksum(SupportBundle.withoutPIN($0)) } ?? 0 }
}
