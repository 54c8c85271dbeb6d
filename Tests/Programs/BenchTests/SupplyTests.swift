import Foundation
import Testing

@testable import star_bench

/// A Raspberry Pi's bits of throttling, and alarms of a low voltage.
@Suite struct SupplyTests {
  /// Bits now and since the start, before and after a run, and whether the run is valid.
  @Test(
    arguments: [
      (0, 0, nil), (0x50000, 0x50000, nil), (0xf0000, 0xf0000, nil),
      (0x50005, 0x50005, "its voltage is too low, during the whole run"),
      (0x50005, 0x50000, "its voltage is too low, at the start of the run"),
      (0, 0x50005, "its voltage is too low, at the end of the run"), (0, 0x40000, "it is throttled, during the run"),
      (0x10000, 0x50000, "it is throttled, during the run"),
      (0x20000, 0x20002, "its frequency is capped, at the end of the run"),
      (8, 0x80000, "it has reached its soft temperature limit, at the start of the run"),
    ] as [(Int64, Int64, String?)])
  func bitsAreToldApart(_ before: Int64, _ after: Int64, _ told: String?) {
    let faults = SupplyState.faults(from: SupplyState(bits: before), to: SupplyState(bits: after))
    #expect(faults.isEmpty == (told == nil), "\(faults)")
    if let told { #expect(faults.contains { $0.contains(told) }, "\(faults)") }
  }

  @Test func stateIsRead() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("supply-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ path: String, _ text: String) throws {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func state() -> SupplyState { .now(in: folder.path + "/platform", monitors: folder.path + "/hwmon") }
    #expect(state().bits == nil && state().alarms.isEmpty)
    try write("platform/soc@107c000000/soc@107c000000:firmware/get_throttled", "d0008\n")
    try write("hwmon/hwmon0/in0_lcrit_alarm", "0\n")
    try write("hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    try write("hwmon/hwmon1/name", "rpi_volt\n")
    #expect(state().bits == 0xd0008 && state().alarms == ["rpi_volt"])
    try write("platform/soc@107c000000/soc@107c000000:firmware/get_throttled", "0x50005\n")
    #expect(state().bits == 0x50005)
    #expect(
      SupplyState.faults(from: SupplyState(), to: SupplyState(alarms: ["rpi_volt"]))
        == ["rpi_volt reports a critically low voltage; use a stronger supply or a shorter cable"])
    #expect(SupplyState.faults(from: SupplyState(alarms: ["a"]), to: SupplyState(alarms: ["a", "b"])).count == 2)
  }
}
