import Basics
import Settings
import Survey
import System

/// The service manager, the backlight and the wall clock. The kiosk works without any of them; each missing one is reported once.
final class PlatformServices {
  let manager: ServiceManager
  private var watchdog: Watchdog
  private var brightness: BrightnessPlan?
  /// Whether a setting depends on the time of day.
  private var needsWall = false
  /// Reports when the clock is set; `nil` if the kernel refuses that.
  private let watch: WallClockWatch?
  /// Whether to trust the clock even if no time server has set it.
  private var trustsClock = false
  /// Whether a time server has set the clock since the boot.
  private let isSynchronised: () -> Bool
  private var wasSynchronised = false
  /// When to ask again whether a time server has set the clock, in nanoseconds of the monotonic clock. This is polled, because a small
  /// correction causes no event. Without `watch`, nothing does.
  private var nextClockCheck: Int64?
  /// The folder of backlights.
  private let lights: String
  /// The backlight, once a setting depends on it.
  private var light: Backlight?
  private var isLit = true
  private var isLightFaultReported = false
  /// The time of the next change of brightness, in nanoseconds of the monotonic clock.
  private var nextBrightness: Int64?

  init(
    _ settings: Settings, manager: ServiceManager = ServiceManager(), lights: String = "/sys/class/backlight",
    isSynchronised: @escaping () -> Bool = { WallClock.wasSynchronised }, at now: Int64
  ) {
    self.manager = manager
    self.isSynchronised = isSynchronised
    self.lights = lights
    watchdog = Watchdog(period: manager.watchdogPeriod, now: now)
    do throws(SystemError) { watch = try WallClockWatch() } catch {
      watch = nil
      Standard.error("the clock is asked every 10 s: " + error.message, .warning)
    }
    apply(settings)
  }

  /// Applies the time zone, the brightness and the opening hours of new settings. The caller must then read the wall clock.
  func apply(_ settings: Settings) {
    let schedule = settings.kiosk.schedule
    if schedule.needsClock || !settings.kiosk.servicePIN.utf8.isEmpty {
      // A zone that is not on this machine has already been reported.
      do throws(TimeZoneError) { try LocalTime.setZone(schedule.timeZone) } catch { LocalTime.setUTC() }
    }
    (brightness, needsWall) = (BrightnessPlan(schedule.brightness), schedule.needsClock)
    trustsClock = schedule.trustsClock
    (nextBrightness, nextClockCheck) = (nil, nil)
    if !needsWall || light != nil { return }
    do throws(SystemError) { light = try Backlight(named: settings.screen.backlight, in: lights) } catch {
      Standard.error("the backlight is not used: " + error.message, .warning)
    }
    // A kiosk that was killed while closed left the light off.
    if isLit { setLight(true) }
  }

  // MARK: The wall clock

  /// Whether a setting depends on the time but the time is unknown. A board without a clock chip starts with the time of its last shutdown.
  private(set) var lacksTime = false

  /// Whether a time server has set the clock since the boot, or the operator trusts it.
  var knowsTime: Bool {
    wasSynchronised = wasSynchronised || isSynchronised()
    return wasSynchronised || trustsClock
  }

  private static var clockCheckPeriod: Int64 { 10_000_000_000 }

  /// Reads the wall clock and sets the brightness accordingly. Returns `nil` if no setting depends on the time, or if the time is unknown.
  /// While it is unknown, the brightness is the plan's highest.
  func wallTime(at now: Int64) -> WallTime? {
    wasSynchronised = wasSynchronised || needsWall && isSynchronised()
    let lacked = lacksTime
    lacksTime = needsWall && !wasSynchronised && !trustsClock
    nextClockCheck = lacksTime || needsWall && watchedDescriptor < 0 ? now + Self.clockCheckPeriod : nil
    if lacksTime {
      if !lacked {
        Standard.error(
          "the clock is not synchronised; opening hours and brightness apply once a time server has set it, or with "
            + "trust-clock = yes", .warning)
      }
      nextBrightness = nil
      if let highest = brightness?.highest {
        change { (light) throws(SystemError) in try light.setBrightness(percent: highest) }
      }
      return nil
    }
    if !needsWall { return nil }
    let seconds = WallClock.now() / 1000
    let (offset, until) = LocalTime.offset(at: seconds)
    let wall = WallTime(utc: seconds, offset: offset, until: until, moment: now)
    setBrightness(wall)
    return wall
  }

