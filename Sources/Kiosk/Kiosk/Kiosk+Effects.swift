import Basics
import Display
import Geometry
import Screens
import Settings
import StarSlider
import Survey
import System

// What the terminal's events lead to.
extension Kiosk {
  func tell(_ event: SurveyMachine.Event) {
    let effects = terminal.handle(event, at: now)
    if effects.isEmpty { return }
    if effects.contains(.record) { record() }
    if effects.contains(.readClock) { readWall() }
    if effects.contains(.lightOff) { darken() }
    if effects.contains(.lightOn) { lighten() }
    if effects.contains(.reload) { takeOver() }
    if effects.contains(.show) { show() }
    if effects.contains(.count) { screen.setCountdown(terminal.countdown) }
    if effects.contains(.end) { isEnding = true }
  }

  func show() {
    isStatusOld = true
    let next = model.book.screen(terminal.view, language: terminal.language)
    // A finger that rests on the stars is released: it may be lifted on another screen, or never, and the stars would
    // wait for it for ever.
    _ = screen.cancelTouch()
    screen = next
    screen.show(withFocus: isKeyed)
    screen.setCountdown(terminal.countdown)
    switch terminal.view {
    case .thanks:
      if model.isAnimated, let value = screen.slider?.value { screen.lightUp(to: value, at: now) }
    case .attract, .question: screen.slider?.set(model.initialValue)
    case .language, .reasons, .closed, .cleaning: break
    }
    edges.touch.see(terminal, screen, at: now)
  }

  /// Closed: the light goes off; where there is none, the screen itself; and where that stays on, it says that it is closed.
  private func darken() { isDark = !edges.platform.setLight(false) && edges.display.turnOff() }

  private func lighten() {
    edges.platform.setLight(true)
    if isDark { screen.invalidate() }
    isDark = false
  }

  /// Writes the status once another screen is presented, so that no visitor waits for it. Between visits it also drops the
  /// code pages that the start, a new configuration or a visit needed.
  func tidyUp() {
    if !isStatusOld || owesPicture { return }
    isStatusOld = false
    edges.status.write(terminal, thanks, fault: edges.answers.fault)
    if terminal.isHome || terminal.state == .closed { dropProgramPages() }
  }

  func readWall() {
    now = clock.now
    if let wall = edges.platform.wallTime(at: now) { tell(.clock(wall)) }
  }

  // MARK: For the watchdog

  /// A picture waits to be drawn. A screen that another program has is not waited for.
  private var owesPicture: Bool { !isHidden && edges.display.hasControl && screen.needsPaint }

  /// A picture waits to be drawn, or to be shown.
  var frameRound: Watchdog.Round {
    let isFlipping = !isHidden && edges.display.hasControl && edges.display.deadline != nil
    return Watchdog.Round(owes: owesPicture || isFlipping, gotOn: wasShown)
  }

  /// A panel or a keypad that has something to say was not heard. One that is heard does not make up for another.
  var inputRound: Watchdog.Round {
    Watchdog.Round(owes: edges.touch.lastRound.owes || edges.keys.lastRound.owes, gotOn: false)
  }

  func record() {
    do throws(KioskError) {
      if terminal.state == .recording(.thanks) { thanks.finished(by: doneAt) }
      let start = clock.now
      try edges.answers.record(terminal.visit, from: model, language: terminal.language)
      now = clock.now
      thanks.stored(in: now - start)
      tell(.recorded)
    } catch {
      tell(.recordingFailed)
      failure = error
    }
  }

  // MARK: A new configuration

  /// Reads the configuration again; one that is wrong changes nothing.
  func reload() {
    edges.platform.reloading()
    defer { edges.platform.ready() }
    do throws(KioskError) {
      var read = try options.reloaded()
      for warning in read.settings.warnings { Standard.error(warning.message, .warning) }
      for change in read.settings.keepStartSettings(of: settings) {
        Standard.error(change + " is taken over by the next start only", .warning)
      }
      coming = read
      tell(.reload)
    } catch {
      for line in error.lines { Standard.error(line) }
      Standard.error("the configuration stays as it was")
    }
  }

