import CDRM
import Display
import Glibc
import StarSlider
import TestSupport
import Testing

@testable import KMSDisplay

/// What the program before has left on the screen: neutral while this display has it, and as it was afterwards.
@Suite struct InheritedStateTests {
  /// How a display sets properties.
  enum Way: CaseIterable { case atomic, legacyDriver, legacyCommits }

  private static let neutral: [String: [UInt8]] = [
    "GAMMA_LUT": number(0), "DEGAMMA_LUT": number(0), "CTM": number(0), "HDR_OUTPUT_METADATA": number(0),
    "VRR_ENABLED": number(0), "SCALING_FILTER": number(0), "Colorspace": number(0), "Broadcast RGB": number(1),
    "content type": number(0), "alpha": number(0xffff), "pixel blend mode": number(1), "zpos": number(1),
    "COLOR_RANGE": number(1), "COLOR_ENCODING": number(1), "rotation": number(1), "link-status": number(0),
  ]
  private static let objects: [(object: UInt32, names: [String])] = [
    (30, ["alpha", "pixel blend mode", "zpos", "COLOR_RANGE", "COLOR_ENCODING", "SCALING_FILTER", "rotation"]),
    (40, ["GAMMA_LUT", "DEGAMMA_LUT", "CTM", "VRR_ENABLED", "SCALING_FILTER"]),
    (50, ["Colorspace", "HDR_OUTPUT_METADATA", "Broadcast RGB", "content type", "max bpc"]),
  ]