  /// Adds the descriptor that wakes the event loop when the wall clock is set, which also happens when the machine resumes from suspension.
  ///
  /// - Parameter isUnattended: Whether there is no visitor. During a visit, the extra descriptor would make each frame take longer.
  func add(to poller: Poller, isUnattended: Bool) { if needsWall || isUnattended { poller.add(watchedDescriptor) } }

  /// A negative descriptor is ignored by poll(2).
  private var watchedDescriptor: Int32 {
    switch watch {
    case .some(let watch): watch.descriptor
    case .none: -1
    }
  }

  /// Whether the wall clock was set, or the brightness changes, or the clock may have been synchronized.
  func needsWallTime(_ poller: Poller, at now: Int64) -> Bool {
    if now >= min(nextClockCheck ?? .max, nextBrightness ?? .max) { return true }
    switch watch {
    case .some(let watch): return !poller.readiness(of: watch.descriptor).isEmpty && watch.take()
    case .none: return false
    }
  }

  // MARK: The light

  private func setBrightness(_ wall: WallTime) {
    guard let brightness else { return }
    nextBrightness = Self.nextBrightness(brightness, wall)
    let percent = brightness.brightness(at: Self.minute(wall))
    change { (light) throws(SystemError) in try light.setBrightness(percent: percent) }
  }

  /// Returns the time of the next change of brightness or, if earlier, of the next jump of local time, in nanoseconds of the monotonic
  /// clock.
  static func nextBrightness(_ plan: BrightnessPlan, _ wall: WallTime) -> Int64? {
    plan.minutesToChange(at: minute(wall)).map {
      min(wall.moment + (Int64($0) * 60 - wall.civil % 60) * 1_000_000_000, wall.validUntil ?? .max)
    }
  }

  /// Returns the minute of the day, 0...1439.
  private static func minute(_ wall: WallTime) -> Int32 { Int32((wall.civil % 86_400 + 86_400) % 86_400 / 60) }

  /// Switches the backlight. Returns false if there is none, or if switching fails.
  @discardableResult func setLight(_ isOn: Bool) -> Bool {
    isLit = isOn
    return change { (light) throws(SystemError) in try light.setPower(isOn) }
  }

  @discardableResult private func change(_ operation: (Backlight) throws(SystemError) -> Void) -> Bool {
    guard let light else { return false }
    do throws(SystemError) {
      try operation(light)
      return true
    } catch {
      if !isLightFaultReported { Standard.error("the backlight is not used: " + error.message, .warning) }
      isLightFaultReported = true
      return false
    }
  }

  /// Returns the backlight's brightness in percent; `nil` if there is none.
  ///
  /// - Parameter name: The backlight's name in the settings.
  func percent(of name: String?) -> Int32? {
    if light == nil { light = try? Backlight(named: name, in: lights) }
    return try? light?.brightness()
  }

  /// Makes the screen brighter or darker, until the plan's next step or the next start. It always stays readable.
  ///
  /// - Parameter points: The change in percent of the maximum; negative makes the screen darker.
  func changeBrightness(of name: String?, by points: Int32) {
    guard let percent = percent(of: name) else { return }
    change { (light) throws(SystemError) in
      try light.setBrightness(percent: max(percent + points, min(percent, Self.leastBrightness)))
    }
  }

  /// The lowest brightness that the service screen can set, in percent.
  private static var leastBrightness: Int32 { 10 }

  // MARK: The service manager

  /// When `needsWallTime` or `roundEnded` must be called, in nanoseconds of the monotonic clock.
  var deadline: Int64? {
    let earliest = min(watchdog.deadline ?? .max, nextBrightness ?? .max, nextClockCheck ?? .max)
    return earliest == .max ? nil : earliest
  }

  /// Notifies the service manager if the loops keep up with their work.
  func roundEnded(frames: Watchdog.Progress, input: Watchdog.Progress, at now: Int64) {
    watchdog.roundEnded(frames: frames, input: input, at: now)
    if watchdog.isDue(at: now) { try? manager.feedWatchdog() }
  }

  /// Notifies the service manager that the kiosk is stopping. Switches the light on first, so that the console is visible.
  func stopping() {
    if !isLit { setLight(true) }
    try? manager.stopping()
  }
}
