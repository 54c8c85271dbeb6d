import CDRM
import Display
import Geometry
import Glibc
import Raster
import Testing

@testable import KMSDisplay

/// Opening that fails half-way: what the error says, what is done without, and that nothing stays.
@Suite struct OpeningTests {
  /// The error of opening a card with something wrong.
  func error(
    _ shape: FakeCard.Shape = FakeCard.Shape(), _ spoil: (FakeCard) -> Void = { _ in },
    asking change: (inout KMSOptions) -> Void = { _ in }
  ) throws -> (message: String, error: DisplayError) {
    var found: DisplayError?
    var path = ""
    try FakeCard.lend(shape) { card in
      spoil(card)
      path = card.path
      found = failure { () throws(DisplayError) in _ = try card.open(change) }
      #expect(card.holdings == FakeCard.Holdings())
    }
    let error = try #require(found)
    #expect(error.path == path)
    return (error.message.split(separator: path).joined(separator: "CARD"), error)
  }

  /// The ways to open: what there is, and what is asked for.
  enum Way: CaseIterable {
    case atomic, damaged, legacy, copying, front, onlyAtomic, onlyLegacy

    var shape: FakeCard.Shape {
      switch self {
      case .atomic, .front, .onlyAtomic, .onlyLegacy: FakeCard.Shape()
      case .damaged: .damaged
      case .legacy: .legacy
      case .copying: .copying
      }
    }
    func set(_ options: inout KMSOptions) {
      switch self {
      case .front: options.buffers = .front
      case .onlyAtomic: options.commit = .atomic
      case .onlyLegacy: options.commit = .legacy
      default: break
      }
    }
  }

  /// Whichever call fails, and from then on all or only this one: there is a screen that works, or an error that says what and
  /// where; and everything is given back.
  @Test(arguments: Way.allCases, [ENOMEM, ENODEV, EACCES])
  func whicheverCallFailsNothingStays(way: Way, code: Int32) throws {
    var total = 0
    try FakeCard.lend(way.shape) { card in
      card.onCall = { _ in total += 1 }
      let display = try card.open(way.set)
      card.onCall = nil
      #expect(try display.show(1) == 0)
      #expect(card.picture == 1)
    }
    #expect(total > 40)
    for (first, isLasting) in (1...total).flatMap({ [($0, false), ($0, true)] }) {
      try FakeCard.lend(way.shape, "after call \(first) failed") { card in
        var count = 0
        card.onCall = { call in
          count += 1
          let fails = isLasting ? count >= first && count <= total : count == first
          card.refusals = fails ? [call: code] : [:]
        }
        let error = failure { () throws(DisplayError) in
          let display = try card.open(way.set)
          (card.onCall, card.refusals) = (nil, [:])
          for value in 1...3 as ClosedRange<UInt32> {
            try display.show(value)
            card.refresh()
            _ = try display.handleEvents()
            #expect(card.picture == value, "call \(first)")
          }
        }
        (card.onCall, card.refusals) = (nil, [:])
        if let error {
          #expect(error.path == card.path && !error.operation.isEmpty && !error.reason.isEmpty)
          #expect(error.code == code || error.code == 0, "call \(first): \(error.message)")
        }
      }
    }
  }

