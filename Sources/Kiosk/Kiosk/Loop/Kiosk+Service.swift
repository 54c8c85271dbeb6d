import Basics
import KioskStatus
import Screens
import Settings
import Survey
import System

// The service screen: what it shows, and what its buttons do.
extension Kiosk {
  /// The interval at which the service screen is updated, in nanoseconds.
  private static var reportPeriod: Int64 { 2_000_000_000 }

  /// Updates the service screen while it is shown.
  func reportService() {
    nextReport = nil
    guard machine.state == .service else { return }
    nextReport = clock.now + Self.reportPeriod
    var report = ServiceReport()
    let answers = devices.answers
    var faults = devices.status.faults.names
    if let courier = CourierState.read(), let fault = courier.fault {
      faults.append(fault.name + ": " + courier.reason)
    }
    let configuration = configurationName
    if !same(configuration, "own") { faults.append(configuration) }
    let pages = Self.pages(of: ["\(Version.number)" + (devices.status.faults.isEmpty ? ", ok" : "")] + faults)
    report.status = pages[Int(clock.now / Self.reportPeriod % Int64(pages.count))]
    report.pending = answers.backlog.map { "\($0)" } ?? "?"
    let addresses = networkAddresses()
    let places = Self.pages(
      of: [answers.kioskID, hostName() + (addresses.utf8.isEmpty ? "" : ", " + addresses)], upTo: .max)
    report.address = places[Int(clock.now / Self.reportPeriod % Int64(places.count))]
    let times = answers.lastTimes.map { Self.shortTime($0 / 1000, now: WallClock.now() / 1000) }
    report.lastAnswers = times.isEmpty ? "-" : times.joined(separator: " ")
    report.brightness = devices.platform.percent(of: settings.backlight).map { "\($0) %" } ?? "-"
    presenter.screen.show(report)
  }

  /// Splits texts into pages of whole words, because a line of the service screen has room for about 25 characters. The screen shows the
  /// pages in turn. A page has at least one word.
  static func pages(of texts: [String], upTo limit: Int = 25) -> [String] {
    var pages: [String] = []
    for text in texts {
      var page: [UInt8] = []
      for word in text.utf8.split(separator: UInt8(ascii: " ")) {
        if !page.isEmpty && page.count + 1 + word.count > limit {
          pages.append(String(decoding: page, as: UTF8.self))
          page = []
        }
        page += (page.isEmpty ? [] : [UInt8(ascii: " ")]) + word
      }
      if !page.isEmpty { pages.append(String(decoding: page, as: UTF8.self)) }
    }
    return pages
  }

  /// Shows the kiosk's name and addresses.
  func showIdentity() {
    var report = ServiceReport()
    let addresses = networkAddresses()
    report.name = devices.answers.kioskID
    report.address = hostName() + (addresses.utf8.isEmpty ? "" : ", " + addresses)
    presenter.screen.show(report)
  }

  /// Returns the local time of day or, for another day, its month and day. Both arguments are seconds since 1970.
  static func shortTime(_ seconds: Int64, now: Int64) -> String {
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let (time, today) = (LocalTime.fields(at: seconds), LocalTime.fields(at: now))
    if (time.month, time.day) == (today.month, today.day) { return two(time.minute / 60) + ":" + two(time.minute % 60) }
    return two(time.month) + "-" + two(time.day)
  }

  func serve(_ action: Action.Service) {
    guard machine.state == .service else { return }
    switch action {
    case .testAnswer: handle(.tested)
    case .calibrate: isCalibrationPending = true
    case .restart:
      Standard.error("restarting: requested on the service screen", .notice)
      end()
    case .dim: devices.platform.changeBrightness(of: settings.backlight, by: -10)
    case .brighten: devices.platform.changeBrightness(of: settings.backlight, by: 10)
    }
    reportService()
  }

  /// Calibrates the touchscreen without ending the program. If that fails, the error is reported and the kiosk continues.
  func calibrate() throws(KioskError) {
    isCalibrationPending = false
    guard let watcher = devices.touch.calibrated else {
      return Standard.error("cannot calibrate: no touchscreen is connected", .warning)
    }
    let run = CalibrationRun(
      display: presenter.display, watcher: watcher, signals: try Run.openSignals(), console: devices.console,
      screen: presenter.transform, targets: options.targets, platform: devices.platform)
    do throws(KioskError) {
      let file = try CalibrationFile.prepared()
      _ = try Calibrate.record(try run.run(), in: file)
    } catch { for line in error.lines { Standard.error(line) } }
    clock.update()
    devices.touch.recalibrate()
    if run.isAway { presenter.handle(.released) }
    if run.isEnding { end() }
    presenter.handle(.regained)
    // The time of the calibration does not count as idle.
    handle(.touchBegan)
  }
}
