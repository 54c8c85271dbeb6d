import Basics
import Journal
import KioskStatus
import Settings
import StarSlider
import System

// The checks that `sudo star-kiosk doctor` adds: the service's units, user, configuration, journal, broker and clock.
extension Doctor {
  /// Examines the units and the courier's files. This process then becomes the service's user, so that all further checks run with that
  /// user's permissions.
  mutating func enter(_ service: InstalledService, _ options: Options) {
    checkUnit(InstalledService.unit)
    checkUnit(InstalledService.courierUnit)
    for group in service.missingGroups {
      add(.missing, "user", "the service's group " + group + " does not exist: groupadd --system " + group)
    }
    if let broker = try? options.examined(on: search).settings.courier { checkCourierFiles(broker) }
    do throws(SystemError) { try service.become() } catch { add(.missing, "user", error.message) }
  }

  private mutating func checkUnit(_ unit: String) {
    let shown = InstalledService.properties(of: unit)
    guard let state = shown["ActiveState"], let load = shown["LoadState"] else {
      return add(.note, "unit", unit + ": systemd does not run here")
    }
    if !same(load, "loaded") {
      return add(.missing, "unit", unit + ": " + load + "; reinstall the package star-slider")
    }
    let name = String(decoding: Array(unit.utf8.prefix { $0 != UInt8(ascii: ".") }), as: UTF8.self)
    let isEnabled = shown["UnitFileState"].map { same($0, "enabled") } ?? false
    let restarts = shown["NRestarts"].flatMap { decimal($0) } ?? 0
    let count = restarts > 0 ? ", restarted \(restarts) times since the boot" : ""
    if !isEnabled { add(.note, "unit", unit + " does not start at the next boot: systemctl enable " + name) }
    if same(state, "active") { return add(restarts > 0 ? .note : .fine, "unit", unit + ": active" + count) }
    if same(state, "inactive") { return add(.note, "unit", unit + " is not running: systemctl start " + name) }
    add(.missing, "unit", unit + ": " + state + count + "; journalctl -b -u " + name + " says why")
  }

  /// Checks that the courier can read its files, in a child process that runs as the courier's user.
  private mutating func checkCourierFiles(_ broker: CourierSettings) {
    if broker.host.utf8.isEmpty { return }
    let shown = InstalledService.properties(of: InstalledService.courierUnit)
    let user = shown["User"] ?? "_star-courier"
    guard let courier = Account(named: user), let group = Groups.number(of: shown["Group"] ?? "_star-slider") else {
      return add(.missing, "courier", "its user " + user + " does not exist: reinstall the package star-slider")
    }
    let paths = [broker.ca, broker.certificate, broker.key, broker.passwordFile].compactMap { $0 }
    for path in paths {
      let child = try? ForkedProcess(memory: 64 << 20) {
        guard (try? Privilege.become(courier.user, group, [group])) != nil else { return 2 }
        return isReadable(path) ? 0 : 1
      }
      var end = child?.end()
      while child != nil && end == nil {
        sleep(nanoseconds: 5_000_000)
        end = child?.end()
      }
      switch end {
      case .exited(0): add(.fine, "courier", path + " is readable")
      case .exited(1):
        add(
          .missing, "courier",
          path + " is not readable for the courier: chown " + user + " " + path + ", chmod 400 " + path)
      default: add(.note, "courier", "cannot act as " + user)
      }
    }
  }

  /// Examines the configuration and its fonts as a start of the service would. Returns the valid part of the settings.
  mutating func checkConfiguration(_ options: Options) throws(KioskError) -> Settings {
    let examined: Configuration
    do throws(KioskError) { examined = try options.examined(on: search) } catch {
      for line in error.lines { add(.missing, "config", line) }
      if LastConfiguration.read() != nil {
        add(.note, "config", "the service starts with the last valid configuration")
      }
      var none = options
      none.config = nil
      return try none.examined(on: search).settings
    }
    let settings = examined.settings
    let transform = ScreenTransform(physical: settings.expectedSize, rotation: settings.screen.rotation ?? .none)
    let judgment = Check.judge(examined, on: transform, settings.screen.format ?? .xrgb8888)
    for one in judgment.found { add(one.severity == .error ? .missing : .note, "config", one.message) }
    for line in judgment.modelError?.lines ?? [] { add(.missing, "config", line) }
    if !judgment.isValid && LastConfiguration.read() != nil {
      add(.note, "config", "the service starts with the last valid configuration")
    } else if judgment.isValid {
      let tags = settings.hasWords ? settings.languages.map { $0.tag } : []
      let texts = tags.isEmpty ? "" : "; the fonts for " + tags.joined(separator: ", ") + " are there"
      add(.fine, "config", (options.config ?? "none, the defaults apply") + texts)
    }
    return settings
  }

  /// Checks that the service may write to its journal's files. A kiosk that root started by hand leaves files that belong to root.
  mutating func checkJournalFiles(_ settings: Settings) {
    guard let path = settings.journal ?? Journal.defaultPath else { return }
    for file in [path, path + "-wal", path + "-shm", path + ".spill"] where exists(file) && !isWritable(file) {
      add(.missing, "journal", file + " belongs to another user: chown _star-kiosk:_star-slider " + file)
    }
  }

  /// Reports the state of the connection to the broker, which the courier has recorded.
  mutating func checkBroker(_ settings: Settings) {
    if settings.courier.host.utf8.isEmpty {
      return add(.note, "broker", "none is configured; answers stay in the journal")
    }
    guard let state = CourierState.read() else {
      return add(.note, "broker", "star-courier has not run since the boot: systemctl start star-courier")
    }
    guard let fault = state.fault else { return add(.fine, "broker", settings.courier.host + ": " + state.reason) }
    add(.missing, "broker", settings.courier.host + ": " + fault.name + ": " + state.reason)
  }

  mutating func checkClock(_ settings: Settings) {
    if WallClock.isSynchronised { return add(.fine, "clock", "synchronised by a time server") }
    let schedule = settings.kiosk.schedule
    let waits = schedule.needsClock && !schedule.trustsClock && !WallClock.wasSynchronised
    add(
      .note, "clock",
      "no time server keeps it" + (waits ? ", so opening hours and brightness wait" : "")
        + "; timedatectl shows whether one is configured")
  }
}
