import Basics
import Operations
import Settings
import Survey
import System

/// Looks after what surrounds the terminal: the service manager that started it, the light behind the screen, the clock on
/// the wall. What of it is missing is told once and done without.
final class PlatformServices {
  private let manager: ServiceManager
  private var watchdog: Watchdog
  private var zone = Zone.utc
  private var brightness: BrightnessPlan?
  /// Whether anything depends on the time of day.
  private var needsWall = false
  private let watch: WallClockWatch
  /// Where lights are looked for.
  private let lights: String
  /// The light, once anything depends on it.
  private var light: Backlight?
  private var isLit = true
  private var isLightTold = false
  /// When the brightness changes next, nanoseconds of the monotonic clock.
  private var nextBrightness: Int64?

  /// `manager` is the service manager, `lights` the folder of all backlights.
  init(
    _ settings: Settings, manager: ServiceManager = ServiceManager(), lights: String = "/sys/class/backlight",
    at now: Int64
  ) throws(KioskError) {
    self.manager = manager
    self.lights = lights
    watchdog = Watchdog(period: manager.watchdogPeriod, now: now)
    do throws(SystemError) {
      watch = try WallClockWatch()
    } catch { throw .failure(error.message) }
    try adopt(settings)
  }

  /// Looks after what these settings want from now on: their zone, their brightness, their hours. After an error all is as it
  /// was. The wall's clock has to be read then.
  func adopt(_ settings: Settings) throws(KioskError) {
    do throws(SystemError) {
      zone = try ZoneFiles.read(settings.kiosk.timeZone).flatMap { Zone(tzif: $0) } ?? .utc
    } catch { throw .failure(error.message) }
    brightness = BrightnessPlan(settings.kiosk.brightness.map { .init(from: $0.minute, percent: $0.percent) })
    needsWall = !settings.kiosk.hours.isEmpty || brightness != nil
    nextBrightness = nil
    if !needsWall || light != nil { return }
    do throws(SystemError) {
      light = try Backlight(named: settings.backlight, in: lights)
    } catch {
      Standard.error("the light stays as it is: " + error.message, .warning)
    }
    // A terminal that was killed while it was closed left it dark.
    if isLit { setLight(true) }
  }

  // MARK: The clock on the wall

  /// What the terminal's zone makes of the clock; `nil` where nothing depends on it.
  func wallTime(at now: Int64) -> WallTime? {
    if !needsWall { return nil }
    let seconds = WallClock.now() / 1000
    let (offset, until) = zone.offset(at: seconds)
    let wall = WallTime(utc: seconds, offset: offset, until: until, moment: now)
    setBrightness(wall)
    return wall
  }

  func add(to poller: Poller) { if needsWall { poller.add(watch.descriptor) } }

  /// Whether the wall clock must be read: it was set, or a change of brightness is due.
  func needsLook(_ poller: Poller, at now: Int64) -> Bool {
    if nextBrightness.map({ now >= $0 }) == true { return true }
    return needsWall && !poller.readiness(of: watch.descriptor).isEmpty && watch.take()
  }

  // MARK: The light

  private func setBrightness(_ wall: WallTime) {
    guard let brightness else { return }
    nextBrightness = Self.nextBrightness(brightness, wall)
    let percent = brightness.brightness(at: Self.minute(wall))
    tell { (light) throws(SystemError) in try light.setBrightness(percent: percent) }
  }

  /// When the brightness has to be looked at again, nanoseconds of the monotonic clock: when it changes, and when the wall's
  /// clock jumps before that.
  static func nextBrightness(_ survey: BrightnessPlan, _ wall: WallTime) -> Int64? {
    survey.minutesToChange(at: minute(wall)).map {
      min(wall.moment + (Int64($0) * 60 - wall.civil % 60) * 1_000_000_000, wall.validUntil ?? .max)
    }
  }

  /// Of the day, 0...1439.
  private static func minute(_ wall: WallTime) -> Int32 { Int32((wall.civil % 86_400 + 86_400) % 86_400 / 60) }

  /// False where there is no light that does what it is told.
  @discardableResult func setLight(_ isOn: Bool) -> Bool {
    isLit = isOn
    return tell { (light) throws(SystemError) in try light.setPower(isOn) }
  }

  @discardableResult private func tell(_ change: (Backlight) throws(SystemError) -> Void) -> Bool {
    guard let light else { return false }
    do throws(SystemError) {
      try change(light)
      return true
    } catch {
      if !isLightTold { Standard.error("the light stays as it is: " + error.message, .warning) }
      isLightTold = true
      return false
    }
  }

  // MARK: The service manager

  /// When there is something to do, nanoseconds of the monotonic clock.
  var deadline: Int64? {
    guard let a = watchdog.deadline else { return nextBrightness }
    return min(a, nextBrightness ?? a)
  }

  /// A round of the loop is over, and so its two halves.
  func roundIsOver(frames: Watchdog.Round, input: Watchdog.Round, at now: Int64) {
    watchdog.roundIsOver(frames: frames, input: input, at: now)
    if watchdog.isDue(at: now) { try? manager.feedWatchdog() }
  }

  /// The first picture is on the screen, or a new configuration is in force.
  func ready() { try? manager.ready() }
  func reloading() { try? manager.reloading() }
  /// The console gets a screen that can be seen.
  func stopping() {
    if !isLit { setLight(true) }
    try? manager.stopping()
  }
}
