import Geometry
import Raster
import Testing

@testable import KMSDisplay

@Suite struct ChoiceTests {
  let native = Mode(width: 800, height: 480, isPreferred: true)
  let other = Mode(width: 640, height: 480)

  func connector(_ name: String, id: UInt32, modes: [Mode]? = nil, crtc: UInt32 = 0) -> Connector {
    var connector = Connector(id: id, name: name)
    connector.modes = modes ?? [other, native]
    connector.possibleCRTCs = 0b11
    connector.currentCRTC = crtc
    return connector
  }

  func resources(_ connectors: [Connector]) -> Resources {
    Resources(
      connectors: connectors, crtcs: [CRTC(id: 40), CRTC(id: 41)],
      planes: [
        Plane(id: 30, possibleCRTCs: 0b01, formats: [PixelFormat.xrgb8888.fourCC]),
        Plane(id: 31, possibleCRTCs: 0b10, formats: [PixelFormat.rgb565.fourCC]),
      ])
  }

  @Test func takesThePreferredMode() throws {
    let choice = try Choice(resources([connector("HDMI-A-1", id: 50)]))
    #expect(choice.mode.width == 800)
    #expect(choice.plane?.id == 30)
    #expect(choice.rank == 1)
  }

  @Test func withoutAPreferredModeTakesTheFirst() throws {
    let choice = try Choice(resources([connector("HDMI-A-1", id: 50, modes: [other])]))
    #expect(choice.mode.width == 640)
  }