  /// What a call's failure is called, and what can be done about it.
  @Test func errorsSayWhatAndWhere() throws {
    let held =
      "another program holds the screen; stop the other program (a desktop, a second kiosk) or switch to another virtual terminal"
    let listed = "star-kiosk devices says which screens there are"
    for (call, code, message, recovery) in [
      (.getCapability, ENOTTY, "use CARD: it is not a display of the DRM kind; \(listed)", .giveUp),
      (.getCapability, ENODEV, "use CARD: the device is gone", .reopen),
      (.getResources, EOPNOTSUPP, "use CARD: it renders but has no display; \(listed)", .giveUp),
      (.getResources, ENODEV, "use CARD: the device is gone", .reopen),
      (.setMaster, EBUSY, "take CARD: \(held)", .retry), (.setMaster, EACCES, "take CARD: \(held)", .retry),
      (.setMaster, EPERM, "take CARD: \(held)", .retry), (.setMaster, EINVAL, "take CARD: \(held)", .retry),
      (.setMaster, ENODEV, "take CARD: the device is gone", .reopen),
      (.createDumb, ENOMEM, "create a buffer on CARD: the device has not enough memory", .giveUp),
      (.mapDumb, ENODEV, "map a buffer of CARD: the device is gone", .reopen),
      (.map, ENOMEM, "map a buffer of CARD: the device has not enough memory", .giveUp),
      (.map, EAGAIN, "map a buffer of CARD: the screen is busy", .retry),
      (.addFramebuffer, EINVAL, "add a RGB565 framebuffer to CARD: the driver refused it", .giveUp),
      (.getConnector, EINVAL, "use CARD: no screen is connected (it has no connector); plug one in", .retry),
      (.getEncoder, EINVAL, "use CARD: no CRTC can feed HDMI-A-1", .giveUp),
      (.setCRTC, EACCES, "set 64x48 RGB565 on CARD: another program holds the screen", .retry),
      (.setCRTC, EPERM, "set 64x48 RGB565 on CARD: another program holds the screen", .retry),
      (.setCRTC, EBUSY, "set 64x48 RGB565 on CARD: the screen is busy", .retry),
      (.setCRTC, ERANGE, "set 64x48 RGB565 on CARD: the driver refused it", .giveUp),
      (.setCRTC, ENOSPC, "set 64x48 RGB565 on CARD: the device has not enough memory", .giveUp),
      (.setCRTC, EIO, "set 64x48 RGB565 on CARD: the device is gone", .reopen),
    ] as [(FakeCard.Call, Int32, String, DisplayError.Recovery)] {
      let found = try error(.legacy) { $0.refusals[call] = code }
      #expect(found.message == "cannot " + message)
      #expect(found.error.recovery == recovery, "\(found.message)")
      #expect(found.error.code == (call == .getConnector || call == .getEncoder ? 0 : code), "\(found.message)")
    }
    let tested = try error(.init(), { $0.refusals[.atomic] = EINVAL }, asking: { $0.commit = .atomic })
    #expect(tested.message == "cannot test RGB565 on CARD: the driver refused it")
    #expect(tested.error.code == EINVAL)
  }

