import Testing

@testable import Boards

/// The selection of a profile.
@Suite struct RuleTests {
  static func facts(
    _ compatible: String, model: String = "", product: String = "", architecture: String = "aarch64",
    screens: [(String, String)] = [], framebuffers: [String] = [], inputs: [String] = []
  ) -> MachineFacts {
    var facts = MachineFacts()
    facts.compatible = compatible.split(separator: " ").map { String($0) }
    (facts.model, facts.product, facts.architecture) = (model, product, architecture)
    facts.screens = screens.map { ($0.0, $0.1) }
    (facts.framebuffers, facts.inputs) = (framebuffers, inputs)
    return facts
  }

  /// Machines and their profiles.
  static let machines: [(MachineFacts, String?)] = [
    (facts("raspberrypi,4-model-b brcm,bcm2711", screens: [("DSI-1", "800x480")]), "raspberry-pi-dsi-7"),
    (facts("raspberrypi,3-model-b-plus brcm,bcm2837", screens: [("DSI-1", "800x480")]), "raspberry-pi-dsi-7"),
    (facts("raspberrypi,5-model-b brcm,bcm2712", screens: [("DSI-2", "720x1280")]), "raspberry-pi-touch-display-2"),
    (
      facts("raspberrypi,4-model-b brcm,bcm2711", screens: [("HDMI-A-1", "1024x600")]),
      "raspberry-pi-hdmi-1024x600"
    ),
    // No profile matches.
    (facts("raspberrypi,4-model-b brcm,bcm2711", screens: [("HDMI-A-1", "1920x1080")]), nil),
    (facts("raspberrypi,model-zero-2-w brcm,bcm2837", screens: [("HDMI-A-1", "1920x1080")]), "raspberry-pi-zero-2-w"),
    (facts("raspberrypi,3-model-b brcm,bcm2837", screens: [("SPI-1", "320x240")]), "raspberry-pi-spi-mipi-dbi"),
    (
      facts("raspberrypi,3-model-b brcm,bcm2837", framebuffers: ["vc4drmfb", "fb_ili9486"]), "raspberry-pi-spi-fbtft"
    ),
    (facts("raspberrypi,3-model-b brcm,bcm2837", framebuffers: ["simple"]), "qemu-raspi3b"),
    (facts("ti,am335x-bone-black ti,am335x-bone ti,am33xx"), "beaglebone-black-lcd"),
    (facts("st,stm32mp157c-dk2 st,stm32mp157"), "stm32mp157c-dk2"),
    (facts("fsl,imx6ull-14x14-evk fsl,imx6ull"), "imx6ull-evk"),
    (facts("radxa,zero-3e rockchip,rk3566"), "radxa-zero-3"),
    (facts("rockchip,rk3566"), nil),
    (facts("linux,dummy-virt"), "qemu-virt-arm64"),
    (facts("linux,dummy-virt", architecture: "armv7l"), "qemu-virt-armhf"),
    (facts("linux,dummy-virt", architecture: "riscv64"), nil),
    (facts("", product: "Standard PC (Q35 + ICH9, 2009)", architecture: "x86_64"), "qemu-q35"),
    (facts("", product: "Standard PC (i440FX + PIIX, 1996)", architecture: "x86_64"), nil),
    (facts(""), nil),
  ]

  @Test func everyMachineGetsItsProfile() throws {
    let profiles = try ProfileTests.all()
    for (facts, wanted) in Self.machines {
      switch BoardChoice(profiles, on: facts) {
      case .none: #expect(wanted == nil, "\(facts)")
      case .one(let i): #expect(profiles[i].name == wanted, "\(facts)")
      case .several(let some): Issue.record("\(facts): \(some.map { profiles[$0].name })")
      }
    }
    #expect(Set(Self.machines.compactMap { $0.1 }) == Set(profiles.map { $0.name }))
  }

