import Basics
import Boards
import Broker
import Courier
import Journal
import KioskStatus
import Settings
import System

// The kiosk's reports about itself: its status on every connection, and a heartbeat every few minutes.
extension Delivery {
  /// Returns the status message, which docs/courier.schema.json describes. Reports use the time zone and the groups.
  func statusJSON(_ status: StaticString) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("terminal", options.terminal)
      json.add("status", status)
      json.add("journal", outbox.journal?.text)
      json.add("sequence", outbox.lastSequence())
      if !options.timeZone.utf8.isEmpty { json.add("time_zone", options.timeZone) }
      json.add("groups", options.fleet.groups)
    }
    return json.bytes
  }

  /// Publishes the status on a new connection, before the first answer, so that a refusal can be attributed to it. Some brokers never
  /// acknowledge a message that they do not permit, so answers wait at most ten seconds for the acknowledgment.
  func connectionAccepted(_ now: Int64) {
    warnings.clear()
    site.connected()
    Standard.error("connected to \(options.broker.host), port \(options.broker.port)", .notice)
    wasRefused = false
    if publishStatus(now) { sendBy = now + 10_000_000_000 } else { startSending(now) }
  }

  /// Publishes that the kiosk is online. Returns whether the message was sent.
  func publishStatus(_ now: Int64) -> Bool {
    guard status.isAllowed(at: now),
      case .sent(let message)? = publish(statusJSON("online"), to: topic("status"), retained: true)
    else { return false }
    status.sent(as: message)
    return true
  }

  /// Logs the broker's refusal of a message such as the status. `refusal` is `nil` if the broker accepted the message.
  func report(refusal: String?, of what: String) {
    guard let refusal else { return }
    wasRefused = true
    warnings.report("the broker refused the " + what + ": " + refusal + "; trying again later")
  }

  /// Publishes a message that may be lost, with the highest quality of service that the broker permits.
  func publish(_ payload: [UInt8], to topic: String, retained: Bool) -> BrokerConnection.SendResult? {
    guard let broker else { return nil }
    return broker.send(payload, to: topic, quality: broker.traits.quality, retained: retained)
  }

  /// Sends a heartbeat if it is due.
  func sendHeartbeat() {
    let now = MonotonicClock.now()
    if now < nextHeartbeat || (!courier.isAtRest && now < nextHeartbeat + Self.heartbeatDelay) { return }
    nextHeartbeat = now + Int64(options.broker.heartbeat) * 1_000_000_000
    // Finds answers whose notification was lost.
    refreshOutbox()
    outbox.repairTimes()
    if courier.isAtRest { outbox.checkIndexesDaily() }
    if !courier.isConnected { return }
    if !status.isAccepted && !status.isInFlight { _ = publishStatus(now) }
    subscribe(now)
    subscribeToControl(now)
    if !heartbeat.isAllowed(at: now) { return }
    // Quality of service 1 is used because a broker cannot refuse a message of quality 0: Mosquitto 2.0.11 closes the connection instead.
    if case .sent(let message)? = publish(heartbeatJSON(), to: topic("heartbeat"), retained: false) {
      heartbeat.sent(as: message)
    }
  }

  /// Returns the heartbeat, which docs/courier.schema.json describes.
  private func heartbeatJSON() -> [UInt8] {
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
    if courier.refusedCount > 0 { faults.append("answer_refused") }
    if outbox.damagedCount() > 0 && !faults.contains("journal_damaged") { faults.append("journal_damaged") }
    if let backlog = counts.backlog, backlog > options.limit { faults.append("journal_over_limit") }
    if let crashedAt, MonotonicClock.now() - crashedAt < 3_600_000_000_000 { faults.append("courier_crashed") }
    if site.hasRival { faults.append(CourierState.Fault.duplicateID.name) }
    // The kiosk itself reports this fault if its opening hours depend on the clock.
    let clock = Faults.clockNotSynchronised.names
    if !isSynchronised && !faults.contains(where: { same($0, clock[0]) }) { faults += clock }
    var json = JSONWriter()
    json.object { json in
      json.add("terminal", options.terminal)
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

  /// Describes the kiosk to Home Assistant if the configuration requires it.
  func publishDiscovery() {
    let fleet = options.fleet
    if fleet.discovery.utf8.isEmpty { return }
    let discovery = Discovery(
      discoveryPrefix: fleet.discovery, prefix: options.broker.prefix, kiosk: options.terminal, board: Self.boardName())
    if case .sent(let message)? = publish(discovery.json, to: discovery.topic, retained: true) {
      control.sent(message)
    }
  }

  /// Returns the machine's product name.
  private static func boardName() -> String {
    var facts = MachineFacts()
    facts.model = firstLine(of: "/proc/device-tree/model") ?? ""
    facts.product = firstLine(of: "/sys/class/dmi/id/product_name") ?? ""
    return facts.name
  }
}
