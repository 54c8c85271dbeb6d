import System

/// The machine, for the report; "unknown" for what the kernel does not provide.
struct MeasuredMachine {
  let processor: String
  let processorCount: Int
  let board: String
  /// The chip's name in the device tree, as in `brcm,bcm2711`.
  let soc: String
  let kernel: String
  let architecture: StaticString
  let hostName: String

  init() {
    processor = Self.processorName()
    processorCount = star_bench.processorCount()
    let tree = line(of: "/sys/firmware/devicetree/base/model")
    board = tree ?? line(of: "/sys/class/dmi/id/product_name") ?? "unknown"
    soc = (try? readFile("/proc/device-tree/compatible", limit: 4096)).flatMap { Self.leastCompatible($0) } ?? "unknown"
    kernel = line(of: "/proc/sys/kernel/osrelease") ?? "unknown"
    hostName = line(of: "/proc/sys/kernel/hostname") ?? "unknown"
    #if arch(x86_64)
      architecture = "x86_64"
    #elseif arch(arm64)
      architecture = "aarch64"
    #elseif arch(arm)
      architecture = "armv7"
    #else
      architecture = "unknown"
    #endif
  }

  /// Returns the last name of a device tree's `compatible`: a list of NUL-terminated strings from the board to the chip.
  static func leastCompatible(_ bytes: [UInt8]) -> String? {
    var last: String?
    for name in bytes.split(separator: 0) { last = String(decoding: Array(name), as: UTF8.self) }
    return last
  }

  /// Reads /proc/cpuinfo, which has a "model name" on x86 and only numbers on Arm.
  private static func processorName() -> String {
    guard let text = try? readFile("/proc/cpuinfo", limit: 1 << 20) else { return "unknown" }
    var parts = ""
    for line in split(trimmed(text), at: 10) {
      let fields = split(line, at: UInt8(ascii: ":"))
      if fields.count < 2 { continue }
      let (key, value) = (trimmed([UInt8](fields[0].utf8)), trimmed(Array(fields[1].utf8.drop { $0 == 32 })))
      if same(key, "model name") { return value }
      if same(key, "CPU implementer") || same(key, "CPU part") {
        parts += (parts.utf8.isEmpty ? "" : ", ") + key + " " + value
        if same(key, "CPU part") { return parts }
      }
    }
    return "unknown"
  }

  /// The language mode of this build.
  static var build: StaticString {
    #if hasFeature(Embedded)
      "Embedded Swift"
    #else
      "Swift"
    #endif
  }

  static var compiler: StaticString {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift before 6.3"
    #endif
  }
}
