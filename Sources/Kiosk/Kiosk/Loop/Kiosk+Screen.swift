import Basics
import Display
import Screens
import Settings
import StarSlider
import Survey
import System

// What is drawn, and whether it can be seen.
extension Kiosk {
  func updatePresentation(_ event: Presentation.Event) {
    let effects = presentation.handle(event)
    if effects.contains(.turnOff) { updatePresentation(devices.display.turnOff() ? .turnedOff : .turnedOn) }
    if effects.contains(.repaint) { screen.invalidate() }
  }

  /// Switches the backlight off or, if there is none, the display. A display that stays on shows that the kiosk is closed.
  func switchLightOff() {
    if !devices.platform.setLight(false) && devices.display.turnOff() { updatePresentation(.turnedOff) }
  }

  func switchLightOn() {
    devices.platform.setLight(true)
    updatePresentation(.turnedOn)
  }

  // MARK: Frames

  /// The offset by which the picture is moved, for drawing and for touches.
  var shift: ScreenShift { burnInShift.map { ScreenShift(x: $0.offset.x, y: $0.offset.y) } ?? .none }

  func moveScreen() { if burnInShift?.move(at: now, isIdle: isUnattended) == true { screen.invalidate() } }

  /// Lends the screen without reference counting. A retain and its release take 50 instructions, and two such pairs would exceed the drag's
  /// budget on bochs.
  ///
  /// - Parameter use: Must not access the kiosk's `screen` in another way, because the access is exclusive.
  func withScreen<Result>(_ use: (Screen) -> Result) -> Result { Self.lend(&screen, use) }

  private static func lend<Result>(_ screen: inout Screen, _ use: (Screen) -> Result) -> Result { use(screen) }

  func paint() throws(KioskError) {
    if presentation.isHidden || !withScreen({ $0.needsPaint }) { return }
    do throws(DisplayError) {
      let display = devices.display
      guard let frame = try display.nextFrame() else { return }
      let shift = shift
      let damage = withScreen { $0.paint(frame, movedBy: shift) }
      devices.trace?.paint()
      try display.present(damage)
      devices.trace?.present()
      if display.deadline == nil { updatePresentation(.drawn) }
      if machine.screen == .thanks { thankYouLatency.shown(at: clock.now) }
    } catch {
      if error.recovery != .retry { throw KioskError(error) }
      screen.invalidate()
    }
    if let film = devices.film, let scanout = devices.display.scanout { film.add(scanout) }
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
    updatePresentation(.caughtUp)
    guard let frame = devices.display.spareBuffer() else { return }
    screen.updateSpareBuffer(frame, movedBy: shift)
    devices.display.markCurrent()
  }

  // MARK: Snapshots

  /// Writes the scanout to a file, if the command line names one.
  func writeSnapshot() throws(KioskError) { if let path = options.snapshot { try writeSnapshot(to: path) } }

  private func writeSnapshot(to path: String) throws(KioskError) {
    guard let scanout = devices.display.scanout else { return }
    try PictureFile.write(to: path) { () throws(PNGError) in try PNG.encode(scanout) }
  }

  /// Writes a snapshot when the snapshot key is pressed in the window, to the file that the command line names or to a new file in the
  /// folder for temporary files.
  func takeWindowSnapshot() {
    guard let scanout = devices.display.scanout else { return }
    let base = (Environment["TMPDIR"] ?? "/tmp") + "/star-kiosk-snapshot"
    do throws(KioskError) {
      if let path = options.snapshot {
        try writeSnapshot(to: path)
        return Standard.error("the snapshot is in " + path, .notice)
      }
      let picture: [UInt8]
      do throws(PNGError) { picture = try PNG.encode(scanout) } catch {
        throw KioskError("write", base + ".png", error.reason)
      }
      do throws(SystemError) {
        Standard.error("the snapshot is in " + (try createFile(base, ".png", picture)), .notice)
      } catch { throw KioskError(error) }
    } catch { for line in error.lines { Standard.error(line) } }
  }

  /// Writes a snapshot on demand, to the file that the command line names or to the service's folder in memory. An error is reported, and
  /// the kiosk continues.
  func takeSnapshot() {
    guard let path = options.snapshot ?? Environment["RUNTIME_DIRECTORY"].map({ $0 + "/snapshot.png" }) else {
      Standard.error("cannot write a snapshot: no file was named; pass --snapshot FILE.png", .warning)
      return
    }
    do throws(KioskError) { try writeSnapshot(to: path) } catch { for line in error.lines { Standard.error(line) } }
  }
}

extension Settings {
  /// The configured burn-in shift; `nil` if there is none, or if the screen is too small for it.
  func burnInShift(on screen: Screen, at now: Int64) -> BurnInShift? {
    if kiosk.pixelShift == 0 { return nil }
    return BurnInShift(period: Int64(kiosk.pixelShift) * 60_000_000_000, room: screen.maximumShift, now: now)
  }
}
