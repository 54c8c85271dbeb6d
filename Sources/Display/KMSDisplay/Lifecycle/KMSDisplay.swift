import Basics
import CDRM
import CLinux
import Display
import StarSlider
import System

// Safety: the cookie belongs to `events`, which lives as long as the display.

/// A screen of a DRM device, drawn to in dumb buffers, without a GPU or a window system.
///
/// With an atomic driver, opening changes nothing on the screen: the firmware's picture stays until the first frame.
package final class KMSDisplay: Display {
  package let name: String
  package let size: Size<PhysicalSpace>
  package let format: PixelFormat
  package let panelRotation: Rotation
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
  /// The buffers; empty after closing.
  var buffers: [DumbBuffer]
  /// The buffers after closing: the caller may still have one of their surfaces.
  var closedBuffers: [DumbBuffer] = []
  let events = FlipEvents()
  let saved: SavedCRTC
  let inherited: InheritedState
  let presentMode: PresentMode
  var swapchain: Swapchain
  /// The damage of the queued buffer, while the kernel is too busy to accept it.
  private var queuedDamage = Region<PhysicalSpace>()
  var needsModeset = true
  var timeout = FlipTimeout()
  /// When the queued buffer is committed again, or this process tries to become DRM master again.
  var retryTime: Int64?

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
    return retryTime ?? timeout.deadline
  }

  /// Opens a screen. `path` is the card, such as "/dev/dri/card1"; by default, the card with the best screen is chosen.
  @export(interface)
  package init(_ path: String? = nil, _ options: DisplayOptions = DisplayOptions()) throws(DisplayError) {
    var notes: [String] = []
    let candidate = try Candidate.best(path, options, &notes)
    let pipeline = candidate.pipeline
    self.pipeline = pipeline
    self.options = options
    card = candidate.card
    try card.becomeMaster()
    saved = SavedCRTC(card, crtc: pipeline.crtc.id, connector: pipeline.connector.id)
    inherited = InheritedState(card, pipeline)
    let (committer, buffer) = try Self.test(candidate, inherited, options, &notes)
    self.committer = committer
    (size, format) = (buffer.surface.size, buffer.surface.format)
    buffers = [buffer]

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
    swapchain = Swapchain(count: buffers.count)

    panelRotation = Self.panelRotation(pipeline.connector.panelOrientation ?? "")
    self.notes = notes
    name =
      "kms:\(card.path) \(pipeline.connector.name) \(pipeline.mode.name) \(format.name), \(committer.name), \(presentMode.name)"
  }

  deinit { close() }

  package var descriptor: Int32 {
    // With one buffer there are no flip events, and an unread event of another kind would keep the event loop awake.
    presentMode == .pageFlip && control != .closed ? card.descriptor : -1
  }

  package var scanout: Surface? {
    if buffers.isEmpty { return nil }
    return (swapchain.pending ?? swapchain.current).map { buffers[$0].surface }
  }

  package func nextFrame() throws(DisplayError) -> Frame? {
    if control != .held { return nil }
    guard let (slot, age) = swapchain.acquire() else { return nil }
    return Frame(surface: buffers[slot].surface, age: age)
  }

  package func present(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    // If control was lost since `nextFrame`, the frame is dropped and the next one has age 0.
    if control != .held || swapchain.acquired == nil { return }
    let screen = Rect(size)
    if needsModeset || swapchain.acquiredIsWhole {
      try submit(Region(screen))
    } else if screen.contains(damage.bounds) {
      // The usual case, without a copy of the region.
      try submit(damage)
    } else {
      try submit(damage.clipped(to: screen))
    }
  }

  private func submit(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    if damage.isEmpty { return swapchain.release() }
    _ = swapchain.submit()
    try commitQueued(damage)
  }

  package func spareBuffer() -> Frame? {
    if control != .held { return nil }
    guard let (slot, age) = swapchain.spare else { return nil }
    return Frame(surface: buffers[slot].surface, age: age)
  }

  package func markCurrent() { swapchain.markCurrent() }

  package func handleEvents() throws(DisplayError) -> DisplayEvents {
    if control == .closed { return [] }
    if presentMode == .pageFlip { events.read(card) }
    startTimeout()
    switch control {
    case .suspended, .closed: return []
    case .lost: return try retryMaster()
    case .held: break
    }
    if swapchain.pending != nil {
      if events.hasArrived {
        swapchain.complete()
        timeout.complete()
        return .ready
      }
      return timeout.hasExpired(at: MonotonicClock.now()) ? abandonFlip() : []
    }
    if swapchain.queued != nil {
      if timeout.hasExpired(at: MonotonicClock.now()) { return abandonFlip() }
      // Any event may be the one that the kernel was waiting for.
      try commitQueued(queuedDamage)
      if control == .held && swapchain.queued == nil && swapchain.pending == nil { return .ready }
    }
    return []
  }

  /// Commits the queued buffer. Blocks only for a modeset.
  private func commitQueued(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    guard let slot = swapchain.queued else { return }
    let framebuffer = buffers[slot].framebuffer
    retryTime = nil
    var code: Int32 = 0
    if !needsModeset {
      switch presentMode {
      case .frontBuffer: break
      case .dirtyRectangles: code = card.sendDirty(damage, of: framebuffer)
      case .pageFlip:
        code = unsafe committer.flip(framebuffer, damage: damage, cookie: events.nextCookie)
        if code == 0 {
          events.flipAccepted()
          swapchain.flipAccepted()
          timeout.flipAccepted()
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
      swapchain.complete()
      timeout.complete()
    case EBUSY:
      // libdrm itself retries after EINTR and EAGAIN.
      let now = MonotonicClock.now()
      retryTime = now + Self.busyRetryInterval
      queuedDamage = damage
      // A kernel that stays busy has lost a flip as well, so the same timeout applies.
      if timeout.deadline == nil { timeout.start(at: now) }
    case EACCES, EPERM: loseControl()
    default:
      reset()
      throw card.error("present a frame on", code: code)
    }
  }

  private func startTimeout() { if timeout.isUnstarted { timeout.start(at: MonotonicClock.now()) } }

  /// Gives up waiting for a flip whose event was lost. The content of the screen is unknown.
  private func abandonFlip() -> DisplayEvents {
    if timeout.abandon() { needsModeset = true }
    swapchain.invalidate()
    retryTime = nil
    return [.ready, .redraw]
  }
}
