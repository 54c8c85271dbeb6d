import CDRM
import CLinux
import Display
import Geometry
import Raster
import System

/// A screen behind a DRM device, drawn to in dumb buffers: no GPU, no window system.
///
/// Nothing is drawn or changed by opening it where the driver is atomic: the firmware's picture stays until the first frame.
package final class KMSDisplay: Display {
  package let name: String
  package let size: Size<PhysicalSpace>
  package let format: PixelFormat
  package let panelRotation: Rotation
  /// What was decided at the opening and why, a line each, for a log.
  package let notes: [String]

  /// Pause before a commit that the kernel was too busy for is tried again, should no event come before.
  static let busyPause: Int64 = 10_000_000
  /// Pause before asking again for a screen that somebody took without a word.
  static let masterPause: Int64 = 1_000_000_000

  private let card: Card
  private let committer: any Committer
  /// Empty once closed.
  private var buffers: [DumbBuffer]
  private let inbox = FlipInbox()
  private let found: FoundState
  private let strategy: Strategy
  private var swapchain: Swapchain
  /// What the queued buffer changes on the screen, where the kernel was too busy to take it at once.
  private var queuedDamage = Region<PhysicalSpace>()
  private var needsModeset = true
  private var flips = FlipWatch()
  /// When a commit, or the screen itself, is asked for again.
  private var retryTime: Int64?

  /// Who has the screen.
  private enum Hold {
    case ours
    /// `suspend` was called.
    case suspended
    /// Somebody took the screen without asking.
    case lost
    case closed
  }
  private var hold = Hold.ours

  package var deadline: Int64? {
    if flips.isUntimed { flips.started(at: MonotonicClock.now()) }
    return retryTime ?? flips.deadline
  }

  /// Finds and prepares a screen. The error's recovery is `.retry` where a screen may yet be plugged in or let go.
  @export(interface) package init(_ options: KMSOptions = KMSOptions()) throws(DisplayError) {
    let opened = try Opening.open(options)
    name = opened.name
    size = opened.buffers[0].surface.size
    format = opened.buffers[0].surface.format
    panelRotation = opened.panelRotation
    notes = opened.notes
    card = opened.card
    committer = opened.committer
    buffers = opened.buffers
    found = opened.found
    strategy = opened.strategy
    swapchain = Swapchain(count: opened.buffers.count)
  }

  deinit { close() }

  package var descriptor: Int32 {
    // With one buffer there are no events, and a leftover would keep the loop awake.
    strategy == .flip && hold != .closed ? card.file.raw : -1
  }

  package var scanout: Surface? {
    if buffers.isEmpty { return nil }
    guard let slot = swapchain.pending ?? swapchain.current else { return nil }
    return buffers[slot].surface
  }

  package func nextFrame() throws(DisplayError) -> Frame? {
    if hold != .ours { return nil }
    guard let (slot, age) = swapchain.lend() else { return nil }
    return Frame(surface: buffers[slot].surface, age: age)
  }

  package func present(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    // Nothing is on loan if the screen was lost meanwhile: the frame goes with it, and the next has age 0.
    if hold != .ours || swapchain.lent == nil { return }
    let screen = Rect(size)
    if needsModeset || swapchain.lentIsWhole {
      try submit(Region(screen))
    } else if screen.contains(damage.bounds) {
      // As a rule, and nothing has to be copied.
      try submit(damage)
    } else {
      try submit(damage.clipped(to: screen))
    }
  }

  private func submit(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    if damage.isEmpty { return swapchain.takeBack() }
    _ = swapchain.submit()
    try commitQueued(damage)
  }

  package func spareBuffer() -> Frame? {
    if hold != .ours { return nil }
    guard let (slot, age) = swapchain.spare else { return nil }
    return Frame(surface: buffers[slot].surface, age: age)
  }

  package func caughtUp() { swapchain.catchUp() }

  package func handleEvents() throws(DisplayError) -> DisplayEvents {
    if hold == .closed { return [] }
    if strategy == .flip { inbox.read(card) }
    if flips.isUntimed { flips.started(at: MonotonicClock.now()) }
    switch hold {
    case .suspended, .closed: return []
    case .lost: return try askForScreen()
    case .ours: break
    }
    if swapchain.pending != nil {
      if inbox.hasArrived {
        swapchain.complete()
        flips.arrived()
        return .ready
      }
      return flips.isOverdue(at: MonotonicClock.now()) ? giveUpFlip() : []
    }
    if swapchain.queued != nil {
      if flips.isOverdue(at: MonotonicClock.now()) { return giveUpFlip() }
      // Any event may be the one that kept the kernel busy.
      try commitQueued(queuedDamage)
      if hold == .ours && swapchain.queued == nil && swapchain.pending == nil { return .ready }
    }
    return []
  }

  /// Hands the queued buffer to the kernel; `damage` is what it changes on the screen. Never waits, but for a modeset.
  private func commitQueued(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    guard let slot = swapchain.queued else { return }
    let framebuffer = buffers[slot].framebuffer
    retryTime = nil
    var code: Int32 = 0
    if !needsModeset {
      switch strategy {
      case .front: break
      case .frontDirty: code = DirtyRectangles.send(damage, of: framebuffer, on: card)
      case .flip:
        code = committer.flip(framebuffer, damage: damage, cookie: inbox.nextCookie)
        if code == 0 {
          inbox.accept()
          swapchain.accept()
          flips.started()
          return
        }
      }
      // Somebody may have changed the mode behind our back: what a flip is refused for, a modeset puts right.
      if code == EINVAL || code == ENOENT || code == ENOSYS || code == EOPNOTSUPP { needsModeset = true }
    }
    if needsModeset {
      code = committer.modeset(framebuffer)
      if code == 0 && strategy == .frontDirty {
        code = DirtyRectangles.send(Region(Rect(size)), of: framebuffer, on: card)
      }
      if code == 0 { needsModeset = false }
    }
    switch code {
    case 0:
      swapchain.complete()
      flips.arrived()
    case EBUSY:
      // EINTR and EAGAIN never get here: libdrm asks again.
      let now = MonotonicClock.now()
      retryTime = now + Self.busyPause
      queuedDamage = damage
      // A kernel that stays busy has lost a flip too: the same patience holds.
      if flips.deadline == nil { flips.started(at: now) }
    case EACCES, EPERM: loseScreen()
    default:
      swapchain.forget()
      stopWaiting()
      needsModeset = true
      throw card.error("show a frame on", code: code)
    }
  }

  /// The event of a flip never came: nobody knows what is on the screen.
  private func giveUpFlip() -> DisplayEvents {
    if flips.giveUp() { needsModeset = true }
    swapchain.forget()
    retryTime = nil
    return [.ready, .redraw]
  }

  private func loseScreen() {
    hold = .lost
    swapchain.forget()
    stopWaiting()
    needsModeset = true
    retryTime = MonotonicClock.now() + Self.masterPause
  }

  private func askForScreen() throws(DisplayError) -> DisplayEvents {
    if let retryTime, MonotonicClock.now() < retryTime { return [] }
    do throws(DisplayError) {
      try card.becomeMaster()
    } catch {
      if error.recovery == .reopen { throw error }
      retryTime = MonotonicClock.now() + Self.masterPause
      return []
    }
    hold = .ours
    retryTime = nil
    return [.ready, .redraw]
  }

  private func stopWaiting() {
    flips.stopped()
    retryTime = nil
  }

  package var hasControl: Bool { hold == .ours }

  package func suspend() {
    if hold == .suspended || hold == .closed { return }
    hold = .suspended
    swapchain.forget()
    needsModeset = true
    stopWaiting()
    card.dropMaster()
  }

  @export(interface) package func resume() throws(DisplayError) {
    if hold == .ours || hold == .closed { return }
    do throws(DisplayError) {
      try card.becomeMaster()
      hold = .ours
      retryTime = nil
    } catch {
      if error.recovery != .retry { throw error }
      // Whoever has it may let go of it a little later.
      loseScreen()
    }
  }

  @export(interface) package func turnOff() -> Bool {
    guard hold == .ours, committer.turnOff() == 0 else { return false }
    swapchain.forget()
    stopWaiting()
    needsModeset = true
    return true
  }

  package func close() {
    if hold == .closed { return }
    // Before the buffers go: a framebuffer that is removed while it is shown turns the screen off.
    if hold == .ours {
      found.restore(card)
      buffers = []
      card.dropMaster()
    }
    buffers = []
    stopWaiting()
    hold = .closed
  }
}