  /// Applies the new configuration's screens. No visitor is present.
  func takeOver() {
    guard let coming else { return }
    self.coming = nil
    do throws(KioskError) {
      let model = try KioskModel(
        coming.settings, wanted: options.answers, on: edges.transform, format: edges.display.format)
      try edges.platform.adopt(coming.settings)
      now = clock.now
      self.model = model
      for warning in coming.builder.warnings(of: model) { Standard.error(warning.message, .warning) }
      if settings.kiosk.pixelShift != coming.settings.kiosk.pixelShift {
        pixelShift = coming.settings.pixelShift(on: screen, at: now)
      }
      settings = coming.settings
      terminal = SurveyMachine(model.survey, after: terminal)
      terminalDue = 0
      cornerContact = nil
      show()
      readWall()
      Standard.error("the new configuration is there", .notice)
    } catch {
      for line in error.lines { Standard.error(line) }
      Standard.error("the configuration stays as it was")
    }
  }

  // MARK: Pictures

  /// Where the picture lies, for what is drawn and for what is touched.
  var shift: ScreenShift { pixelShift.map { ScreenShift(x: $0.offset.x, y: $0.offset.y) } ?? .none }

  /// Whether the picture may move without a visitor noticing or touching beside it.
  var isUnattended: Bool { !isAway && (terminal.isHome || terminal.state == .closed) }

  func movePicture() {
    if pixelShift?.move(at: now, isFree: isUnattended) == true { screen.invalidate() }
  }

  /// Lends the screen, whose references are not counted for that: 50 instructions a time. `use` does not change to another
  /// screen.
  func withScreen<Result>(_ use: (Screen) -> Result) -> Result {
    Unmanaged.passUnretained(screen)._withUnsafeGuaranteedRef(use)
  }

  func paint() throws(KioskError) {
    if isHidden || !withScreen({ $0.needsPaint }) { return }
    do throws(DisplayError) {
      let display = edges.display
      guard let frame = try display.nextFrame() else { return }
      let shift = shift
      let damage = withScreen { $0.paint(frame, movedBy: shift) }
      edges.trace?.paint()
      try display.present(damage)
      edges.trace?.present()
      // Without a flip under way it is on the screen.
      if display.deadline == nil { wasShown = true }
      if terminal.view == .thanks { thanks.shown(at: clock.now) }
    } catch {
      if error.recovery != .retry { throw .failure(error.message) }
      screen.invalidate()
    }
    if let film = edges.film, let scanout = edges.display.scanout { film.add(scanout) }
  }

  /// Paints what the last frame changed into the buffer that it took off the screen, so that the next frame only paints what
  /// it changes itself. It runs only while the kiosk is idle and causes no wakeup; an earlier touch gets a frame that paints both.
  ///
  /// | the round | a frame is to be painted | then |
  /// | --- | --- | --- |
  /// | a flip was done | no | the spare buffer is caught up, if there is one |
  /// | a flip was done | yes: it is painted into the spare buffer | nothing, until that flip is done |
  /// | a flip was done | yes, and a flip is under way again | the same |
  /// | no flip was done | | nothing |
  func catchUp() {
    if !isBehind || isHidden || screen.needsPaint { return }
    isBehind = false
    guard let frame = edges.display.spareBuffer() else { return }
    screen.updateSpareBuffer(frame, movedBy: shift)
    edges.display.markCurrent()
  }

  /// Writes what is on the screen, as its controller reads it, if a path was given.
  func writeSnapshot() throws(KioskError) {
    if let path = options.snapshot { try writeSnapshot(to: path) }
  }

  private func writeSnapshot(to path: String) throws(KioskError) {
    guard let scanout = edges.display.scanout else { return }
    try PictureFile.write(to: path) { () throws(PNGError) in try PNG.encode(scanout) }
  }

  /// A picture on demand, where it was asked for or in the service's folder in memory: a failure is told, and the terminal goes
  /// on.
  func takeSnapshot() {
    guard let path = options.snapshot ?? Environment["RUNTIME_DIRECTORY"].map({ $0 + "/snapshot.png" }) else {
      Standard.error("no place for a snapshot; start with --snapshot FILE.png", .warning)
      return
    }
    do throws(KioskError) { try writeSnapshot(to: path) } catch { for line in error.lines { Standard.error(line) } }
  }
}

extension Settings {
  /// The walk of the picture that is configured; `nil` for none, and on a screen without room for one.
  func pixelShift(on screen: Screen, at now: Int64) -> BurnInShift? {
    if kiosk.pixelShift == 0 { return nil }
    return BurnInShift(period: Int64(kiosk.pixelShift) * 60_000_000_000, room: screen.maximumShift, now: now)
  }
}
