import CDRM
import Display
import Glibc
import StarSlider
import Testing

@testable import KMSDisplay

/// The exact values passed to the kernel. A fake card would accept values that a real screen shows wrong.
@Suite struct CommitTests {
  @Test func atomicModesetSetsAllProperties() throws {
    var shape = FakeCard.Shape()
    // Another program's overlay covers the screen.
    shape.planes[0].crtc = 40
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      try display.show(1)
      let commit = try #require(card.commits.last)
      #expect(!commit.isTest && !commit.isFlip)
      #expect(commit.values[50] == ["CRTC_ID": 40])
      #expect(commit.values[40]?["ACTIVE"] == 1)
      #expect(commit.values[29] == ["FB_ID": 0, "CRTC_ID": 0])
      var plane = commit.values[30] ?? [:]
      #expect(plane.removeValue(forKey: "FB_ID") == UInt64(card.shown))
      #expect(
        plane == [
          "CRTC_ID": 40, "SRC_X": 0, "SRC_Y": 0, "SRC_W": 64 << 16, "SRC_H": 48 << 16, "CRTC_X": 0, "CRTC_Y": 0,
          "CRTC_W": 64, "CRTC_H": 48, "rotation": 1,
        ])
      let mode = try #require(commit.values[40]?["MODE_ID"])
      #expect(card.blobs.keys.map(UInt64.init) == [mode])
      let test = try #require(card.commits.first)
      #expect(test.isTest && test.values.keys.sorted() == commit.values.keys.sorted())
    }
  }

  /// A flip sets the framebuffer, and the damage if the driver supports it.
  @Test(arguments: [false, true]) func flipSetsOnlyFramebufferAndDamage(takesDamage: Bool) throws {
    try FakeCard.withCard(takesDamage ? .damaged : .init()) { card in
      let display = try card.open()
      try display.show(1)
      try display.show(2)
      let commit = try #require(card.commits.last)
      #expect(commit.isFlip && commit.values.keys.sorted() == [30])
      #expect(commit.values[30]?["FB_ID"] == UInt64(card.flip?.framebuffer ?? 0))
      #expect(commit.values[30]?.keys.sorted() == (takesDamage ? ["FB_DAMAGE_CLIPS", "FB_ID"] : ["FB_ID"]))
      #expect(card.damage.last == (takesDamage ? [Rect(display.size)] : nil), "its content was unknown")
    }
  }

  /// Planes on other CRTCs are not changed.
  @Test func planesOfOtherCRTCsAreNotChanged() throws {
    var shape = FakeCard.Shape()
    shape.crtcs = [40, 41]
    shape.planes.append(FakeCard.Panel(id: 31, type: DRM_PLANE_TYPE_CURSOR))
    shape.planes[0].crtc = 41
    shape.planes[2].crtc = 40
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      try display.show(1)
      #expect(card.commits.last?.values.keys.sorted() == [30, 31, 40, 50])
    }
    shape.lacks = ["rotation"]
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      try display.show(1)
      #expect(card.picture == 1 && card.commits.last?.values[30]?["rotation"] == nil)
    }
  }

  @Test func legacyModesetHidesCursor() throws {
    try FakeCard.withCard(.legacy) { card in
      let display = try card.open()
      #expect(card.settings.map(\.connectors) == [[50]] && card.settings[0].width == 64)
      #expect((card.settings[0].x, card.settings[0].y) == (0, 0))
      #expect(card.calls[.setCursor] == 1)
      card.answers[.setCRTC] = [EBUSY]
      try display.show(1)
      #expect(card.calls[.setCursor] == 1, "only after the mode was set")
      _ = try display.handleEvents()
      #expect(card.calls[.setCursor] == 2 && card.picture == 1)
    }
  }

  /// Buffers have the driver's pitch and the format's pixel size.
  @Test(arguments: [PixelFormat.xrgb8888, .rgb565, .bgr888]) func buffersMatchFormat(format: PixelFormat) throws {
    var shape = FakeCard.Shape()
    shape.planes[1].formats = [format]
    try FakeCard.withCard(shape) { card in
      let display = try card.open { $0.format = format }
      #expect(display.format == format && display.size == Size(width: 64, height: 48))
      let frame = try #require(try display.nextFrame())
      let buffer = try #require(card.buffers.values.first)
      #expect(buffer.bpp == UInt32(format.bytesPerPixel) * 8 && frame.surface.pitch == Int(buffer.pitch))
      #expect(card.framebuffers.values.allSatisfy { $0.format == format.fourCC })
      #expect(frame.surface.format == format && frame.surface.size == display.size)
      // The last pixel lies in the card's memory.
      let last = frame.surface.address(x: 63, y: 47)
      last.storeBytes(of: 0xa5, as: UInt8.self)
      try display.present(Region(Rect(display.size)))
      let handle = try #require(card.framebuffers[card.shown]?.handle)
      var byte: UInt8 = 0
      pread(card.memory, &byte, 1, off_t(FakeCard.place(of: handle)) + (last - frame.surface.base))
      #expect(byte == 0xa5)
    }
  }
}
