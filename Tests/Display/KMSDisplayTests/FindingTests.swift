import CDRM
import Display
import FakeDevice
import Geometry
import Glibc
import Raster
import Testing

@testable import KMSDisplay

/// Which screen it is: among cards, connectors, and what a driver says of them.
@Suite struct FindingTests {
  /// Cards in /dev/dri, by their numbers.
  private func lend(_ shapes: [(Int, FakeCard.Shape)], to body: ([FakeCard]) throws -> Void) throws {
    let folder = try ScratchFolder()
    try folder.path.withCString { path in
      fake_device_folder(path)
      defer { fake_device_folder(nil) }
      var cards: [FakeCard] = []
      defer { for card in cards { card.remove() } }
      for (number, shape) in shapes { cards.append(try FakeCard(folder.path + "/card\(number)", shape)) }
      try body(cards)
      for card in cards { #expect(card.holdings == FakeCard.Holdings() && card.complaints == []) }
    }
  }

  private static let dark: FakeCard.Shape = {
    var shape = FakeCard.Shape()
    shape.console = 0
    return shape
  }()
  private static let unplugged: FakeCard.Shape = {
    var shape = FakeCard.Shape()
    shape.plugs[0].connection = 2
    return shape
  }()
  private static let blind: FakeCard.Shape = {
    var shape = FakeCard.Shape()
    shape.plugs[0].connection = 3
    return shape
  }()

  @Test func theCardWithAPictureIsTheOne() throws {
    for (shapes, wanted) in [
      ([Self.dark, FakeCard.Shape(), Self.dark], 1), ([Self.unplugged, Self.blind, Self.dark], 2),
      ([Self.dark, Self.dark], 0), ([Self.unplugged, Self.blind], 1), ([FakeCard.Shape(), FakeCard.Shape()], 0),
    ] {
      // In the order of the numbers, not of the names.
      try lend(Array(shapes.enumerated()).map { ($0 * 5 + 5, $1) }) { cards in
        let display = try KMSDisplay()
        #expect(display.name.hasPrefix("kms:/dev/dri/card\(wanted * 5 + 5) HDMI-A-1 64x48 "))
        for (i, card) in cards.enumerated() {
          #expect(card.isMaster == (i == wanted) && card.holdings.descriptors == (i == wanted ? 1 : 0))
        }
        let passed = shapes.filter { $0.plugs[0].connection == 2 }.count
        #expect(display.notes.filter { $0.hasPrefix("another card was passed over: cannot use ") }.count == passed)
      }
    }
  }

  @Test func whereThereIsNoScreenEveryCardSaysWhy() throws {
    try lend([]) { _ in
      let error = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay() })
      #expect(
        error.message == "cannot find a screen in /dev/dri: there is no card; is the display driver loaded?")
      #expect(error.recovery == .retry && KMSDisplay.devices().isEmpty)
    }
    try lend([(3, Self.unplugged)]) { _ in
      let error = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay() })
      #expect(
        error.message == "cannot use /dev/dri/card3: no screen is connected (it has HDMI-A-1); plug one in")
    }
    var dumb = FakeCard.Shape()
    dumb.hasDumbBuffers = false
    for (other, recovery) in [(Self.unplugged, .retry), (dumb, .giveUp)] as [(FakeCard.Shape, DisplayError.Recovery)] {
      try lend([(0, dumb), (1, other)]) { cards in
        let error = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay() })
        #expect(
          error.reason.hasPrefix("/dev/dri/card0: the driver has no dumb buffers, /dev/dri/card1: ")
            && error.path == "/dev/dri" && error.recovery == recovery)
        #expect(error.advice == (recovery == .retry ? "plug one in" : ""))
      }
    }
  }

  @Test func aCardThatCannotBeOpenedSaysWhy() throws {
    for (code, rest, recovery) in [
      (EACCES, "permission denied; add the user to group video", .giveUp),
      (EPERM, "operation not permitted; add the user to group video", .giveUp),
      (ENOENT, "no such file or directory", .retry), (ENODEV, "no such device", .retry),
      (EMFILE, "too many open files", .giveUp),
    ] as [(Int32, String, DisplayError.Recovery)] {
      try lend([(7, FakeCard.Shape())]) { _ in
        fake_device_refuse(code)
        let error = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay() })
        #expect(error.message == "cannot open /dev/dri/card7: " + rest)
        #expect(error.code == code && error.recovery == recovery)
      }
    }
    try lend([(7, FakeCard.Shape())]) { _ in
      fake_device_refuse(EINTR)
      let display = try KMSDisplay()
      #expect(display.hasControl)
    }
  }

  /// Listing asks, and leaves every card to whoever wants it.
  @Test func listingLeavesAllAsItIs() throws {
    try lend([(0, Self.unplugged), (1, FakeCard.Shape()), (2, .legacy)]) { cards in
      // The first to open a card that nobody has is its master.
      for card in cards { card.onCall = { if $0 == .getResources { card.isMaster = true } } }
      let devices = KMSDisplay.devices()
      #expect(devices.map(\.path) == ["/dev/dri/card0", "/dev/dri/card1", "/dev/dri/card2"])
      #expect(devices.map(\.isUsable) == [false, true, true])
      #expect(devices[0].reason == "no screen is connected (it has HDMI-A-1); plug one in")
      #expect(devices[1].reason == "HDMI-A-1 64x48 XRGB8888 RGB565")
      #expect(!cards[1].isMaster && !cards[2].isMaster)
      #expect(cards.allSatisfy { $0.settings.isEmpty && $0.commits.isEmpty && $0.shown == 9 })
    }
    var strange = FakeCard.Shape()
    strange.planes[1].linear = []
    strange.plugs[0].type = DRM_MODE_CONNECTOR_DSI
    try lend([(0, strange)]) { _ in
      let device = try #require(KMSDisplay.devices().first)
      #expect(!device.isUsable && device.reason == "DSI-1 64x48, no known format")
    }
  }

  /// The cable is probed only where the kernel does not know a mode yet: that takes up to a second.
  @Test func aCableIsProbedWhereItMustBe() throws {
    try FakeCard.lend { card in
      _ = try card.open()
      #expect(card.probed.isEmpty)
    }
    var shape = FakeCard.Shape()
    shape.plugs[0].isUnprobed = true
    try FakeCard.lend(shape) { card in
      _ = try card.open()
      #expect(card.probed == [50])
    }
    shape.plugs[0].isUnprobed = false
    shape.plugs[0].isUnseen = true
    try FakeCard.lend(shape) { card in
      _ = try card.open()
      #expect(card.probed == [50])
    }
    shape.plugs[0].connection = 2
    try FakeCard.lend(shape) { card in
      #expect(failure { () throws(DisplayError) in _ = try card.open() } != nil)
      #expect(card.probed == [50])
    }
  }

  /// The encoder that a connector has now says which CRTC feeds it; all of them, which could.
  @Test func aConnectorHasOneEncoderAtATime() throws {
    var shape = FakeCard.Shape()
    shape.crtcs = [40, 41]
    shape.encoders = [
      FakeCard.Encoder(id: 60, crtc: 40, possibleCRTCs: 1), FakeCard.Encoder(id: 61, crtc: 41, possibleCRTCs: 2),
    ]
    shape.plugs = [
      FakeCard.Plug(id: 51, encoders: [61, 60], encoder: 61), FakeCard.Plug(id: 50, encoders: [60], encoder: 60),
    ]
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      #expect(display.name.contains(" HDMI-A-1 "), "the one with the picture")
    }
    // Neither shows a picture: the first it is, on the CRTC that is free.
    (shape.plugs[0].encoder, shape.plugs[1].encoder) = (0, 0)
    try FakeCard.lend(shape) { card in
      let display = try card.open { $0.commit = .legacy }
      #expect(display.name.contains(" HDMI-A-2 "))
      #expect(card.settings.first?.crtc == 41)
    }
  }

  @Test(arguments: [nil, 0, 1, 2, 3] as [UInt64?]) func aPanelSaysHowItIsBuiltIn(orientation: UInt64?) throws {
    var shape = FakeCard.Shape()
    shape.plugs[0].orientation = orientation
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      let rotations: [Rotation] = [.none, .half, .threeQuarters, .quarter]
      #expect(display.panelRotation == rotations[Int(orientation ?? 0)])
      #expect(display.notes.count == (orientation ?? 0 == 0 ? 0 : 1))
      if orientation == 2 {
        #expect(display.notes == ["the panel is built in Left Side Up: rotate = 270 makes it upright"])
      }
    }
  }

  /// Sixteen bits first where the driver says so, and only formats in plain rows.
  @Test func theDriverSaysWhichFormats() throws {
    var shape = FakeCard.Shape()
    shape.preferredDepth = 16
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      #expect(display.format == .rgb565)
    }
    shape.preferredDepth = 0
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      #expect(display.format == .xrgb8888)
    }
    shape.planes[1].linear = [.rgb565]
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      #expect(display.format == .rgb565)
      #expect(card.commits.count == 1, "compressed ones are not even tried")
    }
    shape.planes[1].linear = [.xrgb8888, .rgb565]
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      #expect(display.format == .xrgb8888)
    }
  }

  /// Who copies, who refreshes, and who takes damage: the way a frame goes follows.
  @Test func theDriverSaysHowFramesGo() throws {
    for (copies, hasVBlank, takesDamage, isAtomic, wanted) in [
      (true, false, false, true, "1 buffer, dirty rectangles"), (true, true, false, true, "2 buffers"),
      (true, false, true, true, "2 buffers"), (false, false, false, true, "2 buffers"),
      // Legacy flips know no damage.
      (true, false, true, false, "1 buffer, dirty rectangles"),
    ] {
      var shape = FakeCard.Shape()
      (shape.copies, shape.hasVBlank, shape.isAtomic) = (copies, hasVBlank, isAtomic)
      shape.planes[1].takesDamage = takesDamage
      try FakeCard.lend(shape) { card in
        let display = try card.open()
        #expect(display.name.hasSuffix(", " + wanted))
        #expect(display.name.contains(isAtomic ? ", atomic, " : ", legacy, "))
      }
    }
    // An error other than EOPNOTSUPP is no word about refreshes.
    try FakeCard.lend(.copying) { card in
      card.refusals[.getSequence] = EINVAL
      let display = try card.open()
      #expect(display.name.hasSuffix(", 2 buffers"))
    }
    // A driver that was not asked for atomic commits is not told of them.
    try FakeCard.lend { card in
      let display = try card.open { $0.commit = .legacy }
      #expect(display.name.contains(", legacy, ") && card.calls[.setClientCapability] == 1)
      #expect(card.commits.isEmpty && display.notes.isEmpty)
    }
  }
}
