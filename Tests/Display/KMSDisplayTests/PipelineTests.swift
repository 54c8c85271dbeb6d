import CDRM
import Display
import StarSlider
import Testing

@testable import KMSDisplay

@Suite struct PipelineTests {
  let native = Mode(width: 800, height: 480, isPreferred: true)
  let other = Mode(width: 640, height: 480)
  let path = "/dev/dri/card0"

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

  @Test func preferredModeIsChosen() throws {
    let pipeline = try Pipeline(resources([connector("HDMI-A-1", id: 50)]), of: path)
    #expect(pipeline.mode.width == 800)
    #expect(pipeline.plane?.id == 30)
    #expect(pipeline.rank == .connected)
  }

  @Test func firstModeIsChosenWithoutPreference() throws {
    let pipeline = try Pipeline(resources([connector("HDMI-A-1", id: 50, modes: [other])]), of: path)
    #expect(pipeline.mode.width == 640)
  }

  @Test func requestedModeIsChosen() throws {
    let wanted = Size<PhysicalSpace>(width: 640, height: 480)
    #expect(try Pipeline(resources([connector("HDMI-A-1", id: 50)]), of: path, mode: wanted).mode.width == 640)
    var found = resources([connector("DSI-1", id: 51, crtc: 41)])
    found.crtcs[1].mode = native
    #expect(try Pipeline(found, of: path, mode: wanted).mode.width == 640)
    let error = #expect(throws: DisplayError.self) {
      try Pipeline(found, of: path, mode: Size(width: 320, height: 240))
    }
    #expect(
      error?.message == "cannot use /dev/dri/card0: DSI-1 has no mode 320x240; choose one of 640x480, 800x480")
    #expect(error?.kind == .unsupported)
  }

  /// Width and height must both match, for the listed modes and for the current one.
  @Test func requestedModeMatchesBothSides() throws {
    let modes = [Mode(width: 800, height: 600, isPreferred: true), Mode(width: 640, height: 480), native]
    let wanted = Size<PhysicalSpace>(width: 800, height: 480)
    #expect(
      try Pipeline(resources([connector("DSI-1", id: 51, modes: modes)]), of: path, mode: wanted).mode.height == 480)
    var found = resources([connector("DSI-1", id: 51, modes: modes, crtc: 41)])
    found.crtcs[1].mode = modes[0]
    #expect(try Pipeline(found, of: path, mode: wanted).mode.height == 480)
  }

  @Test func currentPictureIsKept() throws {
    var found = resources([connector("HDMI-A-1", id: 50), connector("DSI-1", id: 51, crtc: 41)])
    found.crtcs[1].mode = other
    let pipeline = try Pipeline(found, of: path)
    #expect(pipeline.connector.name == "DSI-1")
    #expect(pipeline.mode.width == 640)
    #expect(pipeline.crtc.id == 41)
    #expect(pipeline.plane?.id == 31)
    #expect(pipeline.rank == .lit)
  }

  /// A connector whose CRTC is off shows no picture. Among equals, the first connector is chosen.
  @Test func connectorThatIsOffHasNoPriority() throws {
    let found = resources([connector("HDMI-A-1", id: 50), connector("DSI-1", id: 51, crtc: 41)])
    let pipeline = try Pipeline(found, of: path)
    #expect(pipeline.connector.name == "HDMI-A-1" && pipeline.rank == .connected)
  }

  @Test func writebackAndDisconnectedAreSkipped() throws {
    var writeback = connector("Writeback-1", id: 49)
    writeback.isWriteback = true
    var empty = connector("HDMI-A-1", id: 50)
    empty.status = .disconnected
    var blind = connector("VGA-1", id: 51)
    blind.status = .unknown
    #expect(
      try Pipeline(resources([writeback, empty, blind, connector("DPI-1", id: 52)]), of: path).connector.name == "DPI-1"
    )
    #expect(try Pipeline(resources([writeback, empty, blind]), of: path).connector.name == "VGA-1")
    blind.modes = []
    for (connectors, list) in [
      ([blind], "connectors: VGA-1"), ([writeback, empty], "connectors: HDMI-A-1"), ([], "no connectors"),
    ] {
      let error = #expect(throws: DisplayError.self) { try Pipeline(resources(connectors), of: path) }
      #expect(error?.kind == .noScreen && error?.reason == "no screen is connected (\(list))")
    }
  }

  @Test func onlyNamedConnectorIsUsed() throws {
    let found = resources([connector("HDMI-A-1", id: 50), connector("HDMI-A-2", id: 51)])
    #expect(try Pipeline(found, of: path, connector: "HDMI-A-2").connector.id == 51)
    #expect(throws: DisplayError.self) { try Pipeline(found, of: path, connector: "DSI-1") }
  }

  /// A screen that is asleep, or shown by the console, keeps its CRTC while there is another one; a connector without a screen gives it up
  /// first.
  @Test func attachedCRTCIsNotStolen() throws {
    for isOn in [false, true] {
      var found = resources([connector("DSI-1", id: 50, crtc: 40), connector("HDMI-A-1", id: 51)])
      found.crtcs[0].mode = isOn ? native : nil
      found.crtcs[1].mode = isOn ? nil : native
      #expect(try Pipeline(found, of: path, connector: "HDMI-A-1").crtc.id == 41)
    }
    var found = resources([
      connector("DSI-1", id: 50, crtc: 40), connector("VGA-1", id: 52, crtc: 41), connector("HDMI-A-1", id: 51),
    ])
    found.connectors[1].status = .disconnected
    found.crtcs[1].mode = native
    #expect(try Pipeline(found, of: path, connector: "HDMI-A-1").crtc.id == 41)
  }

  /// A progressive mode is chosen instead of an interlaced one, unless the kernel's command line names that.
  @Test func interlacedModeIsAvoided() throws {
    func mode(_ width: Int32, _ height: Int32, isInterlaced: Bool = false, isPreferred: Bool = false) -> Mode {
      var mode = Mode(width: width, height: height, isPreferred: isPreferred)
      if isInterlaced { mode.info.flags = UInt32(DRM_MODE_FLAG_INTERLACE) }
      return mode
    }
    let preferred = mode(1920, 1080, isInterlaced: true, isPreferred: true)
    func chosen(_ modes: [Mode], current: Mode? = nil, size: Size<PhysicalSpace>? = nil) throws -> String {
      var found = resources([connector("HDMI-A-1", id: 50, modes: modes, crtc: current == nil ? 0 : 40)])
      found.crtcs[0].mode = current
      let mode = try Pipeline(found, of: path, mode: size).mode
      return mode.name + (mode.isInterlaced ? "i" : "")
    }
    #expect(try chosen([preferred, mode(1920, 1080), mode(1280, 720)]) == "1920x1080")
    #expect(try chosen([preferred, mode(1280, 720), mode(720, 576)]) == "1280x720")
    #expect(try chosen([preferred, mode(720, 576, isInterlaced: true)]) == "1920x1080i")
    #expect(try chosen([mode(720, 576, isInterlaced: true), mode(720, 576)]) == "720x576", "without a preference")
    #expect(try chosen([preferred, mode(1280, 720)], current: preferred) == "1280x720", "the console's mode")
    #expect(try chosen([preferred], current: preferred) == "1920x1080i")
    #expect(try chosen([preferred, mode(1280, 720)], size: Size(width: 1920, height: 1080)) == "1920x1080i")
    var forced = preferred
    forced.info.type |= UInt32(DRM_MODE_TYPE_USERDEF)
    #expect(try chosen([forced, mode(1920, 1080)]) == "1920x1080i")
    #expect(try chosen([forced, mode(1920, 1080)], current: forced) == "1920x1080i")
    #expect(!preferred.matches(mode(1920, 1080)))
  }

  @Test func freeCRTCIsPreferred() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.crtcs[0].mode = native
    #expect(try Pipeline(found, of: path).crtc.id == 41)
    // If all CRTCs are in use, the first is taken, with the connector's own mode.
    (found.crtcs[0].mode, found.crtcs[1].mode) = (other, other)
    let pipeline = try Pipeline(found, of: path)
    #expect(pipeline.crtc.id == 40 && pipeline.mode.width == native.width)
  }

  @Test func crtcMustBePossible() throws {
    var second = connector("HDMI-A-1", id: 50)
    second.possibleCRTCs = 0b10
    #expect(try Pipeline(resources([second]), of: path).crtc.id == 41)
  }

  /// Overlay and cursor planes are not used, even with suitable formats.
  @Test func planeMustBePrimary() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.planes.insert(Plane(id: 29, isPrimary: false, possibleCRTCs: 0b01, currentCRTC: 40), at: 0)
    #expect(try Pipeline(found, of: path).plane?.id == 30)
    found.planes.removeSubrange(1...)
    #expect(try Pipeline(found, of: path).plane == nil)
  }

  /// The plane on the CRTC is chosen, else one on no CRTC, else the first.
  @Test func freePlaneIsPreferred() throws {
    for (users, wanted) in [
      ([0, 0], 30), ([41, 0], 31), ([41, 41], 30), ([0, 40], 31), ([41, 40], 31), ([40, 0], 30),
    ] as [([UInt32], UInt32)] {
      var found = resources([connector("HDMI-A-1", id: 50)])
      for i in 0..<2 { (found.planes[i].possibleCRTCs, found.planes[i].currentCRTC) = (0b11, users[i]) }
      #expect(try Pipeline(found, of: path).plane?.id == wanted, "\(users)")
    }
  }

  @Test func connectorWithoutCRTCIsRejected() {
    var orphan = connector("HDMI-A-1", id: 50)
    orphan.possibleCRTCs = 0
    let error = #expect(throws: DisplayError.self) { try Pipeline(resources([orphan]), of: path) }
    #expect(error?.kind == .unsupported && error?.reason == "no CRTC can drive HDMI-A-1")
  }

  @Test func formatsFollowPlane() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.planes[0].formats = [
      PixelFormat.rgb565.fourCC, PixelFormat.bgr888.fourCC, PixelFormat.xbgr8888.fourCC, 0x3432_5559,
    ]
    #expect(
      try Pipeline(found, of: path).formats().map(\.fourCC) == [.xbgr8888, .bgr888, .rgb565].map(\PixelFormat.fourCC))
    #expect(try Pipeline(found, of: path).formats(wanted: .rgb565) == [.rgb565])
    #expect(try Pipeline(found, of: path).formats(wanted: .xrgb8888) == [])
  }

  @Test func sixteenBitsComeFirstOnSlowBus() throws {
    var found = resources([connector("SPI-1", id: 50)])
    found.planes[0].formats = [PixelFormat.xrgb8888.fourCC, PixelFormat.rgb565.fourCC]
    #expect(try Pipeline(found, of: path).formats(preferredDepth: 16) == [.rgb565, .xrgb8888])
    #expect(try Pipeline(found, of: path).formats(preferredDepth: 24) == [.xrgb8888, .rgb565])
    #expect(try Pipeline(found, of: path).formats(preferredDepth: 0) == [.xrgb8888, .rgb565])
  }

  @Test func compressedFormatsAreSkipped() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.planes[0].formats = [PixelFormat.xrgb8888.fourCC, PixelFormat.rgb565.fourCC]
    found.planes[0].linearFormats = [PixelFormat.rgb565.fourCC]
    #expect(try Pipeline(found, of: path).formats() == [.rgb565])
  }

  @Test func allFormatsAreTriedWithoutPlane() throws {
    var found = resources([connector("HDMI-A-1", id: 50)])
    found.planes = []
    let pipeline = try Pipeline(found, of: path)
    #expect(pipeline.plane == nil)
    #expect(pipeline.formats() == PixelFormat.allCases)
  }

  @Test(arguments: [
    (DisplayOptions.Buffers.auto, true, true, false, PresentMode.pageFlip),  // simpledrm, virtio-gpu since 6.2
    (.auto, false, true, false, .dirtyRectangles),  // virtio-gpu 6.1, cirrus, udl, mipi-dbi
    (.auto, false, false, true, .pageFlip),  // vc4, vkms
    (.auto, false, false, false, .pageFlip),  // bochs
    (.auto, false, true, true, .pageFlip),  // Intel
    (.flip, false, true, false, .pageFlip), (.front, true, true, true, .dirtyRectangles),
    (.front, false, false, true, .frontBuffer),
  ])
  func presentMode(
    _ buffers: DisplayOptions.Buffers, _ damage: Bool, _ dirty: Bool, _ vblank: Bool, _ expected: PresentMode
  ) {
    #expect(PresentMode(buffers, sendsDamage: damage, acceptsDirty: dirty, hasVBlank: vblank) == expected)
  }

  @Test func panelOrientations() {
    #expect(KMSDisplay.panelRotation("Normal") == .none)
    #expect(KMSDisplay.panelRotation("Upside Down") == .half)
    #expect(KMSDisplay.panelRotation("Left Side Up") == .threeQuarters)
    #expect(KMSDisplay.panelRotation("Right Side Up") == .quarter)
  }
}
