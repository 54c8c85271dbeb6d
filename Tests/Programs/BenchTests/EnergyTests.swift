import Foundation
import Testing

@testable import star_bench

/// Energy per operation, with sensors that are files.
@Suite struct EnergyTests {
  private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("energy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(folder.path)
  }

  @Test func theBestSensorIsFound() throws {
    let files = [
      "powercap/intel-rapl:0/energy_uj": "7\n", "hwmon/hwmon0/temp1_input": "40000\n",
      "hwmon/hwmon1/power1_input": "5\n",
      "hwmon/hwmon2/energy1_input": "6\n",
    ]
    try inFolder(files) { folder in
      #expect(EnergyMeter.find(in: folder)?.path == folder + "/powercap/intel-rapl:0/energy_uj")
    }
    try inFolder(files.filter { !$0.key.hasPrefix("powercap") }) { folder in
      let meter = try #require(EnergyMeter.find(in: folder))
      #expect(meter.path == folder + "/hwmon/hwmon2/energy1_input" && meter.kind == .energy && meter.now()?.value == 6)
    }
    try inFolder(["hwmon/hwmon1/power1_input": "5\n", "hwmon/hwmon0/energy1_input": "rubbish"]) { folder in
      let meter = try #require(EnergyMeter.find(in: folder))
      #expect(meter.path == folder + "/hwmon/hwmon1/power1_input" && meter.kind == .power)
    }
    #expect(EnergyMeter.find(in: "/missing") == nil && EnergyMeter("/sys/class/thermal/temp") == nil)
  }

  /// Sensors of other parts, and those without a credible reading, are passed over for the board's monitor that follows.
  @Test(
    arguments: [
      ["name": "BAT0", "power1_input": "8542000"], ["name": "amdgpu", "power1_input": "4000000"],
      ["name": "power_meter", "power1_input": "4294967295000"], ["name": "rpi_poe", "power1_input": "0"],
      ["name": "supply", "device/type": "Mains", "power1_input": "5"],
      ["name": "x", "device/capacity": "80", "power1_input": "5"],
      ["name": "card", "device/class": "0x030000", "power1_input": "5"],
      ["name": "xyz", "device/drm/card0": "", "power1_input": "5"],
      ["name": "sfp_1", "power1_input": "400"], ["name": "sony_controller_battery", "power1_input": "5"],
      ["name": "counter", "energy1_input": "0"], ["name": "amdgpu", "energy1_input": "9"],
    ])
  func otherSensorsArePassedOver(_ device: [String: String]) throws {
    var files = ["hwmon/hwmon2/name": "ina219\n", "hwmon/hwmon2/power1_input": "3200000\n"]
    for (name, text) in device { files["hwmon/hwmon1/" + name] = text + "\n" }
    try inFolder(files) { folder in
      let meter = try #require(EnergyMeter.find(in: folder))
      #expect(meter.name == "ina219" && meter.path == folder + "/hwmon/hwmon2/power1_input")
    }
    try inFolder(files.filter { $0.key.contains("hwmon1") }) { #expect(EnergyMeter.find(in: $0) == nil) }
  }

  /// 2 W and 4 W for 3 ms are 9 mJ; a counter gives its difference, and begins anew at its range.
  @Test func energyBetweenReadings() throws {
    try inFolder(["a/power1_input": "1", "b/energy_uj": "1", "c/energy_uj": "1", "c/max_energy_range_uj": "1000000"]) {
      folder in
      let power = try #require(EnergyMeter(folder + "/a/power1_input"))
      #expect(power.energy(from: (2_000_000, 0), to: (4_000_000, 3_000_000)) == 9_000_000)
      let counter = try #require(EnergyMeter(folder + "/b/energy_uj"))
      #expect(counter.energy(from: (500, 0), to: (2000, 1)) == 1_500_000)
      #expect(counter.energy(from: (2000, 0), to: (500, 1)) == nil)
      #expect(counter.energy(from: (0, 0), to: (2_000_000_000, 1)) == nil)
      let ring = try #require(EnergyMeter(folder + "/c/energy_uj"))
      #expect(ring.energy(from: (999_000, 0), to: (500, 1)) == 1_500_000)
    }
  }

  @Test(arguments: ["", "-5", "1.5", "rubbish", "99999999999999999999", "9000000000000000000"])
  func readingsThatAreNotCredible(_ text: String) throws {
    try inFolder(["power1_input": text]) { folder in
      let path = folder + "/power1_input"
      #expect(EnergyMeter(path)?.now() == nil)
      let bench = try Tool("star-bench")
      defer { bench.remove() }
      let run = try bench.run("--workload", "raster", "--sides", "16", "--energy", path)
      #expect(run.status == 1)
      #expect(
        run.errors
          == "star-bench: cannot measure energy: \(path) contains no plausible number; name another file with --energy\n"
      )
    }
  }

  /// A sensor that stands at 3 W: the idle power is 3 W, and a star takes 3 W for its time.
  @Test func reportsHaveEnergy() throws {
    try inFolder(["power1_input": "3000000\n", "name": "ina219\n"]) { folder in
      let bench = try Tool("star-bench")
      defer { bench.remove() }
      let run = try bench.run(
        "--workload", "raster", "--sides", "512", "--batches", "3", "--energy", folder + "/power1_input", "--json",
        "r.json")
      #expect(run.status == 0 || run.status == 3, "\(run.errors)")
      let data = try Data(contentsOf: URL(fileURLWithPath: bench.path("r.json")))
      let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let energy = try #require((report["machine"] as? [String: Any])?["energy"] as? [String: Any])
      #expect(energy["sensor_name"] as? String == "ina219" && run.output.contains("\nenergy     ina219, " + folder))
      // Times are rounded to microseconds.
      #expect(
        (2990...3010).contains(energy["idle_milliwatts"] as? Int ?? 0) && energy["resolution_microwatts"] as? Int == 0)
      let star = try #require((report["results"] as? [[String: Any]])?.first)
      let (spent, time) = (try #require(star["energy_nj"] as? Double), try #require(star["minimum_ns"] as? Double))
      // 3 W are 3 nJ in each ns; a batch also has the time of the readings.
      #expect(spent >= 2.9 * time, "\(spent) nJ in \(time) ns")
      #expect(
        run.output.contains("3000 milliwatts while idle, no two readings differ") || run.output.contains("2999 milli"))
    }
  }
}
