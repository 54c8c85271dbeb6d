import System

/// The machine, for the report; "unknown" for values that the kernel does not provide.
enum MeasuredMachine {
  static var board: String {
    let tree = firstLine(of: "/sys/firmware/devicetree/base/model")
    return tree ?? firstLine(of: "/sys/class/dmi/id/product_name") ?? "unknown"
  }

  /// The chip's name, such as `brcm,bcm2711`: the last of the names in the device tree.
  static var soc: String {
    let names = (try? readFile("/proc/device-tree/compatible", limit: 4096))?.split(separator: 0) ?? []
    return names.last.map { String(decoding: Array($0), as: UTF8.self) } ?? "unknown"
  }

  static var kernel: String { firstLine(of: "/proc/sys/kernel/osrelease") ?? "unknown" }

  /// The memory that the kernel manages, in MiB.
  static var memory: Int64? {
    (try? readFile("/proc/meminfo", limit: 64 << 10)).flatMap { number(after: "MemTotal:", in: $0) }.map { $0 / 1024 }
  }

  static var architecture: StaticString {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #elseif arch(arm)
      "armv7"
    #else
      "unknown"
    #endif
  }

  /// The text of /proc/cpuinfo, which lists the online processors.
  static var cpuinfo: [UInt8] { (try? readFile("/proc/cpuinfo", limit: 1 << 20)) ?? [] }

  /// Returns the lines of /proc/cpuinfo that have a key and a value.
  static func fields(of cpuinfo: [UInt8]) -> [(key: String, value: String)] {
    split(trimmed(cpuinfo), at: 10).compactMap { line in
      let fields = split(line, at: UInt8(ascii: ":"))
      return fields.count < 2
        ? nil : (trimmed([UInt8](fields[0].utf8)), trimmed(Array(fields[1].utf8.drop { $0 == 32 })))
    }
  }

  /// The processor's name, from /proc/cpuinfo, which has a "model name" on x86 and only numbers on Arm.
  static var processor: String {
    var parts = ""
    for (key, value) in fields(of: cpuinfo) {
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
