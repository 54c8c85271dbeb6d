import Basics
import CDRM
import CLinux
import Display
import StarSlider
import System

// Safety: the cookie belongs to `wait.events`, which lives as long as the display.

/// A screen of a DRM device, drawn to in dumb buffers, without a GPU or a window system.
///
/// With an atomic driver, opening changes nothing on the screen: the firmware's picture stays until the first frame.
package final class KMSDisplay: Display {
  package let name: String
  package let size: Size<PhysicalSpace>
  package let format: PixelFormat
  package let notes: [String]
  /// Whether the screen has vertical blanking. Without it, a page flip completes when the driver has copied the frame.
  package let hasVBlank: Bool

  /// The interval in nanoseconds at which a commit is retried while the kernel is busy. An event causes an earlier attempt.
  static let busyRetryInterval: Int64 = 10_000_000
  /// The interval at which this process tries to become DRM master again, in nanoseconds.
  static let masterRetryInterval: Int64 = 1_000_000_000

  let card: Card
  let options: DisplayOptions
  let pipeline: Pipeline
  let committer: any Committer
  let inherited: InheritedState
  let presentMode: PresentMode
  var chain: BufferChain
  var wait = FlipWait()
  var needsModeset = true

  /// Who controls the screen.
  enum Control {
    /// This process is DRM master.
    case held
    /// `suspend` was called.
    case suspended
    /// Another program became DRM master.
    case lost
    case closed
  }
  var control = Control.held

  package var deadline: Int64? {
    startTimeout()
    return wait.deadline
  }

  /// Opens a screen. `path` is the card, such as "/dev/dri/card1"; by default, the card with the best screen is chosen.
  @export(interface)
  package convenience init(_ path: String? = nil, _ options: DisplayOptions = DisplayOptions()) throws(DisplayError) {
    var notes: [String] = []
    let candidate = try Candidate.best(path, options, &notes)
    try candidate.card.becomeMaster()
    let inherited = InheritedState(candidate.card, candidate.pipeline)
    let (committer, buffer) = try Self.test(candidate, inherited, options, &notes)
    self.init(candidate, inherited, committer, buffer, options, notes)
  }

  private init(
    _ candidate: Candidate, _ inherited: InheritedState, _ committer: any Committer, _ buffer: DumbBuffer,
    _ options: DisplayOptions, _ found: [String]
  ) {
    (card, pipeline, self.inherited, self.options) = (candidate.card, candidate.pipeline, inherited, options)
    self.committer = committer
    var notes = found
    (size, format) = (buffer.surface.size, buffer.surface.format)
    var buffers = [buffer]

    let acceptsDirty = Self.acceptsDirty(card, buffer)
    hasVBlank = Self.hasVBlank(card, pipeline.crtc.id)
    var presentMode = PresentMode(
      options.buffers, sendsDamage: committer.sendsDamage, acceptsDirty: acceptsDirty, hasVBlank: hasVBlank)
    if presentMode == .pageFlip {
      do throws(DisplayError) { buffers.append(try DumbBuffer(card, size, format)) } catch {
        notes.append(error.message + "; using one buffer")
        presentMode = acceptsDirty ? .dirtyRectangles : .frontBuffer
      }
    }
    self.presentMode = presentMode
    chain = BufferChain(buffers)

    self.notes = notes
    name =
      "kms:\(card.path) \(pipeline.connector.name) \(pipeline.mode.name) \(format.name), \(committer.name), \(presentMode.name)"
  }

  deinit { close() }

  package var panelRotation: Rotation { Self.panelRotation(pipeline.connector.panelOrientation ?? "") }

  package var descriptor: Int32 {
    // With one buffer there are no flip events, and an unread event of another kind would keep the event loop awake.
    presentMode == .pageFlip && control != .closed ? card.descriptor : -1
  }

  package var scanout: Surface? { chain.shown?.surface }

  package func nextFrame() throws(DisplayError) -> Frame? { control == .held ? chain.nextFrame() : nil }

  package func present(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    // If control was lost since `nextFrame`, the frame is dropped and the next one has age 0.
    if control != .held || chain.swapchain.acquired == nil { return }
    let screen = Rect(size)
    if needsModeset || chain.swapchain.acquiredIsWhole {
      try submit(Region(screen))
    } else if screen.contains(damage.bounds) {
      // The usual case, without a copy of the region.
      try submit(damage)
    } else {
      try submit(damage.clipped(to: screen))
    }
  }

  private func submit(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    if damage.isEmpty { return chain.swapchain.release() }
    _ = chain.swapchain.submit()
    try commitQueued(damage)
  }

  package func spareBuffer() -> Frame? { control == .held ? chain.spare : nil }

  package func markCurrent() { chain.swapchain.markCurrent() }

  package func handleEvents() throws(DisplayError) -> DisplayEvents {
    if control == .closed { return [] }
    if presentMode == .pageFlip { wait.events.read(card) }
    startTimeout()
    switch control {
    case .suspended, .closed: return []
    case .lost: return try retryMaster()
    case .held: break
    }
    if chain.swapchain.pending != nil {
      if wait.events.hasArrived {
        chain.swapchain.complete()
        wait.timeout.complete()
        return .ready
      }
      return wait.timeout.hasExpired(at: MonotonicClock.now()) ? abandonFlip() : []
    }
    if chain.swapchain.queued != nil {
      if wait.timeout.hasExpired(at: MonotonicClock.now()) { return abandonFlip() }
      // Any event may be the one that the kernel was waiting for.
      try commitQueued(chain.queuedDamage)
      if control == .held && chain.swapchain.queued == nil && chain.swapchain.pending == nil { return .ready }
    }
    return []
  }

  /// Commits the queued buffer. Blocks only for a modeset.
  private func commitQueued(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    guard let slot = chain.swapchain.queued else { return }
    let framebuffer = chain.buffers[slot].framebuffer
    wait.retryTime = nil
    var code: Int32 = 0
    if !needsModeset {
      switch presentMode {
      case .frontBuffer: break
      case .dirtyRectangles: code = card.sendDirty(damage, of: framebuffer)
      case .pageFlip:
        code = unsafe committer.flip(framebuffer, damage: damage, cookie: wait.events.nextCookie)
        if code == 0 {
          wait.flipAccepted()
          chain.swapchain.flipAccepted()
          return
        }
      }
      // Another program may have changed the mode, so that flips are rejected. A modeset corrects that.
      if code == EINVAL || code == ENOENT || code == ENOSYS || code == EOPNOTSUPP { needsModeset = true }
    }
    if needsModeset {
      code = committer.modeset(framebuffer)
      if code == 0 && presentMode == .dirtyRectangles { code = card.sendDirty(Region(Rect(size)), of: framebuffer) }
      if code == 0 { needsModeset = false }
    }
    switch code {
    case 0:
      chain.swapchain.complete()
      wait.timeout.complete()
    case EBUSY:
      // libdrm itself retries after EINTR and EAGAIN.
      let now = MonotonicClock.now()
      wait.retryTime = now + Self.busyRetryInterval
      chain.queuedDamage = damage
      // A kernel that stays busy has lost a flip as well, so the same timeout applies.
      if wait.timeout.deadline == nil { wait.timeout.start(at: now) }
    case EACCES, EPERM: loseControl()
    default:
      reset()
      throw card.error("present a frame on", code: code)
    }
  }

  private func startTimeout() { if wait.timeout.isUnstarted { wait.timeout.start(at: MonotonicClock.now()) } }

  /// Gives up waiting for a flip whose event was lost. The content of the screen is unknown.
  private func abandonFlip() -> DisplayEvents {
    if wait.abandon() { needsModeset = true }
    chain.swapchain.invalidate()
    return [.ready, .redraw]
  }
}
