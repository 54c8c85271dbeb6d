import Basics
import CDRM
import Display
import StarSlider
import System

// Control of the screen: giving it up, regaining it, turning the screen off, closing.
extension KMSDisplay {
  /// Forgets the content of all buffers and any flip in progress. The next frame sets the mode.
  func reset() {
    chain.swapchain.invalidate()
    wait.cancel()
    needsModeset = true
  }

  func loseControl() {
    control = .lost
    reset()
    wait.retryTime = MonotonicClock.now() + Self.masterRetryInterval
  }

  func retryMaster() throws(DisplayError) -> DisplayEvents {
    if let time = wait.retryTime, MonotonicClock.now() < time { return [] }
    do throws(DisplayError) { try card.becomeMaster() } catch {
      if error.recovery == .reopen { throw error }
      wait.retryTime = MonotonicClock.now() + Self.masterRetryInterval
      return []
    }
    control = .held
    inherited.retake(card)
    wait.retryTime = nil
    return [.ready, .redraw]
  }

  package var hasControl: Bool { control == .held }

  package func suspend() {
    if control == .suspended || control == .closed { return }
    if control == .held { inherited.restore(card, by: committer) }
    control = .suspended
    reset()
    card.dropMaster()
  }

  @export(interface) package func resume() throws(DisplayError) {
    if control == .held || control == .closed { return }
    do throws(DisplayError) {
      try card.becomeMaster()
      control = .held
      inherited.retake(card)
      wait.retryTime = nil
    } catch {
      if error.recovery != .retry { throw error }
      // The program that controls the screen may give it up a moment later.
      loseControl()
    }
  }

  @export(interface) package func turnOff() -> Bool {
    guard control == .held, card.turnOff(pipeline.crtc.id) == 0 else { return false }
    reset()
    return true
  }

  package func close() {
    if control == .closed { return }
    if control == .held {
      // This comes first, because removing a framebuffer that is on the screen turns the screen off.
      inherited.restoreAll(card, by: committer)
      chain.release()
      card.dropMaster()
    }
    chain.release()
    wait.cancel()
    control = .closed
  }

  /// Sets the mode again for the picture on the screen, because the link to the screen has failed. If the driver cannot, the next frame
  /// tries again.
  func restoreLink() {
    // A queued frame will set the mode, and so will the first frame.
    guard control == .held, chain.swapchain.queued == nil, let buffer = chain.shown, !needsModeset else {
      needsModeset = true
      return
    }
    needsModeset = committer.modeset(buffer.framebuffer) != 0
    if !needsModeset && presentMode == .dirtyRectangles {
      _ = card.sendDirty(Region(Rect(size)), of: buffer.framebuffer)
    }
  }
}