  private static func number(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  /// Leaves random values of random properties. `isFirst` decides which properties the card has.
  private static func leaveValues(on card: FakeCard, _ random: inout SplitMix64, isFirst: Bool) {
    func below(_ limit: UInt64) -> UInt64 { random.next() % limit }
    for (object, names) in objects {
      for name in names where isFirst ? below(3) > 0 : card.values[object]?[name] != nil {
        switch FakeCard.kind(of: name) {
        case .range(let range):
          card.leave(name, range.lowerBound + below(range.upperBound - range.lowerBound + 1), on: object)
        case .choice(let choices): card.leave(name, below(UInt64(choices.count)), on: object)
        case .blob:
          let content = (0..<8 * Int(1 + below(256))).map { _ in UInt8(below(256)) }
          if below(3) == 0 {
            card.leave(name, 0, on: object)
          } else {
            card.leave(name, 5000 + below(100_000), content: content, on: object)
          }
        case nil: card.leave(name, 1 << below(4), on: object)
        }
      }
    }
    if isFirst && card.values[40]?["GAMMA_LUT"] == nil && below(2) == 0 {
      card.gamma = (0..<3).map { _ in (0..<256).map { _ in UInt16(below(0x10000)) } }
    }
  }

  private static func expectNeutral(_ card: FakeCard, _ comment: Comment) {
    for (object, properties) in card.look {
      for (name, value) in properties {
        if name == "max bpc" {
          #expect(card.values[object]![name]! >= 8, comment)
        } else {
          #expect(value == neutral[name], "\(comment): \(name)")
        }
      }
    }
    for ramp in card.gamma { #expect(ramp.enumerated().allSatisfy { $0.element >> 8 == $0.offset }, comment) }
  }

  /// Random values, with other programs that take the screen in between.
  @Test(arguments: Way.allCases, 0..<300) func screenIsNeutralThenAsBefore(way: Way, seed: Int) throws {
    try FakeCard.withCard(way == .legacyDriver ? .legacy : FakeCard.Shape(), "seed \(seed)") { card in
      var random = SplitMix64(seed: UInt64(seed))
      Self.leaveValues(on: card, &random, isFirst: true)
      var (look, gamma) = (card.look, card.gamma)
      let display = try card.open { if way == .legacyCommits { $0.commit = .legacy } }
      var value: UInt32 = 0
      func show() throws {
        value += 1
        try display.show(value)
        card.refresh()
        _ = try display.handleEvents()
        Self.expectNeutral(card, "seed \(seed), frame \(value)")
      }
      try show()
      for _ in 0..<random.next() % 4 {
        switch random.next() % 3 {
        case 0:
          display.suspend()
          #expect(card.look == look && card.gamma == gamma, "seed \(seed): suspended")
          Self.leaveValues(on: card, &random, isFirst: false)
          (look, gamma) = (card.look, card.gamma)
          try display.resume()
        case 1: _ = display.turnOff()
        default: break
        }
        try show()
      }
      display.close()
      #expect(card.look == look, "seed \(seed)")
      #expect(card.gamma == gamma, "seed \(seed)")
    }
  }

  /// A program that took control without asking and leaves neutral values has not changed them: the earlier ones still count.
  @Test func lostScreenIsAsBeforeInTheEnd() throws {
    try FakeCard.withCard { card in
      card.leave("GAMMA_LUT", 5000, content: [1, 2, 3, 4, 5, 6, 7, 8], on: 40)
      card.leave("alpha", 0x8000, on: 30)
      let before = card.look
      let display = try card.open()
      try display.show(1)
      card.isMaster = false
      try display.show(2)
      #expect(!display.hasControl)
      card.now += 2 * KMSDisplay.masterRetryInterval
      #expect(try display.handleEvents() == [.ready, .redraw])
      try display.show(3)
      Self.expectNeutral(card, "after the loss")
      display.close()
      #expect(card.look == before)
    }
  }

  /// A value that the driver rejects, or that cannot be set, costs nothing but itself.
  @Test(arguments: ["alpha", "GAMMA_LUT", "zpos", "Colorspace"], [false, true])
  func rejectedValueDoesNotHideThePicture(name: String, isImmutable: Bool) throws {
    var shape = FakeCard.Shape()
    if isImmutable { shape.immutable = [name] } else { shape.rejected = [name] }
    try FakeCard.withCard(shape) { card in
      for (object, names) in Self.objects where names.contains(name) {
        if name == "GAMMA_LUT" {
          card.leave(name, 5000, content: [1, 2, 3, 4, 5, 6, 7, 8], on: object)
        } else {
          card.leave(name, 2, on: object)
        }
      }
      card.leave("CTM", 5001, content: [UInt8](repeating: 3, count: 72), on: 40)
      card.leave("COLOR_RANGE", 0, on: 30)
      let before = card.look
      let display = try card.open()
      #expect(display.name.contains("atomic"))
      try display.show(1)
      #expect(card.picture == 1 && card.values[40]?["CTM"] == 0 && card.values[30]?["COLOR_RANGE"] == 1)
      display.close()
      #expect(card.look == before)
    }
  }

  /// Nothing is set again if nothing was changed.
  @Test func neutralScreenIsLeftAlone() throws {
    try FakeCard.withCard { card in
      card.leave("GAMMA_LUT", 0, on: 40)
      card.leave("alpha", 0xffff, on: 30)
      let display = try card.open()
      try display.show(1)
      let commits = card.commits.count
      display.close()
      #expect(card.commits.count == commits)
    }
  }

  /// A blob that cannot be read is replaced, and the screen closes.
  @Test func unreadableBlobIsReplaced() throws {
    try FakeCard.withCard { card in
      card.leave("GAMMA_LUT", 5000, content: [1, 2, 3, 4, 5, 6, 7, 8], on: 40)
      card.refusals[.getBlob] = EACCES
      let display = try card.open()
      try display.show(1)
      Self.expectNeutral(card, "unreadable")
      display.close()
      #expect(card.values[40]?["GAMMA_LUT"] == 0)
    }
  }

  /// A link that fails is reported as a change of screens. The mode is set again, for the picture that is shown.
  @Test(arguments: FlipTests.Way.allCases) func failedLinkIsSetAgain(way: FlipTests.Way) throws {
    try FakeCard.withCard(way.shape) { card in
      card.leave("link-status", 0, on: 50)
      let display = try card.open()
      try display.show(1)
      try display.show(2)
      card.refresh()
      _ = try display.handleEvents()
      func modesets() -> Int { card.commits.count { !$0.isTest && !$0.isFlip } + card.settings.count }
      let before = modesets()
      #expect(!display.hasChanged())
      #expect(modesets() == before, "a working link is left alone")
      card.leave("link-status", 1, on: 50)
      #expect(!display.hasChanged())
      #expect(modesets() == before + 1 && card.picture == 2)
      #expect(display.name.contains("atomic") == (way != .legacy))
      if way != .legacy { #expect(card.values[50]?["link-status"] == 0) }
      try display.show(3)
      card.refresh()
      _ = try display.handleEvents()
      #expect(card.picture == 3)
    }
  }

  /// A failed link at the start is set by the first frame; if the driver is busy, by a later one.
  @Test func failedLinkAtTheStart() throws {
    try FakeCard.withCard { card in
      card.leave("link-status", 1, on: 50)
      let display = try card.open()
      try display.show(1)
      #expect(card.values[50]?["link-status"] == 0 && display.name.contains("atomic"))
      card.leave("link-status", 1, on: 50)
      card.answers[.atomic] = [EBUSY]
      #expect(!display.hasChanged())
      #expect(card.values[50]?["link-status"] == 1)
      try display.show(2)
      #expect(card.values[50]?["link-status"] == 0 && card.picture == 2)
    }
  }

  /// A connector without a screen that is still attached to the only CRTC is detached.
  @Test func staleConnectorIsDetached() throws {
    var shape = FakeCard.Shape()
    shape.plugs.append(FakeCard.Plug(id: 51, connection: 2))
    shape.plugs[0].encoder = 0
    try FakeCard.withCard(shape) { card in
      let display = try card.open()
      try display.show(1)
      #expect(card.picture == 1 && card.commits.last?.values[51] == ["CRTC_ID": 0])
    }
  }
}
