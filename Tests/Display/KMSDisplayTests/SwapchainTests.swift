import TestSupport
import Testing

@testable import KMSDisplay

@Suite struct SwapchainTests {
  @Test func agesFollowTheFlips() {
    var chain = Swapchain(count: 2)
    var ages: [Int] = []
    for _ in 0..<5 {
      ages.append(chain.acquire()?.age ?? -1)
      _ = chain.submit()
      chain.flipAccepted()
      #expect(chain.acquire() == nil, "both buffers are in use")
      chain.complete()
    }
    #expect(ages == [0, 0, 2, 2, 2])
  }

  /// A spare buffer that was marked current is acquired with age 1.
  @Test func spareBufferCanBeMarkedCurrent() {
    var chain = Swapchain(count: 2)
    var ages: [Int] = []
    for i in 0..<7 {
      ages.append(chain.acquire()?.age ?? -1)
      #expect(chain.spare == nil, "it is acquired")
      let slot = chain.submit()
      #expect(chain.spare == nil, "a frame is queued")
      chain.flipAccepted()
      #expect(chain.spare == nil, "the other buffer is on the screen until the flip completes")
      chain.complete()
      // After the first frame, the other buffer is unknown. One frame in three is not marked current.
      if i == 0 { #expect(chain.spare == nil) }
      if i % 3 == 2 { continue }
      if i > 0 {
        #expect(chain.spare?.slot == 1 - slot && chain.spare?.age == 2)
        chain.markCurrent()
      }
      #expect(chain.spare == nil, "it is current now")
    }
    #expect(ages == [0, 0, 1, 2, 1, 1, 2])
    chain.invalidate()
    #expect(chain.spare == nil)
    chain.markCurrent()
    #expect(chain.acquire()?.age == 0)
  }

  @Test func singleBufferIsNeverSpare() {
    var chain = Swapchain(count: 1)
    for _ in 0..<3 {
      _ = chain.acquire()
      _ = chain.submit()
      chain.complete()
      #expect(chain.spare == nil)
    }
  }

  @Test func singleBufferIsAlwaysFree() {
    var chain = Swapchain(count: 1)
    var ages: [Int] = []
    for _ in 0..<3 {
      ages.append(chain.acquire()?.age ?? -1)
      _ = chain.submit()
      chain.complete()
    }
    #expect(ages == [0, 1, 1])
  }

  @Test func releasedBufferKeepsItsAge() {
    var chain = Swapchain(count: 2)
    for _ in 0..<2 {
      _ = chain.acquire()
      _ = chain.submit()
      chain.complete()
    }
    let first = chain.acquire()
    chain.release()
    let second = chain.acquire()
    #expect(first?.slot == second?.slot && first?.age == 2 && second?.age == 2)
  }

  @Test func noBufferIsFreeWhileKernelIsBusy() {
    var chain = Swapchain(count: 2)
    _ = chain.acquire()
    let slot = chain.submit()
    #expect(chain.acquire() == nil)
    #expect(chain.queued == slot)
    chain.flipAccepted()
    #expect(chain.queued == nil && chain.pending == slot)
    chain.complete()
    #expect(chain.current == slot)
  }

  @Test func agesAreZeroAfterInvalidation() {
    var chain = Swapchain(count: 2)
    for _ in 0..<3 {
      _ = chain.acquire()
      _ = chain.submit()
      chain.flipAccepted()
      chain.complete()
    }
    _ = chain.acquire()
    _ = chain.submit()
    chain.flipAccepted()
    chain.invalidate()
    #expect(chain.pending == nil)
    #expect(chain.acquire()?.age == 0)
    chain.invalidate()
    #expect(chain.acquired == nil, "the acquired buffer is given up")
    #expect(chain.acquire()?.age == 0)
    #expect(chain.acquiredIsWhole)
  }

  /// An abandoned flip may still complete, so its buffer must not be drawn to. A frame that the kernel never accepted leaves
  /// the other buffer on the screen.
  @Test(arguments: [false, true]) func bufferThatMayBeOnScreenIsNotAcquired(isAccepted: Bool) {
    var chain = Swapchain(count: 2)
    _ = chain.acquire()
    var shown = chain.submit()
    chain.complete()
    for _ in 0..<3 {
      #expect(chain.acquire()?.slot == 1 - shown)
      #expect(chain.submit() == 1 - shown)
      if isAccepted {
        chain.flipAccepted()
        shown = 1 - shown
      }
      chain.invalidate()
      #expect(chain.current == shown)
    }
  }

  /// Repainting by age alone gives the right frame after any sequence of events.
  @Test(arguments: [1, 2]) func randomStepsNeverShowAnOldPixel(count: Int) throws {
    var chain = Swapchain(count: count)
    var random = SplitMix64(seed: UInt64(count))
    // For each buffer, the number of the frame that last changed each cell. A frame changes one cell.
    let cells = 7
    var contents = [[Int]](repeating: [Int](repeating: -1, count: cells), count: count)
    var picture = [Int](repeating: 0, count: cells)
    var changes: [Int] = []  // the cell that each frame changed
    var presented = 0
    for step in 0..<10_000 {
      switch random.next() % 10 {
      case 0...4:
        guard let (slot, age) = chain.acquire() else { continue }
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
      case 5...6: if chain.queued != nil { chain.flipAccepted() }
      case 7: if chain.pending != nil { chain.complete() }
      case 8:
        if chain.acquire() != nil { chain.release() }
      default:
        if random.next() % 20 == 0 {
          chain.invalidate()
          for slot in 0..<count { contents[slot] = [Int](repeating: -1, count: cells) }
        } else if chain.queued != nil {
          chain.complete()  // a modeset shows it at once
        }
      }
      let held = [chain.acquired, chain.queued, chain.pending].compactMap { $0 }
      #expect(Set(held).count == held.count, "a buffer is in two states in step \(step)")
    }
    #expect(presented > 500)
  }
}