  /// `mayFit` is true for every profile that matches.
  @Test func mayFitMissesNoMatch() throws {
    let profiles = try ProfileTests.all()
    for (facts, _) in Self.machines {
      for profile in profiles where profile.rule.rank(on: facts) != nil {
        let text = try String(
          contentsOf: ProfileTests.folder.appending(path: profile.name + "/board.conf"), encoding: .utf8)
        #expect(BoardProfile.mayFit(Array(text.utf8), facts), "\(profile.name)")
      }
    }
    #expect(!BoardProfile.mayFit(Array("[board]".utf8), MachineFacts()))
    // A part of the first word matches neither here nor there.
    let facts = Self.facts("", model: "Raspberry Pi", product: "Standard PC")
    for rule in ["model = Rasp", "model = Raspberry", "model = Raspberry P", "product = S", "product = Standard"] {
      let isMatch = try profile(rule).rule.rank(on: facts) != nil
      #expect(isMatch == BoardProfile.mayFit(Array("[board]\n\(rule)\n".utf8), facts), "\(rule)")
    }
  }

  func profile(_ rules: String) throws -> BoardProfile {
    let sources = rules.split(separator: "\n").map { "board.\($0.split(separator: "=")[0])= driver: x" }
    let text = "[board]\ntitle = T\n\(rules)\n[sources]\n" + sources.joined(separator: "\n")
    return try BoardProfile(parsing: Array(text.utf8), name: rules, file: "x")
  }

  @Test func everyKeyMustMatch() throws {
    let facts = Self.facts(
      "a,one a,two", model: "One Rev 1.2", screens: [("HDMI-A-1", "640x480")], framebuffers: ["fb_x"],
      inputs: ["Some ADS7846 Touchscreen"])
    for (rules, rank) in [
      ("compatible = a,one", Int32(50)), ("compatible = a,two b,x", 49), ("compatible = a,tw", nil),
      ("model = One", 50), ("model = One Rev 1", 50), ("model = ne", nil), ("model = Two\nmodel = One", 50),
      ("compatible = b,x\nmodel = One", 50), ("compatible = a,one\nscreen = HDMI", 150),
      ("compatible = a,one\nscreen = HDMI-A-1 640x480", 150), ("compatible = a,one\nscreen = HDMI 800x480", nil),
      ("compatible = a,one\nscreen = DSI\nscreen = HDMI", 150), ("compatible = a,one\nframebuffer = fb_y fb_x", 150),
      ("compatible = a,one\nframebuffer = fb", nil), ("compatible = a,one\ntouch = ADS7846", 150),
      ("compatible = a,one\ntouch = Touchscreen", 150),
      ("compatible = a,one\ntouch = ft5x06", nil), ("compatible = a,one\narchitecture = aarch64\ntouch = ADS", 250),
      ("compatible = a,one\narchitecture = x86_64", nil),
    ] as [(String, Int32?)] { #expect(try profile(rules).rule.rank(on: facts) == rank, "\(rules)") }
  }

  /// The name is the model of a board, the product of a PC, or the first word of `compatible`.
  @Test func machineNames() {
    #expect(Self.facts("a,one a,two", model: "One Rev 1.2", product: "PC").name == "One Rev 1.2")
    #expect(Self.facts("a,one a,two", product: "PC").name == "PC")
    #expect(Self.facts("a,one a,two").name == "a,one" && Self.facts("").name == "unknown")
  }

  /// A later word of `compatible` has a lower rank, but still matches.
  @Test func laterCompatibleWordsRankLower() throws {
    let facts = Self.facts((0..<60).map { "a\($0)" }.joined(separator: " "))
    for (word, rank) in [(0, Int32(50)), (1, 49), (48, 2), (49, 1), (50, 1), (59, 1)] {
      #expect(try profile("compatible = a\(word)").rule.rank(on: facts) == rank)
    }
  }

  @Test func equalRanksAreReported() throws {
    let facts = Self.facts("a,one")
    guard
      case .several(let some) = BoardChoice(
        [try profile("compatible = a,one"), try profile("compatible = b"), try profile("compatible = a,one c")],
        on: facts)
    else {
      Issue.record("one was taken")
      return
    }
    #expect(some == [0, 2])
  }
}
