import Basics
import CDRM
import Display
import FakeDevice
import Glibc
import LinuxDisplay
import StarSlider
import System
import Testing

@testable import KMSDisplay

/// The choice among cards, connectors and formats.
@Suite struct FindingTests {
  /// Passes cards in /dev/dri with the given numbers.
  private func withCards(_ shapes: [(Int, FakeCard.Shape)], to body: ([FakeCard]) throws -> Void) throws {
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

  /// Lists the cards, without framebuffer devices of this machine.
  private func listCards() -> [ListedDevice] { listDisplays().filter { $0.path.hasPrefix("/dev/dri/") } }

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

  @Test func cardWithPictureIsPreferred() throws {
    for (shapes, wanted) in [
      ([Self.dark, FakeCard.Shape(), Self.dark], 1), ([Self.unplugged, Self.blind, Self.dark], 2),
      ([Self.dark, Self.dark], 0), ([Self.unplugged, Self.blind], 1), ([FakeCard.Shape(), FakeCard.Shape()], 0),
    ] {
      // Cards are ordered by number, not by name.
      try withCards(Array(shapes.enumerated()).map { ($0 * 5 + 5, $1) }) { cards in
        let display = try KMSDisplay()
        #expect(display.name.hasPrefix("kms:/dev/dri/card\(wanted * 5 + 5) HDMI-A-1 64x48 "))
        for (i, card) in cards.enumerated() {
          #expect(card.isMaster == (i == wanted) && card.holdings.descriptors == (i == wanted ? 1 : 0))
        }
        let passed = shapes.filter { $0.plugs[0].connection == 2 }.count
        #expect(display.notes.filter { $0.hasPrefix("skipped a card: cannot use ") }.count == passed)
      }
    }
  }

  @Test func errorWithoutScreenNamesEveryCard() throws {
    try withCards([]) { _ in
      let error = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay() })
      #expect(
        error.message == "cannot find a screen in /dev/dri: no DRM device; load the display driver")
      #expect(error.recovery == .retry && listCards().isEmpty)
    }
    try withCards([(3, Self.unplugged)]) { _ in
      let error = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay() })
      #expect(
        error.message == "cannot use /dev/dri/card3: no screen is connected (connectors: HDMI-A-1); connect a screen")
    }
    var dumb = FakeCard.Shape()
    dumb.hasDumbBuffers = false
    for (other, recovery) in [(Self.unplugged, .retry), (dumb, .giveUp)] as [(FakeCard.Shape, Recovery)] {
      try withCards([(0, dumb), (1, other)]) { cards in
        let error = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay() })
        #expect(
          error.reason.hasPrefix("/dev/dri/card0: the driver does not support dumb buffers, /dev/dri/card1: ")
            && error.subject == "/dev/dri" && error.recovery == recovery)
        #expect(error.suggestion == (recovery == .retry ? "connect a screen" : ""))
      }
    }
  }

  @Test func errorsOfCardsThatCannotBeOpened() throws {
    for (code, rest, recovery) in [
      (EACCES, "permission denied; add the user to the group video", .giveUp),
      (EPERM, "operation not permitted; add the user to the group video", .giveUp),
      (ENOENT, "no such file or directory", .retry), (ENODEV, "no such device", .retry),
      (EMFILE, "too many open files", .giveUp),
    ] as [(Int32, String, Recovery)] {
      try withCards([(7, FakeCard.Shape())]) { _ in
        fake_device_refuse(code)
        let error = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay() })
        #expect(error.message == "cannot open /dev/dri/card7: " + rest)
        #expect(error.errno == code && error.recovery == recovery)
      }
    }
    try withCards([(7, FakeCard.Shape())]) { _ in
      fake_device_refuse(EINTR)
      let display = try KMSDisplay()
      #expect(display.hasControl)
    }
  }

  /// Listing changes nothing and gives up DRM master.
  @Test func listingChangesNothing() throws {
    try withCards([(0, Self.unplugged), (1, FakeCard.Shape()), (2, .legacy)]) { cards in
      // The first process to open a card becomes its master.
      for card in cards { card.onCall = { if $0 == .getResources { card.isMaster = true } } }
      let devices = listCards()
      #expect(devices.map(\.path) == ["/dev/dri/card0", "/dev/dri/card1", "/dev/dri/card2"])
      #expect(devices.map(\.isUsable) == [false, true, true])
      #expect(devices[0].reason == "no screen is connected (connectors: HDMI-A-1); connect a screen")
      #expect(devices[1].reason == "HDMI-A-1 64x48 XRGB8888 RGB565")
      #expect(!cards[1].isMaster && !cards[2].isMaster)
      #expect(cards.allSatisfy { $0.settings.isEmpty && $0.commits.isEmpty && $0.shown == 9 })
    }
    var strange = FakeCard.Shape()
    strange.planes[1].linear = []
    strange.plugs[0].type = DRM_MODE_CONNECTOR_DSI
    try withCards([(0, strange)]) { _ in
      let device = try #require(listCards().first)
      #expect(!device.isUsable && device.reason == "DSI-1 64x48, no supported format")
    }
  }

  /// A connector is probed only if the kernel knows no mode yet, because probing takes up to a second.
  @Test func connectorIsProbedOnlyIfNecessary() throws {
    try FakeCard.withCard { card in
      _ = try card.open()
      #expect(card.probed.isEmpty)
    }
    var shape = FakeCard.Shape()
    shape.plugs[0].isUnprobed = true
    try FakeCard.withCard(shape) { card in
      _ = try card.open()
      #expect(card.probed == [50])
    }
    shape.plugs[0].isUnprobed = false
    shape.plugs[0].isUnseen = true
    try FakeCard.withCard(shape) { card in
      _ = try card.open()
      #expect(card.probed == [50])
    }
    shape.plugs[0].connection = 2
    try FakeCard.withCard(shape) { card in
      #expect(failure { () throws(DisplayError) in _ = try card.open() } != nil)
      #expect(card.probed == [50])
    }
  }

  /// A connector's current encoder names the CRTC that drives it. All its encoders name the CRTCs that can.
  @Test func currentEncoderNamesCRTC() throws {
    var shape = FakeCard.Shape()
    shape.crtcs = [40, 41]
    shape.encoders = [
      FakeCard.Encoder(id: 60, crtc: 40, possibleCRTCs: 1), FakeCard.Encoder(id: 61, crtc: 41, possibleCRTCs: 2),
    ]
    shape.plugs = [
      FakeCard.Plug(id: 51, encoders: [61, 60], encoder: 61), FakeCard.Plug(id: 50, encoders: [60], encoder: 60),
    ]
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      #expect(display.name.contains(" HDMI-A-1 "), "the connector with a picture")
    }
    // Neither shows a picture, so the first is chosen, with the CRTC that is off.
    (shape.plugs[0].encoder, shape.plugs[1].encoder) = (0, 0)
    try FakeCard.withCard(shape) { card in
      let display = try card.open { $0.commit = .legacy }
      #expect(display.name.contains(" HDMI-A-2 "))
      #expect(card.settings.first?.crtc == 41)
    }
  }

  @Test(arguments: [nil, 0, 1, 2, 3] as [UInt64?]) func panelRotationFollowsOrientation(orientation: UInt64?) throws {
    var shape = FakeCard.Shape()
    shape.plugs[0].orientation = orientation
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      let rotations: [Rotation] = [.none, .half, .threeQuarters, .quarter]
      #expect(display.panelRotation == rotations[Int(orientation ?? 0)])
      #expect(display.notes.isEmpty, "a program adds its own advice")
    }
  }

  /// Formats of 16 bits come first if the driver prefers them. Only formats with the linear modifier are tried.
  @Test func formatsFollowDriver() throws {
    var shape = FakeCard.Shape()
    shape.preferredDepth = 16
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      #expect(display.format == .rgb565)
    }
    shape.preferredDepth = 0
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      #expect(display.format == .xrgb8888)
    }
    shape.planes[1].linear = [.rgb565]
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      #expect(display.format == .rgb565)
      #expect(card.commits.count == 1, "compressed formats are not tried")
    }
    shape.planes[1].linear = [.xrgb8888, .rgb565]
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      #expect(display.format == .xrgb8888)
    }
  }

  /// The present mode follows from DIRTYFB, vertical blanking and damage clips.
  @Test func presentModeFollowsDriver() throws {
    for (copies, hasVBlank, takesDamage, isAtomic, wanted) in [
      (true, false, false, true, "1 buffer, dirty rectangles"), (true, true, false, true, "2 buffers"),
      (true, false, true, true, "2 buffers"), (false, false, false, true, "2 buffers"),
      // Legacy flips carry no damage.
      (true, false, true, false, "1 buffer, dirty rectangles"),
    ] {
      var shape = FakeCard.Shape()
      (shape.copies, shape.hasVBlank, shape.isAtomic) = (copies, hasVBlank, isAtomic)
      shape.planes[1].takesDamage = takesDamage
      try FakeCard.withCard(shape) { card in
        let display = try card.open()
        #expect(display.name.hasSuffix(", " + wanted))
        #expect(display.name.contains(isAtomic ? ", atomic, " : ", legacy, "))
      }
    }
    // Errors other than EOPNOTSUPP do not mean that vertical blanking is missing.
    try FakeCard.withCard(.copying) { card in
      card.refusals[.getSequence] = EINVAL
      let display = try card.open()
      #expect(display.name.hasSuffix(", 2 buffers"))
    }
    // With `commit = legacy`, the atomic capability is not requested.
    try FakeCard.withCard { card in
      let display = try card.open { $0.commit = .legacy }
      #expect(display.name.contains(", legacy, ") && card.calls[.setClientCapability] == 1)
      #expect(card.commits.isEmpty && display.notes.isEmpty)
    }
  }
}
