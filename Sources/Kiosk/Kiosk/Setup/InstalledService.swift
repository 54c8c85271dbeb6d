import System

/// The kiosk's service as the package installs it. When root runs `doctor` or `forget`, they apply to the service, not to root's own files.
struct InstalledService {
  static let unit = "star-kiosk.service"
  static let courierUnit = "star-courier.service"
  private static let systemctl = "/usr/bin/systemctl"

  let account: Account
  let groups: [String]

  /// Returns the service; `nil` unless root runs this program and the service's user exists. A drop-in may name another user or other
  /// groups, so systemd is asked for their names.
  static func find() -> InstalledService? {
    if !Privilege.isRoot { return nil }
    let shown = properties(of: unit)
    guard let account = Account(named: shown["User"] ?? "_star-kiosk") else { return nil }
    let more = (shown["SupplementaryGroups"] ?? "video input").utf8.split(separator: UInt8(ascii: " "))
    return InstalledService(
      account: account,
      groups: [shown["Group"] ?? "_star-slider"] + more.map { String(decoding: Array($0), as: UTF8.self) })
  }

  /// Uses the service's folders and, unless another one was given, its configuration.
  func apply(to options: inout Options) {
    for (name, folder) in [
      ("STATE_DIRECTORY", "/var/lib/star-slider:/var/lib/star-slider-kiosk"), ("RUNTIME_DIRECTORY", "/run/star-slider"),
      ("CACHE_DIRECTORY", "/var/cache/star-slider"),
    ] where Environment[name] == nil { Environment.set(name, to: folder) }
    if options.config == nil && exists(Self.configuration) { options.config = Self.configuration }
  }

  private static var configuration: String { "/etc/star-slider/kiosk.conf" }

  /// The service's groups, by number. Groups that do not exist are omitted.
  private var groupNumbers: [UInt32] { groups.compactMap { Groups.number(of: $0) } }

  /// The service's groups that do not exist.
  var missingGroups: [String] { groups.filter { Groups.number(of: $0) == nil } }

  /// Makes this process run as the service's user. It cannot become root again.
  func become() throws(SystemError) {
    try Privilege.become(account.user, groupNumbers.first ?? account.group, groupNumbers)
  }

  /// Returns a unit's properties as systemd reports them; empty without systemd.
  static func properties(of unit: String) -> [String: String] {
    let output: [UInt8]
    do throws(SystemError) {
      if !isExecutable(systemctl) { return [:] }
      output = try ChildProcess(
        systemctl,
        ["show", "--property=User,Group,SupplementaryGroups,LoadState,ActiveState,UnitFileState,NRestarts", unit],
        errors: .discarded
      ).readAll().text
    } catch { return [:] }
    var found: [String: String] = [:]
    for line in output.split(separator: UInt8(ascii: "\n")) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals + 1 < line.endIndex else { continue }
      found[String(decoding: Array(line[..<equals]), as: UTF8.self)] = String(
        decoding: Array(line[(equals + 1)...]), as: UTF8.self)
    }
    return found
  }
}