  @Test func aCardThatWillNotDoIsRefused() throws {
    var shape = FakeCard.Shape()
    shape.hasDumbBuffers = false
    #expect(try error(shape).message == "cannot use CARD: the driver has no dumb buffers")
    #expect(
      try error(.legacy, asking: { $0.commit = .atomic }).message == "cannot use CARD: the driver has no atomic commits"
    )
    shape = FakeCard.Shape()
    shape.planes[1].formats = [.rgb565, .bgr888]
    shape.planes[1].linear = [.rgb565]
    let wanted = try error(shape, asking: { $0.format = .xrgb8888 })
    #expect(
      wanted.message
        == "cannot use XRGB8888 on CARD: the plane takes RG16; let the plane decide, or name one of these")
    shape.planes[1].linear = []
    #expect(
      try error(shape).message == "cannot draw to CARD: of the plane's formats () none can be drawn to")
    shape.planes[1].linear = nil
    #expect(
      try error(shape, asking: { $0.format = .xrgb8888 }).message
        == "cannot use XRGB8888 on CARD: the plane takes RG16, BG24; let the plane decide, or name one of these")
    shape = FakeCard.Shape()
    shape.plugs[0].connection = 2
    let unplugged = try error(shape)
    #expect(unplugged.message == "cannot use CARD: no screen is connected (it has HDMI-A-1); plug one in")
    #expect(unplugged.error.recovery == .retry)
  }

  @Test func aPathWithoutACard() throws {
    let missing = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay(KMSOptions(path: "/dev/no")) })
    #expect(missing.message == "cannot open /dev/no: no such file or directory")
    #expect(missing.recovery == .retry && missing.code == ENOENT)
    let other = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay(KMSOptions(path: "/dev/null")) })
    #expect(other.code == ENOTTY && other.recovery == .giveUp)
    #expect(other.message.hasPrefix("cannot use /dev/null: it is not a display of the DRM kind; "))
  }

  /// No second buffer: one must do, with dirty rectangles where the driver has them.
  @Test(arguments: [false, true], [FakeCard.Call.createDumb, .mapDumb, .map, .addFramebuffer])
  func withoutASecondBufferOneMustDo(copies: Bool, call: FakeCard.Call) throws {
    var shape = FakeCard.Shape()
    shape.copies = copies
    try FakeCard.lend(shape) { card in
      card.answers[call] = [0, ENOMEM]
      let display = try card.open()
      #expect(display.name.hasSuffix(copies ? ", 1 buffer, dirty rectangles" : ", 1 buffer"))
      #expect(display.notes.count == 1)
      #expect(display.notes.first?.hasSuffix(": the device has not enough memory; one buffer must do") == true)
      #expect(card.buffers.count == 1 && card.framebuffers.count == 1)
      #expect(try display.show(1) == 0)
      #expect(try display.show(2) == 1)
      #expect(card.picture == 2)
    }
  }

  /// A format that the driver lists and will not take gives way to the next.
  @Test(arguments: [false, true]) func aFormatThatIsRefusedGivesWay(isAtomic: Bool) throws {
    var shape = FakeCard.Shape()
    shape.isAtomic = isAtomic
    shape.refused = [PixelFormat.xrgb8888.fourCC]
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      #expect(display.format == .rgb565)
      let tried = isAtomic ? "test XRGB8888 on" : "set 64x48 XRGB8888 on"
      #expect(display.notes.contains("cannot \(tried) \(card.path): the driver refused it"))
      #expect(card.buffers.values.allSatisfy { $0.bpp == 16 } && card.buffers.count == 2)
    }
  }

  /// Nothing passes a test commit: legacy calls may do what atomic ones do not.
  @Test func withoutAPassedTestLegacyCallsAreMade() throws {
    try FakeCard.lend { card in
      card.refusals[.atomic] = EINVAL
      let display = try card.open()
      #expect(display.name.contains(", legacy, "))
      #expect(display.notes.last == "no format passed a test commit: legacy calls")
      #expect(card.blobs.isEmpty, "the mode of the atomic way")
      #expect(try display.show(1) == 0)
      #expect(card.picture == 1)
      try display.show(2)
      card.refresh()
      #expect(card.picture == 2)
    }
  }

  /// A driver that lacks what an atomic commit writes, or has no room for a mode.
  @Test(arguments: FakeCard.propertyNames[1...10] + ["MODE_ID", "ACTIVE"])
  func withoutAPropertyLegacyCallsAreMade(property: String) throws {
    var shape = FakeCard.Shape()
    shape.lacks = [property]
    try FakeCard.lend(shape) { card in
      let display = try card.open()
      #expect(display.name.contains(", legacy, "))
      #expect(display.notes == ["no atomic commits: the driver does not offer them"])
    }
  }

  /// The screen is shown nothing by an atomic opening: the firmware's picture stays until the first frame.
  @Test func openingAtomicallyChangesNothing() throws {
    try FakeCard.lend { card in
      let display = try card.open()
      #expect(card.shown == 9 && card.settings.isEmpty && card.commits.allSatisfy(\.isTest))
      #expect(card.isMaster && display.scanout == nil && display.hasControl)
      #expect(card.buffers.values.allSatisfy { $0.width == 64 && $0.height == 48 && $0.bpp == 32 })
    }
  }
}
