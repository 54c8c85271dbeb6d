import Display
import Geometry
import Glibc
import Raster
import TestSupport
import Testing

@testable import KMSDisplay

/// Whatever goes wrong, in whatever order: once it stops, the newest picture is on the screen.
@Suite struct FaultFuzzTests {
  /// A program that draws a picture whenever it owes one, as the terminal does.
  private struct Program {
    let card: FakeCard
    let display: KMSDisplay
    var value: UInt32 = 0
    var owesPicture = true
    /// A flip was given up, or was under way when the screen was let go: nobody knows which buffer is on the screen.
    var isUnsure = false

    mutating func show() {
      do throws(DisplayError) {
        guard let frame = try display.nextFrame() else { return }
        let before = card.picture
        value += 1
        frame.surface.base.storeBytes(of: value, as: UInt32.self)
        if !isUnsure && card.buffers.count == 2 { #expect(card.picture == before, "drew to the screen") }
        owesPicture = false
        try display.present(Region(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)))
        if !display.hasControl { owesPicture = true }
      } catch { owesPicture = true }
    }

    /// False where there was an error.
    @discardableResult mutating func listen() -> Bool {
      let wasOurs = display.hasControl
      var isWell = true
      do throws(DisplayError) {
        let events = try display.handleEvents()
        if events.contains(.redraw) {
          owesPicture = true
          isUnsure = wasOurs
        } else if events.contains(.ready) {
          isUnsure = false
        }
      } catch { (owesPicture, isWell) = (true, false) }
      if wasOurs && !display.hasControl { owesPicture = true }
      return isWell
    }
  }

  private static let codes = [EBUSY, EINVAL, EACCES, EPERM, ENOMEM, ENODEV, ERANGE, EINTR, EAGAIN]
  private static let calls: [FakeCard.Call] = [
    .atomic, .atomic, .setCRTC, .pageFlip, .dirty, .createBlob, .setMaster, .dropMaster, .setCursor,
  ]

  @Test(arguments: OpeningTests.Way.allCases, 0..<200) func theNewestPictureGetsThere(way: OpeningTests.Way, seed: Int)
    throws
  {
    try FakeCard.lend(way.shape, "seed \(seed)") { card in
      var random = SplitMix64(seed: UInt64(seed))
      func below(_ limit: UInt64) -> Int { Int(random.next() % limit) }
      var program = Program(card: card, display: try card.open(way.set))
      // Without atomic commits a format is proven by showing it: the first picture is drawn where it is seen.
      program.isUnsure = card.shown != card.shape.console
      for _ in 0..<300 {
        switch below(16) {
        case 0...4: program.show()
        case 5...7: card.refresh()
        case 8...10:
          if program.listen(), let deadline = program.display.deadline {
            #expect(deadline > card.now, "a loop would spin")
          }
        case 11:
          let code = Self.codes[below(UInt64(Self.codes.count))]
          let times = below(8) == 0 ? 60 : 1 + below(4)
          card.answers[Self.calls[below(UInt64(Self.calls.count))]] = Array(repeating: code, count: times)
        case 12: card.now += Int64(below(2000)) * 1_000_000
        case 13: card.losesEvents = below(3) == 0
        case 14:
          switch below(6) {
          case 0, 1:
            // Another program takes the screen, and shows something or nothing.
            card.isMaster = false
            card.shown = below(2) == 0 ? 0 : card.shape.console
          case 2: if program.display.turnOff() { program.owesPicture = true }
          case 3:
            program.display.suspend()
            program.owesPicture = true
            program.isUnsure = true
          case 4: card.isGone = below(4) == 0
          default: card.say(0)
          }
        default:
          try? program.display.resume()
        }
      }
      card.answers = [:]
      (card.losesEvents, card.isGone) = (false, false)
      try program.display.resume()
      // Without a word to the kernel nobody notices that the screen is another's.
      if way == .front {
        program.display.suspend()
        try program.display.resume()
      }
      program.owesPicture = true
      var last: UInt32 = 0
      for _ in 0..<20 where last == 0 || card.picture != last {
        card.now = max(card.now, program.display.deadline ?? 0)
        card.refresh()
        program.listen()
        if program.owesPicture {
          program.show()
          if !program.owesPicture { last = program.value }
        }
      }
      #expect(program.display.hasControl && card.picture == program.value && program.value > 0, "seed \(seed)")
      card.refresh()
      program.listen()
      #expect(program.display.deadline == nil)
    }
  }
}
