import Basics
import CDRM
import Display
import Glibc
import StarSlider
import Testing

@testable import KMSDisplay

/// Failures while opening: their errors, the fallbacks, and that nothing is left behind.
@Suite struct OpeningTests {
  /// Returns the error of opening a card after `spoil` changed it.
  func error(
    _ shape: FakeCard.Shape = FakeCard.Shape(), _ spoil: (FakeCard) -> Void = { _ in },
    asking change: (inout DisplayOptions) -> Void = { _ in }
  ) throws -> (message: String, error: DisplayError) {
    var found: DisplayError?
    var path = ""
    try FakeCard.withCard(shape) { card in
      spoil(card)
      path = card.path
      found = failure { () throws(DisplayError) in _ = try card.open(change) }
      #expect(card.holdings == FakeCard.Holdings())
    }
    let error = try #require(found)
    #expect(error.subject == path)
    return (error.message.split(separator: path).joined(separator: "CARD"), error)
  }

  /// The kinds of cards and options.
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
    func set(_ options: inout DisplayOptions) {
      switch self {
      case .front: options.buffers = .front
      case .onlyAtomic: options.commit = .atomic
      case .onlyLegacy: options.commit = .legacy
      default: break
      }
    }
  }

  /// Fails each call, alone or with all that follow. The result is a working screen or an error with an operation and a
  /// subject, and everything is released.
  @Test(arguments: Way.allCases, [ENOMEM, ENODEV, EACCES])
  func anyFailingCallLeavesNothing(way: Way, code: Int32) throws {
    var total = 0
    try FakeCard.withCard(way.shape) { card in
      card.onCall = { _ in total += 1 }
      let display = try card.open(way.set)
      card.onCall = nil
      #expect(try display.show(1) == 0)
      #expect(card.picture == 1)
    }
    #expect(total > 40)
    for (first, isLasting) in (1...total).flatMap({ [($0, false), ($0, true)] }) {
      try FakeCard.withCard(way.shape, "after call \(first) failed") { card in
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
          #expect(error.subject == card.path && !error.operation.isEmpty && !error.reason.isEmpty)
          #expect(error.errno == code || error.errno == 0, "call \(first): \(error.message)")
        }
      }
    }
  }

  /// The message and recovery of each call's failure.
  @Test func errorMessages() throws {
    let held =
      "another program controls the screen; stop that program (such as a desktop) or switch to another virtual terminal"
    for (call, code, message, recovery) in [
      (.getCapability, ENOTTY, "use CARD: it is not a DRM display device", .giveUp),
      (.getCapability, ENODEV, "use CARD: the device is gone", .reopen),
      (.getResources, EOPNOTSUPP, "use CARD: it is a render-only device", .giveUp),
      (.getResources, ENODEV, "use CARD: the device is gone", .reopen),
      (.setMaster, EBUSY, "become DRM master of CARD: \(held)", .retry),
      (.setMaster, EACCES, "become DRM master of CARD: \(held)", .retry),
      (.setMaster, EPERM, "become DRM master of CARD: \(held)", .retry),
      (.setMaster, EINVAL, "become DRM master of CARD: \(held)", .retry),
      (.setMaster, ENODEV, "become DRM master of CARD: the device is gone", .reopen),
      (.createDumb, ENOMEM, "create a buffer on CARD: the device is out of memory", .giveUp),
      (.mapDumb, ENODEV, "map a buffer of CARD: the device is gone", .reopen),
      (.map, ENOMEM, "map a buffer of CARD: the device is out of memory", .giveUp),
      (.map, EAGAIN, "map a buffer of CARD: the device is busy", .retry),
      (.addFramebuffer, EINVAL, "add a RGB565 framebuffer to CARD: the driver rejected the request", .giveUp),
      (.getConnector, EINVAL, "use CARD: no screen is connected (no connectors); connect a screen", .retry),
      (.getEncoder, EINVAL, "use CARD: no CRTC can drive HDMI-A-1", .giveUp),
      (.setCRTC, EACCES, "set mode 64x48 RGB565 on CARD: another program controls the screen", .retry),
      (.setCRTC, EPERM, "set mode 64x48 RGB565 on CARD: another program controls the screen", .retry),
      (.setCRTC, EBUSY, "set mode 64x48 RGB565 on CARD: the device is busy", .retry),
      (.setCRTC, ERANGE, "set mode 64x48 RGB565 on CARD: the driver rejected the request", .giveUp),
      (.setCRTC, ENOSPC, "set mode 64x48 RGB565 on CARD: the device is out of memory", .giveUp),
      (.setCRTC, EIO, "set mode 64x48 RGB565 on CARD: the device is gone", .reopen),
    ] as [(FakeCard.Call, Int32, String, Recovery)] {
      let found = try error(.legacy) { $0.refusals[call] = code }
      #expect(found.message == "cannot " + message)
      #expect(found.error.recovery == recovery, "\(found.message)")
      #expect(found.error.errno == (call == .getConnector || call == .getEncoder ? 0 : code), "\(found.message)")
    }
    let tested = try error(.init(), { $0.refusals[.atomic] = EINVAL }, asking: { $0.commit = .atomic })
    #expect(tested.message == "cannot set mode 64x48 RGB565 on CARD: the driver rejected the request")
    #expect(tested.error.errno == EINVAL)
  }

  @Test func unusableCardsAreRejected() throws {
    var shape = FakeCard.Shape()
    shape.hasDumbBuffers = false
    #expect(try error(shape).message == "cannot use CARD: the driver does not support dumb buffers")
    #expect(
      try error(.legacy, asking: { $0.commit = .atomic }).message
        == "cannot use CARD: the driver does not support atomic commits"
    )
    shape = FakeCard.Shape()
    shape.planes[1].formats = [.rgb565, .bgr888]
    shape.planes[1].linear = [.rgb565]
    let wanted = try error(shape, asking: { $0.format = .xrgb8888 })
    #expect(
      wanted.message
        == "cannot use XRGB8888 on CARD: the plane supports only RG16; choose one of these, or auto")
    shape.planes[1].linear = []
    #expect(
      try error(shape).message == "cannot draw to CARD: none of the plane's formats () is supported")
    shape.planes[1].linear = nil
    #expect(
      try error(shape, asking: { $0.format = .xrgb8888 }).message
        == "cannot use XRGB8888 on CARD: the plane supports only RG16, BG24; choose one of these, or auto")
    shape = FakeCard.Shape()
    shape.plugs[0].connection = 2
    let unplugged = try error(shape)
    #expect(unplugged.message == "cannot use CARD: no screen is connected (connectors: HDMI-A-1); connect a screen")
    #expect(unplugged.error.recovery == .retry)
  }

  @Test func pathWithoutCard() throws {
    let missing = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay("/dev/no") })
    #expect(missing.message == "cannot open /dev/no: no such file or directory")
    #expect(missing.recovery == .retry && missing.errno == ENOENT)
    let other = try #require(failure { () throws(DisplayError) in _ = try KMSDisplay("/dev/null") })
    #expect(other.errno == ENOTTY && other.recovery == .giveUp)
    #expect(other.message == "cannot use /dev/null: it is not a DRM display device")
  }

  /// If the second buffer cannot be created, one is used, with dirty rectangles if the driver supports them.
  @Test(arguments: [false, true], [FakeCard.Call.createDumb, .mapDumb, .map, .addFramebuffer])
  func fallsBackToOneBuffer(copies: Bool, call: FakeCard.Call) throws {
    var shape = FakeCard.Shape()
    shape.copies = copies
    try FakeCard.withCard(shape) { card in
      card.answers[call] = [0, ENOMEM]
      let display = try card.open()
      #expect(display.name.hasSuffix(copies ? ", 1 buffer, dirty rectangles" : ", 1 buffer"))
      #expect(display.notes.count == 1)
      #expect(display.notes.first?.hasSuffix(": the device is out of memory; using one buffer") == true)
      #expect(card.buffers.count == 1 && card.framebuffers.count == 1)
      #expect(try display.show(1) == 0)
      #expect(try display.show(2) == 1)
      #expect(card.picture == 2)
    }
  }

  /// If the driver rejects a format that it lists, the next one is used.
  @Test(arguments: [false, true]) func rejectedFormatIsSkipped(isAtomic: Bool) throws {
    var shape = FakeCard.Shape()
    shape.isAtomic = isAtomic
    shape.refused = [PixelFormat.xrgb8888.fourCC]
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      #expect(display.format == .rgb565)
      #expect(
        display.notes.contains("cannot set mode 64x48 XRGB8888 on \(card.path): the driver rejected the request"))
      #expect(card.buffers.values.allSatisfy { $0.bpp == 16 } && card.buffers.count == 2)
    }
  }

  /// If no format passes a test commit, the legacy interface is used.
  @Test func fallsBackToLegacyAfterFailedTests() throws {
    try FakeCard.withCard { card in
      card.refusals[.atomic] = EINVAL
      let display = try card.open()
      #expect(display.name.contains(", legacy, "))
      #expect(display.notes.last == "no format passed a test commit; using the legacy interface")
      #expect(card.blobs.isEmpty, "the blob of the atomic mode was destroyed")
      #expect(try display.show(1) == 0)
      #expect(card.picture == 1)
      try display.show(2)
      card.refresh()
      #expect(card.picture == 2)
    }
  }

  /// If a required property is missing, the legacy interface is used.
  @Test(arguments: FakeCard.propertyNames[1...10] + ["MODE_ID", "ACTIVE"])
  func fallsBackToLegacyWithoutProperty(property: String) throws {
    var shape = FakeCard.Shape()
    shape.lacks = [property]
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      #expect(display.name.contains(", legacy, "))
      #expect(display.notes == ["the driver does not support atomic commits"])
    }
  }

  /// With an atomic driver, the firmware's picture stays until the first frame.
  @Test func atomicOpeningChangesNothing() throws {
    try FakeCard.withCard { card in
      let display = try card.open()
      #expect(card.shown == 9 && card.settings.isEmpty && card.commits.allSatisfy(\.isTest))
      #expect(card.isMaster && display.scanout == nil && display.hasControl)
      #expect(card.buffers.values.allSatisfy { $0.width == 64 && $0.height == 48 && $0.bpp == 32 })
    }
  }
}
