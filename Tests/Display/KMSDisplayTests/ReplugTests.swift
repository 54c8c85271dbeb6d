import CDRM
import Display
import FakeDevice
import Glibc
import StarSlider
import System
import Testing

@testable import KMSDisplay

/// Screens that are connected, disconnected and replaced.
@Suite struct ReplugTests {
  private typealias Shape = FakeCard.Shape

  /// A card with two connectors, of which one has a screen of 64x48.
  private static let pair: Shape = {
    var shape = Shape()
    shape.plugs.append(FakeCard.Plug(id: 51, connection: 2, encoder: 0))
    return shape
  }()

  /// The rows of `Pipeline.isOther`.
  @Test func onlyAnotherScreenIsAChange() throws {
    let wide = Mode(width: 80, height: 48, isPreferred: true)
    var faster = Mode(width: 64, height: 48, isPreferred: true)
    faster.info.clock += 1
    let changes: [(String, (inout Shape) -> Void, Bool)] = [
      ("the same", { _ in }, false),
      ("more modes", { $0.plugs[0].modes.append(Mode(width: 32, height: 24)) }, false),
      ("a second screen", { $0.plugs[1].connection = 1 }, false),
      ("another size", { $0.plugs[0].modes = [wide] }, true),
      ("another preference", { $0.plugs[0].modes = [Mode(width: 64, height: 48), wide] }, true),
      ("another frequency", { $0.plugs[0].modes = [faster] }, true),
      ("no screen", { $0.plugs[0].connection = 2 }, true),
      ("another connector", { ($0.plugs[0].connection, $0.plugs[1].connection) = (2, 1) }, true),
    ]
    for (name, change, expected) in changes {
      try FakeCard.withCard(Self.pair) { card in
        let display = try card.open()
        change(&card.shape)
        #expect(display.hasChanged() == expected, "\(name)")
        #expect(card.probed == [50, 51], "the kernel reports a new screen's modes after a probe only")
      }
    }
  }

  /// With a configured connector or mode, others do not matter.
  @Test func otherScreensDoNotMatter() throws {
    try FakeCard.withCard(Self.pair) { card in
      let display = try card.open { $0.mode = Size(width: 64, height: 48) }
      card.shape.plugs[0].modes = [Mode(width: 80, height: 48, isPreferred: true), Mode(width: 64, height: 48)]
      #expect(!display.hasChanged())
      card.shape.plugs[0].modes = [Mode(width: 80, height: 48, isPreferred: true)]
      #expect(display.hasChanged())
    }
    try FakeCard.withCard(Self.pair) { card in
      let display = try card.open { $0.connector = "HDMI-A-1" }
      (card.shape.plugs[0].connection, card.shape.plugs[1].connection) = (2, 1)
      #expect(display.hasChanged())
    }
  }

  /// The mode that is set may be the previous screen's.
  @Test func currentModeIsNotKeptAfterReplug() throws {
    for (isReplugged, name) in [(false, "64x48"), (true, "80x48")] {
      var shape = Shape()
      shape.plugs[0].modes = [Mode(width: 64, height: 48), Mode(width: 80, height: 48, isPreferred: true)]
      try FakeCard.withCard(shape) { card in
        let display = try card.open { $0.isReplugged = isReplugged }
        #expect(display.name.contains(" HDMI-A-1 " + name + " "), "\(display.name)")
        #expect(card.probed == (isReplugged ? [50] : []))
      }
    }
  }

  /// The kernel's command line is preferred over the screen.
  @Test func forcedModeIsPreferred() throws {
    var forced = Mode(width: 32, height: 24)
    forced.info.type = UInt32(DRM_MODE_TYPE_USERDEF)
    var shape = Shape()
    shape.console = 0
    shape.plugs[0].modes.append(forced)
    try FakeCard.withCard(shape) { card in
      let display = try card.open { $0.isReplugged = true }
      #expect(display.name.contains(" HDMI-A-1 32x24 "), "\(display.name)")
    }
  }

  /// A framebuffer device is recognized by its parent in sysfs.
  @Test func emulatedFramebufferBelongsToItsCard() throws {
    let folder = try ScratchFolder()
    for path in ["devices/gpu", "devices/panel", "graphics/fb0", "graphics/fb1", "drm/card0"] {
      try makeFolders(folder.path + "/" + path)
    }
    for (link, target) in [("graphics/fb0", "gpu"), ("graphics/fb1", "panel"), ("drm/card0", "gpu")] {
      let link = folder.path + "/" + link + "/device"
      #expect(symlink("../../devices/" + target, link) == 0)
    }
    func isEmulated(_ framebuffer: String, connection: UInt32 = 2, dumbBuffers: Bool = true) throws -> Bool {
      let devices = try ScratchFolder()
      return try devices.path.withCString { path in
        fake_device_folder(path)
        defer { fake_device_folder(nil) }
        var shape = Shape()
        shape.plugs[0].connection = connection
        shape.hasDumbBuffers = dumbBuffers
        let card = try FakeCard(devices.path + "/card0", shape)
        defer { card.remove() }
        return KMSDisplay.isEmulatedWithoutScreen(framebuffer, DisplayOptions(), classes: folder.path)
      }
    }
    #expect(try isEmulated("/dev/fb0"))
    #expect(try !isEmulated("/dev/fb0", connection: 1), "KMS is used")
    #expect(try !isEmulated("/dev/fb0", dumbBuffers: false), "KMS cannot be used")
    #expect(try !isEmulated("/dev/fb1"), "another device's")
    #expect(try !isEmulated("/dev/fb2"), "no device")
  }
}
