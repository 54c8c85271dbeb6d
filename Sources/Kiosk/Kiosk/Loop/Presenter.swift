import Basics
import Display
import Screens
import Settings
import StarSlider
import System

/// What visitors see and hear: the screen on the display, whether it can be seen, and speech.
final class Presenter {
  let display: any Display
  /// The transform from the visitor's pixels to the display's.
  let transform: ScreenTransform
  let film: Filmstrip?
  private let trace: FrameTrace?
  let clock: Clock
  /// The kernel's messages about screens; `nil` for a display in memory.
  private let deviceWatch: DeviceWatch?
  /// `nil` if visitors hear nothing.
  let speech: Speech?

  private(set) var screen: Screen
  private(set) var presentation = Presentation()
  /// The shift of the picture; `nil` if the picture never moves.
  private var burnInShift: BurnInShift?
  private var slides: SlideShow
  /// How one screen replaces another; `nil` if at once.
  private var change: ScreenChange?
  /// The display's deadline and descriptor before the last wait.
  private var (deadline, descriptor) = (Int64.max, Int32(-1))
  /// Whether the kernel has reported a change of screens that has not been examined yet.
  var isOutdated = false

  init(_ devices: Kiosk.Devices, _ model: KioskModel, _ settings: Settings, _ screen: Screen, _ clock: Clock) {
    (display, transform, deviceWatch) = (devices.display, devices.transform, devices.screens)
    (film, trace, self.clock, self.screen) = (devices.film, devices.trace, clock, screen)
    (slides, change, speech) = (model.slides, model.change, devices.speech)
    moveAgain(settings)
  }

  /// Continues on another display.
  init(replacing old: Presenter, on display: any Display, _ transform: ScreenTransform) {
    (self.display, self.transform, deviceWatch) = (display, transform, old.deviceWatch)
    (film, trace, clock, screen, speech) = (old.film, old.trace, old.clock, old.screen, old.speech)
    (presentation, burnInShift, slides, change) = (old.presentation, old.burnInShift, old.slides, old.change)
  }

  /// Handles an event of the display or of the kiosk.
  func handle(_ event: Presentation.Event) {
    let effects = presentation.handle(event)
    if effects.contains(.turnOff) { handle(display.turnOff() ? .turnedOff : .turnedOn) }
    if effects.contains(.repaint) { screen.invalidate() }
  }

  /// Turns the display off, if it can be turned off.
  func turnOff() { if display.turnOff() { handle(.turnedOff) } }

  // MARK: The screen

  /// Uses the pictures between the screens and the slides of a new model.
  func use(_ model: KioskModel) { (slides, change) = (model.slides, model.change) }

  /// Begins with a screen of another size, to which no picture leads.
  func begin(with screen: Screen, _ settings: Settings) {
    self.screen = screen
    moveAgain(settings)
  }

  /// Begins the picture's shift anew.
  func moveAgain(_ settings: Settings) { burnInShift = settings.burnInShift(on: screen, at: clock.now) }

  /// Shows a screen from its beginning.
  ///
  /// - Parameters:
  ///   - moves: Whether pictures may lead to the screen.
  ///   - prepare: Gives the screen its content. `start` is when visitors see all of it.
  func show(_ next: Screen, withFocus: Bool, moves: Bool, _ prepare: (_ start: Int64) -> Void) {
    // A finger that rests on the stars may be lifted much later, on another screen, so the stars do not wait for it.
    _ = screen.cancelTouch()
    screen.finishMotion()
    let isSeen = moves && screen !== next && !presentation.isHidden && !presentation.isEnding
    let change = isSeen ? change : nil
    change?.leave(screen, movedBy: shift)
    screen = next
    screen.show(withFocus: withFocus)
    slides.stop()
    prepare(clock.now + (change?.length ?? 0))
    if let change { screen.appear(by: change, movedBy: shift, at: clock.now) }
  }

  /// Ends the program once the last frame is on the screen.
  func end() {
    handle(.ending)
    screen.finishMotion()
  }

  /// Whether the first frame is drawn or cannot be seen.
  var isReady: Bool { presentation.isDark || presentation.isUnplugged || !screen.needsPaint }

  /// Whether the screen stays the same until the next event.
  var isStill: Bool { !screen.needsPaint && !screen.isMoving && !slides.isLoading }

  /// Whether the last frame is on the screen or cannot be shown.
  var isLastFrameShown: Bool {
    presentation.isHidden || !display.hasControl || (!screen.needsPaint && display.deadline == nil)
  }

  /// Whether a frame was shown in this round, and no other one follows at once.
  var hasShownAll: Bool {
    presentation.hasShownFrame && !withScreen({ $0.needsPaint }) && display.deadline == nil
  }

  /// Whether a frame must be drawn on a display that the kiosk controls.
  var isFramePending: Bool { !presentation.isHidden && display.hasControl && screen.needsPaint }

  /// Whether a frame must be drawn or shown, and whether one was shown in this round.
  var progress: Watchdog.Progress {
    let isFlipping = !presentation.isHidden && display.hasControl && display.deadline != nil
    return Watchdog.Progress(hasWork: isFramePending || isFlipping, didWork: presentation.hasShownFrame)
  }

  // MARK: Frames

  /// The offset by which the picture is moved, for drawing and for touches.
  var shift: ScreenShift { burnInShift.map { ScreenShift(x: $0.offset.x, y: $0.offset.y) } ?? .none }

  /// Advances the screen's motion, and moves the picture if it is due and the kiosk is idle.
  func update(isIdle: Bool) {
    screen.update(at: clock.now)
    if burnInShift?.move(at: clock.now, isIdle: isIdle) == true { screen.invalidate() }
  }

