import Basics
import KioskStatus
import Screens
import Settings
import Survey
import System

/// What the service screen and the identification show of the kiosk.
final class ServiceReporter {
  private let answers: AnswerRecorder
  private let platform: PlatformServices
  private let status: StatusFile
  private let clock: Clock
  private let configuration: ActiveConfiguration
  /// When the service screen is updated next; `nil` while another screen is shown.
  private(set) var nextReport: Int64?

  /// The interval at which the service screen is updated, in nanoseconds.
  private static var period: Int64 { 2_000_000_000 }

  init(_ devices: Kiosk.Devices, _ configuration: ActiveConfiguration, _ clock: Clock) {
    (answers, platform, status) = (devices.answers, devices.platform, devices.status)
    (self.configuration, self.clock) = (configuration, clock)
  }

  /// Updates the service screen, as long as it is shown.
  func report(on screen: Screen, isShown: Bool) {
    nextReport = isShown ? clock.now + Self.period : nil
    if !isShown { return }
    var report = ServiceReport()
    var faults = status.faults.names + status.panel
    if let courier = CourierState.read(), let fault = courier.fault {
      faults.append(fault.name + ": " + courier.reason)
    }
    let name = configuration.name
    if !same(name, "own") { faults.append(name) }
    let pages = Self.pages(of: ["\(Version.number)" + (status.faults.isEmpty ? ", ok" : "")] + faults)
    report.status = pages[Int(clock.now / Self.period % Int64(pages.count))]
    report.pending = answers.backlog.map { "\($0)" } ?? "?"
    let places = Self.pages(of: [answers.kioskID, Self.address], upTo: .max)
    report.address = places[Int(clock.now / Self.period % Int64(places.count))]
    let times = answers.lastTimes.map { Self.shortTime($0 / 1000, now: WallClock.now() / 1000) }
    report.lastAnswers = times.isEmpty ? "-" : times.joined(separator: " ")
    report.brightness = platform.percent(of: configuration.settings.screen.backlight).map { "\($0) %" } ?? "-"
    screen.show(report)
  }

  /// Shows the kiosk's name and addresses.
  func identify(on screen: Screen) {
    var report = ServiceReport()
    (report.name, report.address) = (answers.kioskID, Self.address)
    screen.show(report)
  }

  /// The host's name and addresses.
  private static var address: String {
    let addresses = networkAddresses()
    return hostName() + (addresses.utf8.isEmpty ? "" : ", " + addresses)
  }

  /// Splits texts into pages of whole words, because a line of the service screen has room for about 25 characters. The screen shows the
  /// pages in turn. A page has at least one word.
  private static func pages(of texts: [String], upTo limit: Int = 25) -> [String] {
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

  /// Returns the local time of day or, for another day, its month and day. Both arguments are seconds since 1970.
  private static func shortTime(_ seconds: Int64, now: Int64) -> String {
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let (time, today) = (LocalTime.fields(at: seconds), LocalTime.fields(at: now))
    if (time.month, time.day) == (today.month, today.day) { return two(time.minute / 60) + ":" + two(time.minute % 60) }
    return two(time.month) + "-" + two(time.day)
  }
}