  @Test func aModeOfItsOwnWins() throws {
    let wanted = Size<PhysicalSpace>(width: 640, height: 480)
    #expect(try Choice(resources([connector("HDMI-A-1", id: 50)]), mode: wanted).mode.width == 640)
    var found = resources([connector("DSI-1", id: 51, crtc: 41)])
    found.crtcs[1].mode = native
    #expect(try Choice(found, mode: wanted).mode.width == 640)
    #expect(throws: Choice.Refusal.unusable("DSI-1 offers no mode 320x240; it has 640x480, 800x480")) {
      try Choice(found, mode: Size(width: 320, height: 240))
    }
  }

  /// Width and height both count: of the modes on offer, and of the one that is set.
  @Test func aModeIsOneOfBothSides() throws {
    let modes = [Mode(width: 800, height: 600, isPreferred: true), Mode(width: 640, height: 480), native]
    let wanted = Size<PhysicalSpace>(width: 800, height: 480)
    #expect(try Choice(resources([connector("DSI-1", id: 51, modes: modes)]), mode: wanted).mode.height == 480)
    var found = resources([connector("DSI-1", id: 51, modes: modes, crtc: 41)])
    found.crtcs[1].mode = modes[0]
    #expect(try Choice(found, mode: wanted).mode.height == 480)
  }

  @Test func keepsWhatTheFirmwareShows() throws {
    var found = resources([connector("HDMI-A-1", id: 50), connector("DSI-1", id: 51, crtc: 41)])
    found.crtcs[1].mode = other
    let choice = try Choice(found)
    #expect(choice.connector.name == "DSI-1")
    #expect(choice.mode.width == 640)
    #expect(choice.crtcIndex == 1)
    #expect(choice.plane?.id == 31)
    #expect(choice.rank == 0)
  }

  /// A CRTC that is turned off shows nothing, and among equals the first connector counts.
  @Test func aConnectorInTheDarkIsNoBetterThanAnother() throws {
    let found = resources([connector("HDMI-A-1", id: 50), connector("DSI-1", id: 51, crtc: 41)])
    let choice = try Choice(found)
    #expect(choice.connector.name == "HDMI-A-1" && choice.rank == 1)
  }

  @Test func skipsWritebackAndWhatIsNotConnected() throws {
    var writeback = connector("Writeback-1", id: 49)
    writeback.isWriteback = true
    var empty = connector("HDMI-A-1", id: 50)
    empty.status = .disconnected
    var blind = connector("VGA-1", id: 51)
    blind.status = .unknown
    #expect(try Choice(resources([writeback, empty, blind, connector("DPI-1", id: 52)])).connector.name == "DPI-1")
    #expect(try Choice(resources([writeback, empty, blind])).connector.name == "VGA-1")
    blind.modes = []
    #expect(throws: Choice.Refusal.noScreen("no screen is connected (it has VGA-1)")) { try Choice(resources([blind])) }
    #expect(throws: Choice.Refusal.noScreen("no screen is connected (it has HDMI-A-1)")) {
      try Choice(resources([writeback, empty]))
    }
    #expect(throws: Choice.Refusal.noScreen("no screen is connected (it has no connector)")) {
      try Choice(resources([]))
    }
  }

  @Test func aNamedConnectorIsTheOnlyOne() throws {
    let found = resources([connector("HDMI-A-1", id: 50), connector("HDMI-A-2", id: 51)])
    #expect(try Choice(found, connector: "HDMI-A-2").connector.id == 51)
    #expect(throws: Choice.Refusal.self) { try Choice(found, connector: "DSI-1") }
  }

  @Test func leavesAnotherScreensCRTCAlone() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.crtcs[0].mode = native
    #expect(try Choice(found).crtcIndex == 1)
    // Where all are taken the first must do, and its mode is the other screen's.
    (found.crtcs[0].mode, found.crtcs[1].mode) = (other, other)
    let choice = try Choice(found)
    #expect(choice.crtcIndex == 0 && choice.mode.width == native.width)
  }

  @Test func takesACRTCThatCanFeedIt() throws {
    var second = connector("HDMI-A-1", id: 50)
    second.possibleCRTCs = 0b10
    #expect(try Choice(resources([second])).crtcIndex == 1)
  }

  /// An overlay or a cursor takes the same formats, and does not show a whole picture.
  @Test func onlyAPrimaryPlaneWillDo() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.planes.insert(Plane(id: 29, isPrimary: false, possibleCRTCs: 0b01, currentCRTC: 40), at: 0)
    #expect(try Choice(found).plane?.id == 30)
    found.planes.removeSubrange(1...)
    #expect(try Choice(found).plane == nil)
  }

  /// Of planes that could serve: the one that does, else one that serves nobody, else the first.
  @Test func leavesAnotherScreensPlaneAlone() throws {
    for (users, wanted) in [
      ([0, 0], 30), ([41, 0], 31), ([41, 41], 30), ([0, 40], 31), ([41, 40], 31), ([40, 0], 30),
    ] as [([UInt32], UInt32)] {
      var found = resources([connector("HDMI-A-1", id: 50)])
      for i in 0..<2 { (found.planes[i].possibleCRTCs, found.planes[i].currentCRTC) = (0b11, users[i]) }
      #expect(try Choice(found).plane?.id == wanted, "\(users)")
    }
  }

  @Test func refusesAConnectorThatNothingFeeds() {
    var orphan = connector("HDMI-A-1", id: 50)
    orphan.possibleCRTCs = 0
    #expect(throws: Choice.Refusal.unusable("no CRTC can feed HDMI-A-1")) { try Choice(resources([orphan])) }
  }

  @Test func formatsFollowThePlane() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.planes[0].formats = [
      PixelFormat.rgb565.fourCC, PixelFormat.bgr888.fourCC, PixelFormat.xbgr8888.fourCC, 0x3432_5559,
    ]
    #expect(try Choice(found).formats().map(\.fourCC) == [.xbgr8888, .bgr888, .rgb565].map(\PixelFormat.fourCC))
    #expect(try Choice(found).formats(wanted: .rgb565) == [.rgb565])
    #expect(try Choice(found).formats(wanted: .xrgb8888) == [])
  }

  @Test func aSlowBusGetsSixteenBitsFirst() throws {
    var found = resources([connector("SPI-1", id: 50)])
    found.planes[0].formats = [PixelFormat.xrgb8888.fourCC, PixelFormat.rgb565.fourCC]
    #expect(try Choice(found).formats(preferredDepth: 16) == [.rgb565, .xrgb8888])
    #expect(try Choice(found).formats(preferredDepth: 24) == [.xrgb8888, .rgb565])
    #expect(try Choice(found).formats(preferredDepth: 0) == [.xrgb8888, .rgb565])
  }

  @Test func formatsThatAreOnlyCompressedDoNotCount() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.planes[0].formats = [PixelFormat.xrgb8888.fourCC, PixelFormat.rgb565.fourCC]
    found.planes[0].linearFormats = [PixelFormat.rgb565.fourCC]
    #expect(try Choice(found).formats() == [.rgb565])
  }

  @Test func withoutAPlaneAllFormatsAreTried() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.planes = []
    let choice = try Choice(found)
    #expect(choice.plane == nil)
    #expect(choice.formats() == PixelFormat.allCases)
  }

  @Test(arguments: [
    (KMSOptions.Buffers.auto, true, true, false, Strategy.flip),  // simpledrm, virtio-gpu of late
    (.auto, false, true, false, .frontDirty),  // virtio-gpu 6.1, cirrus, udl, mipi-dbi
    (.auto, false, false, true, .flip),  // vc4, vkms
    (.auto, false, false, false, .flip),  // bochs
    (.auto, false, true, true, .flip),  // Intel
    (.flip, false, true, false, .flip), (.front, true, true, true, .frontDirty), (.front, false, false, true, .front),
  ])
  func strategy(_ wanted: KMSOptions.Buffers, _ damage: Bool, _ dirty: Bool, _ vblank: Bool, _ expected: Strategy) {
    #expect(
      Strategy.choose(wanted, flipsTakeDamage: damage, acceptsDirty: dirty, hasVBlank: vblank) == expected)
  }

  @Test func panelOrientations() {
    #expect(Opening.panelRotation("Normal") == .none)
    #expect(Opening.panelRotation("Upside Down") == .half)
    #expect(Opening.panelRotation("Left Side Up") == .threeQuarters)
    #expect(Opening.panelRotation("Right Side Up") == .quarter)
  }
}
