import Display
import Glibc
import StarSlider
import TestSupport
import Testing

@testable import KMSDisplay

/// After any sequence of faults, the newest picture reaches the screen once the faults stop.
@Suite struct FaultFuzzTests {
  /// A program that draws a picture when one is due, as the kiosk does.
  private struct Program {
    let card: FakeCard
    let display: KMSDisplay
    var value: UInt32 = 0
    var isPictureDue = true
    /// A flip was abandoned, or was pending when the screen was suspended, so either buffer may be on the screen.
    var isFrontUnknown = false

    mutating func show() {
      do throws(DisplayError) {
        guard let frame = try display.nextFrame() else { return }
        let before = card.picture
        value += 1
        frame.surface.base.storeBytes(of: value, as: UInt32.self)
        if !isFrontUnknown && card.buffers.count == 2 { #expect(card.picture == before, "drew to the screen") }
        isPictureDue = false
        try display.present(Region(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)))
        if !display.hasControl { isPictureDue = true }
      } catch { isPictureDue = true }
    }

    /// Returns false after an error.
    @discardableResult mutating func handleEvents() -> Bool {
      let hadControl = display.hasControl
      var isSuccess = true
      do throws(DisplayError) {
        let events = try display.handleEvents()
        if events.contains(.redraw) {
          isPictureDue = true
          isFrontUnknown = hadControl
        } else if events.contains(.ready) {
          isFrontUnknown = false
        }
      } catch { (isPictureDue, isSuccess) = (true, false) }
      if hadControl && !display.hasControl { isPictureDue = true }
      return isSuccess
    }
  }

  private static let codes = [EBUSY, EINVAL, EACCES, EPERM, ENOMEM, ENODEV, ERANGE, EINTR, EAGAIN]
  private static let calls: [FakeCard.Call] = [
    .atomic, .atomic, .setCRTC, .pageFlip, .dirty, .createBlob, .setMaster, .dropMaster, .setCursor,
  ]

  @Test(arguments: OpeningTests.Way.allCases, 0..<200) func newestPictureReachesScreen(way: OpeningTests.Way, seed: Int)
    throws
  {
    try FakeCard.withCard(way.shape, "seed \(seed)") { card in
      var random = SplitMix64(seed: UInt64(seed))
      func below(_ limit: UInt64) -> Int { Int(random.next() % limit) }
      var program = Program(card: card, display: try card.open(way.set))
      // The legacy interface tests a format by showing it, so the first picture is drawn on the screen.
      program.isFrontUnknown = card.shown != card.shape.console
      for _ in 0..<300 {
        switch below(16) {
        case 0...4: program.show()
        case 5...7: card.refresh()
        case 8...10:
          if program.handleEvents(), let deadline = program.display.deadline {
            #expect(deadline > card.now, "the event loop would spin")
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
            // Another program takes control, and shows a picture or turns the screen off.
            card.isMaster = false
            card.shown = below(2) == 0 ? 0 : card.shape.console
          case 2: if program.display.turnOff() { program.isPictureDue = true }
          case 3:
            program.display.suspend()
            program.isPictureDue = true
            program.isFrontUnknown = true
          case 4: card.isGone = below(4) == 0
          default: card.writeEvent(0)
          }
        default:
          try? program.display.resume()
        }
      }
      card.answers = [:]
      (card.losesEvents, card.isGone) = (false, false)
      try program.display.resume()
      // A single buffer without DIRTYFB makes no calls, so it cannot detect that control was lost.
      if way == .front {
        program.display.suspend()
        try program.display.resume()
      }
      program.isPictureDue = true
      var last: UInt32 = 0
      for _ in 0..<20 where last == 0 || card.picture != last {
        card.now = max(card.now, program.display.deadline ?? 0)
        card.refresh()
        program.handleEvents()
        if program.isPictureDue {
          program.show()
          if !program.isPictureDue { last = program.value }
        }
      }
      #expect(program.display.hasControl && card.picture == program.value && program.value > 0, "seed \(seed)")
      card.refresh()
      program.handleEvents()
      #expect(program.display.deadline == nil)
    }
  }
}