  /// Returns a contact where the visitor sees it.
  func toLayout(_ event: TouchEvent<PhysicalSpace>) -> TouchEvent<LayoutSpace> {
    transform.toLayout(event.moved(to: shift.toPicture(event.position)))
  }

  /// Lends the screen without reference counting. A retain and its release take 50 instructions, and two such pairs would exceed the drag's
  /// budget on bochs.
  ///
  /// - Parameter use: Must not access the presenter's `screen` in another way, because the access is exclusive.
  func withScreen<Result>(_ use: (Screen) -> Result) -> Result { Self.lend(&screen, use) }

  private static func lend<Result>(_ screen: inout Screen, _ use: (Screen) -> Result) -> Result { use(screen) }

  /// Draws the changes of the screen, if there is a buffer for them. Returns whether the display has accepted a frame.
  func paint() throws(KioskError) -> Bool {
    if presentation.isHidden || !withScreen({ $0.needsPaint }) { return false }
    var isPresented = false
    do throws(DisplayError) {
      guard let frame = try display.nextFrame() else { return false }
      let shift = shift
      let damage = withScreen { $0.paint(frame, movedBy: shift) }
      trace?.paint()
      try display.present(damage)
      trace?.present()
      if display.deadline == nil { handle(.drawn) }
      isPresented = true
    } catch {
      if error.recovery != .retry { throw KioskError(error) }
      screen.invalidate()
    }
    if let film, let scanout = display.scanout { film.add(scanout) }
    return isPresented
  }

  /// Repaints the changes of the last frame in the back buffer while no visitor waits, so that the next frame paints only its own changes.
  /// This causes no wakeup of its own. If a touch comes first, its frame paints the changes of both frames.
  ///
  /// | the round | a frame is pending | then |
  /// | --- | --- | --- |
  /// | a flip has ended | no | the spare buffer is repainted, if there is one |
  /// | a flip has ended | yes, and is painted into the spare buffer | nothing until its flip has ended |
  /// | a flip has ended | yes, and another flip is pending | the same |
  /// | no flip has ended | | nothing |
  func updateBackBuffer() {
    if !presentation.isBehind || presentation.isHidden || screen.isChanging || screen.needsPaint { return }
    handle(.caughtUp)
    guard let frame = display.spareBuffer() else { return }
    screen.updateSpareBuffer(frame, movedBy: shift)
    display.markCurrent()
  }

  // MARK: Slides

  /// Begins with the slides of the start screen.
  func startSlides() {
    // A slide that cannot be read does not delay the first one that can.
    if slides.isNew { slides.load() } else { slides.wait(from: clock.now) }
  }

  /// Loads a part of the slide that is due on the start screen. Once it is complete, shows it and schedules the next one.
  func updateSlides() {
    if presentation.isHidden { return }
    if let due = slides.due, clock.now >= due { slides.load() }
    if !slides.isLoading { return }
    do throws(KioskError) {
      let isFirst = slides.isNew
      let slide = try slides.advance(for: screen)
      clock.update()
      guard let slide else { return }
      // The text must not move.
      let change = isFirst || film != nil || presentation.isEnding ? nil : change
      change?.leave(screen, movedBy: shift)
      screen.showSlide(slide)
      clock.update()
      if let change { screen.appear(by: change, movedBy: shift, .across, at: clock.now) }
    } catch { for line in error.lines { Standard.error(line, .warning) } }
    returnFreeMemory()
    clock.update()
    startSlides()
  }

  // MARK: The event loop

  /// Adds the descriptor that wakes the event loop.
  func watch(with poller: Poller) {
    descriptor = display.descriptor
    poller.add(descriptor)
  }

  /// Records that the event loop was woken.
  func noteWakeup() { trace?.wake(at: clock.now) }

  /// Returns when the event loop must run although nothing has woken it.
  ///
  /// - Parameter isUnattended: Whether a screen without a visitor is shown, so that the picture may move.
  func nextDeadline(isUnattended: Bool) -> Int64 {
    deadline = display.deadline ?? .max
    var earliest = deadline
    if isUnattended, let burnInShift { earliest = min(earliest, burnInShift.due) }
    if presentation.isHidden { return earliest }
    return min(earliest, screen.deadline ?? .max, slides.isLoading ? clock.now : slides.due ?? .max)
  }

  /// Handles the display's events, if `poller` found any or they are due. Returns them for the rest of the kiosk.
  func handleEvents(_ poller: Poller) throws(KioskError) -> DisplayEvents {
    if deadline > clock.now && poller.readiness(of: descriptor).isEmpty { return [] }
    do throws(DisplayError) {
      let events = try display.handleEvents()
      // A frame that has to be drawn again was not shown.
      if events.contains(.redraw) {
        handle(.regained)
      } else if events.contains(.ready) {
        handle(.flipped)
      }
      if events.contains(.changed) { isOutdated = true }
      return events
    } catch { throw KioskError(error) }
  }

  /// Records that the kernel may have reported a change of screens.
  func noteChange() { if deviceWatch?.take() == true { isOutdated = true } }

  /// Examines a change that the kernel has reported. Returns whether another display must be opened.
  func hasChanged() -> Bool {
    if !isOutdated || presentation.isAway || presentation.isEnding || !display.hasControl { return false }
    isOutdated = false
    return display.hasChanged()
  }
}

extension Settings {
  /// The configured burn-in shift; `nil` if there is none, or if the screen is too small for it.
  fileprivate func burnInShift(on screen: Screen, at now: Int64) -> BurnInShift? {
    if kiosk.pixelShift == 0 { return nil }
    return BurnInShift(period: Int64(kiosk.pixelShift) * 60_000_000_000, room: screen.maximumShift, now: now)
  }
}
