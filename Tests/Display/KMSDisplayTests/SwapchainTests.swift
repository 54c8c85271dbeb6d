import TestSupport
import Testing

@testable import KMSDisplay

@Suite struct SwapchainTests {
  @Test func agesFollowTheFlips() {
    var chain = Swapchain(count: 2)
    var ages: [Int] = []
    for _ in 0..<5 {
      ages.append(chain.lend()?.age ?? -1)
      _ = chain.submit()
      chain.accept()
      #expect(chain.lend() == nil, "the kernel has both")
      chain.complete()
    }
    #expect(ages == [0, 0, 2, 2, 2])
  }

  /// Whenever the buffer that is off the screen is caught up before the next frame, that frame finds it with age 1.
  @Test func aSpareBufferIsCaughtUp() {
    var chain = Swapchain(count: 2)
    var ages: [Int] = []
    for i in 0..<7 {
      ages.append(chain.lend()?.age ?? -1)
      #expect(chain.spare == nil, "it is lent")
      let slot = chain.submit()
      #expect(chain.spare == nil, "a frame is queued")
      chain.accept()
      #expect(chain.spare == nil, "the other one is on the screen until the flip is done")
      chain.complete()
      // The first frame leaves a buffer that nobody knows, and one in three is not caught up.
      if i == 0 { #expect(chain.spare == nil) }
      if i % 3 == 2 { continue }
      if i > 0 {
        #expect(chain.spare?.slot == 1 - slot && chain.spare?.age == 2)
        chain.catchUp()
      }
      #expect(chain.spare == nil, "caught up once is enough")
    }
    #expect(ages == [0, 0, 1, 2, 1, 1, 2])
    chain.forget()
    #expect(chain.spare == nil)
    chain.catchUp()
    #expect(chain.lend()?.age == 0)
  }

  @Test func aSingleBufferIsNeverSpare() {
    var chain = Swapchain(count: 1)
    for _ in 0..<3 {
      _ = chain.lend()
      _ = chain.submit()
      chain.complete()
      #expect(chain.spare == nil)
    }
  }

  @Test func oneBufferIsAlwaysFree() {
    var chain = Swapchain(count: 1)
    var ages: [Int] = []
    for _ in 0..<3 {
      ages.append(chain.lend()?.age ?? -1)
      _ = chain.submit()
      chain.complete()
    }
    #expect(ages == [0, 1, 1])
  }

  @Test func aFrameThatIsTakenBackKeepsItsAge() {
    var chain = Swapchain(count: 2)
    for _ in 0..<2 {
      _ = chain.lend()
      _ = chain.submit()
      chain.complete()
    }
    let first = chain.lend()
    chain.takeBack()
    let second = chain.lend()
    #expect(first?.slot == second?.slot && first?.age == 2 && second?.age == 2)
  }

  @Test func whileTheKernelIsBusyNothingIsLent() {
    var chain = Swapchain(count: 2)
    _ = chain.lend()
    let slot = chain.submit()
    #expect(chain.lend() == nil)
    #expect(chain.queued == slot)
    chain.accept()
    #expect(chain.queued == nil && chain.pending == slot)
    chain.complete()
    #expect(chain.current == slot)
  }

  @Test func afterForgettingAllAgesAreZero() {
    var chain = Swapchain(count: 2)
    for _ in 0..<3 {
      _ = chain.lend()
      _ = chain.submit()
      chain.accept()
      chain.complete()
    }
    _ = chain.lend()
    _ = chain.submit()
    chain.accept()
    chain.forget()
    #expect(chain.pending == nil)
    #expect(chain.lend()?.age == 0)
    chain.forget()
    #expect(chain.lent == nil, "a frame that was on loan is not shown any more")
    #expect(chain.lend()?.age == 0)
    #expect(chain.lentIsWhole)
  }

  /// A flip that was given up may still come about: its buffer is not the one to draw to. What the kernel never accepted will
  /// not: the other buffer stays on the screen.
  @Test(arguments: [false, true]) func whatMayBeOnTheScreenIsNotLent(isAccepted: Bool) {
    var chain = Swapchain(count: 2)
    _ = chain.lend()
    var shown = chain.submit()
    chain.complete()
    for _ in 0..<3 {
      #expect(chain.lend()?.slot == 1 - shown)
      #expect(chain.submit() == 1 - shown)
      if isAccepted {
        chain.accept()
        shown = 1 - shown
      }
      chain.forget()
      #expect(chain.current == shown)
    }
  }

  /// Whatever the kernel does, a painter that repaints by age alone never shows a wrong frame.
  @Test(arguments: [1, 2]) func tenThousandStepsNeverShowAnOldPixel(count: Int) throws {
    var chain = Swapchain(count: count)
    var random = SplitMix64(seed: UInt64(count))
    // A buffer's content as the newest frame that each of its cells shows; a frame changes one cell.
    let cells = 7
    var contents = [[Int]](repeating: [Int](repeating: -1, count: cells), count: count)
    var picture = [Int](repeating: 0, count: cells)
    var changes: [Int] = []  // the cell that each frame changed
    var presented = 0
    for step in 0..<10_000 {
      switch random.next() % 10 {
      case 0...4:
        guard let (slot, age) = chain.lend() else { continue }
        #expect(slot != chain.current || count == 1, "drew to the screen in step \(step)")
        #expect(slot != chain.pending)
        let cell = Int(random.next() % UInt64(cells))
        if age == 0 {
          contents[slot] = picture
        } else {
          for old in changes.suffix(age - 1) { contents[slot][old] = picture[old] }
        }
        presented += 1
        picture[cell] = presented
        contents[slot][cell] = presented
        changes.append(cell)
        #expect(chain.submit() == slot)
        #expect(contents[slot] == picture, "age \(age) in step \(step)")
      case 5...6: if chain.queued != nil { chain.accept() }
      case 7: if chain.pending != nil { chain.complete() }
      case 8:
        if chain.lend() != nil { chain.takeBack() }
      default:
        if random.next() % 20 == 0 {
          chain.forget()
          for slot in 0..<count { contents[slot] = [Int](repeating: -1, count: cells) }
        } else if chain.queued != nil {
          chain.complete()  // a modeset shows it at once
        }
      }
      let held = [chain.lent, chain.queued, chain.pending].compactMap { $0 }
      #expect(Set(held).count == held.count, "a buffer in two hands in step \(step)")
    }
    #expect(presented > 500)
  }
}
