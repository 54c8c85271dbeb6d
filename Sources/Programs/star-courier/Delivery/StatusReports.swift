import Basics
import Boards
import Broker
import Courier
import Journal
import KioskStatus
import Settings
import System

/// The kiosk's reports about itself: its status on every connection, a heartbeat every few minutes, its description, and its counts of visits.
final class StatusReports {
  private let outbox: OutboxReader
  private let link: BrokerLink
  let days: DayReports
  /// When an earlier process was killed, in nanoseconds of the monotonic clock.
  private let crashedAt: Int64?
  private var nextHeartbeat: Int64 = 0

  /// The longest time for which answers may delay a heartbeat, in nanoseconds.
  private static let delay: Int64 = 5_000_000_000

  init(_ outbox: OutboxReader, _ link: BrokerLink, crashedAt: Int64?) {
    (self.outbox, self.link, self.crashedAt) = (outbox, link, crashedAt)
    days = DayReports(link)
  }

  /// Returns the status message, which docs/courier.schema.json describes. Reports and alerts use the time zone, the groups, the
  /// name and the place.
  func status(_ status: StaticString) -> [UInt8] {
    let options = link.options
    var json = JSONWriter()
    json.object { json in
      json.add("kiosk", options.kiosk)
      json.add("status", status)
      json.add("journal", outbox.journal?.text)
      json.add("sequence", outbox.lastSequence())
      if !options.timeZone.utf8.isEmpty { json.add("time_zone", options.timeZone) }
      json.add("groups", options.fleet.groups)
      if !options.identity.name.utf8.isEmpty { json.add("name", options.identity.name) }
      if !options.identity.place.isEmpty { json.add("place", options.identity.place) }
    }
    return json.bytes
  }

  /// Publishes that the kiosk is online, once on each connection. Returns whether the message was sent.
  @discardableResult func publishStatus(_ now: Int64) -> Bool {
    guard link.isDue(.status, at: now),
      case .sent? = link.publish(status("online"), to: link.topic("status"), retained: true, for: .status)
    else { return false }
    return true
  }

  private var interval: Int64 { Int64(link.options.broker.heartbeat) * 1_000_000_000 }

  /// When the next heartbeat is due, in nanoseconds of the monotonic clock. `isAtRest` is false while answers are in flight.
  func deadline(isAtRest: Bool) -> Int64 { isAtRest ? nextHeartbeat : nextHeartbeat + Self.delay }

  /// Makes a heartbeat due now.
  func connected(_ now: Int64) { nextHeartbeat = now }

  /// Starts to wait for the next heartbeat.
  func postpone(_ now: Int64) { nextHeartbeat = now + interval }

  /// Applies another interval.
  func reconfigured() { nextHeartbeat = min(nextHeartbeat, MonotonicClock.now() + interval) }

  func publishHeartbeat(refusedCount: Int) {
    // Quality of service 1 is used because a broker cannot refuse a message of quality 0: Mosquitto 2.0.11 closes the connection instead.
    link.publish(
      heartbeatJSON(refusedCount: refusedCount), to: link.topic("heartbeat"), retained: false, for: .heartbeat)
  }

  /// Returns the heartbeat, which docs/courier.schema.json describes.
  private func heartbeatJSON(refusedCount: Int) -> [UInt8] {
    // This comes before the backlog: if that is empty, all answers up to this one were delivered.
    let newest = outbox.lastSequence()
    let counts = outbox.counts()
    let isSynchronised = WallClock.isSynchronised
    // A status file that this process may not read belongs to a running kiosk.
    var faults: [String] = []
    var waiting: Int64 = 0
    do throws(SystemError) {
      let status = try KioskStatus.read()
      (faults, waiting) = (status?.faults ?? KioskStatus.faultsWithoutKiosk, status?.waiting ?? 0)
    } catch {}
    if let fault = outbox.fault { faults.append(fault) }
    if outbox.badRows > 0 { faults.append("bad_rows") }
    if refusedCount > 0 { faults.append("answer_refused") }
    if outbox.damagedCount() > 0 && !faults.contains("journal_damaged") { faults.append("journal_damaged") }
    if let backlog = counts.backlog, backlog > link.options.limit { faults.append("journal_over_limit") }
    if let crashedAt, MonotonicClock.now() - crashedAt < 3_600_000_000_000 { faults.append("courier_crashed") }
    if link.site.hasRival { faults.append(CourierState.Fault.duplicateID.name) }
    let image = ImageState.read()
    faults += image?.faults ?? []
    // The kiosk itself reports this fault if its opening hours depend on the clock.
    let clock = Faults.clockNotSynchronised.names
    if !isSynchronised && !faults.contains(where: { same($0, clock[0]) }) { faults += clock }
    var json = JSONWriter()
    json.object { json in
      json.add("kiosk", link.options.kiosk)
      json.add("version", Version.number)
      json.add("board", Self.boardName())
      json.add("uptime_s", BootClock.now() / 1_000_000_000)
      json.add("wall_ms", WallClock.now())
      json.add("wall_synchronised", isSynchronised)
      json.add("monotonic_ns", BootClock.now())
      json.add("boot_id", bootIdentity())
      json.add("backlog", counts.backlog.map { $0 + waiting })
      json.add("last_answer_ms", counts.newest)
      json.add("journal", outbox.journal?.text)
      json.add("sequence", newest)
      json.add("temperature_mc", Self.temperature())
      json.add("brightness_percent", Self.brightness())
      json.add("faults", faults)
      image?.add(to: &json)
    }
    return json.bytes
  }

  /// Returns the highest reading of the thermal sensors in thousandths of a degree Celsius; `nil` without sensors.
  private static func temperature() -> Int64? {
    let zones = ((try? listDirectory("/sys/class/thermal")) ?? []).filter { $0.utf8.starts(with: "thermal_zone".utf8) }
    return zones.compactMap { Int64(firstLine(of: "/sys/class/thermal/" + $0 + "/temp") ?? "") }.max()
  }

  /// Returns the brightness of the backlight; `nil` without a backlight that can be controlled.
  private static func brightness() -> Int64? {
    for light in (try? listDirectory("/sys/class/backlight")) ?? [] {
      let folder = "/sys/class/backlight/" + light
      if let now = number(in: folder + "/brightness"), let most = number(in: folder + "/max_brightness"), most > 0 {
        return now * 100 / most
      }
    }
    return nil
  }

  /// Describes the kiosk to Home Assistant, once on each connection, if the configuration requires it.
  func publishDiscovery(_ now: Int64) {
    let options = link.options
    if options.fleet.discovery.utf8.isEmpty || !link.isDue(.discovery, at: now) { return }
    let discovery = Discovery(
      discoveryPrefix: options.fleet.discovery, prefix: options.broker.prefix, kiosk: options.kiosk,
      board: Self.boardName())
    link.publish(discovery.json, to: discovery.topic, retained: true, for: .discovery)
  }

  /// Returns the machine's product name.
  private static func boardName() -> String {
    var facts = MachineFacts()
    facts.model = firstLine(of: "/proc/device-tree/model") ?? ""
    facts.product = firstLine(of: "/sys/class/dmi/id/product_name") ?? ""
    return facts.name
  }
}
