import System
import TestSupport
import Testing
import Touch

@testable import EvdevTouch

/// Sound cards on USB as headphones.
@Suite struct PluggedCardsTests {
  private let folders = SoundFolders()

  private func plug(_ number: Int) { folders.add("pcmC\(number)D0p", at: "pci0/usb1/1-\(number)") }
  private func unplug(_ number: Int) { folders.remove("pcmC\(number)D0p") }
  private func cards() -> PluggedCards { PluggedCards(devices: folders.devices, classes: folders.classes) }

  @Test func aVisitorsCardIsTheOneThatAppears() {
    plug(0)
    var cards = cards()
    var now = PluggedCards.boot
    func look() -> Bool {
      cards.look(now: now)
      return cards.hasVisitors
    }
    #expect(!cards.hasVisitors && !look())
    for _ in 0..<3 {
      plug(1)
      #expect(look())
      // Another visitor's, too.
      plug(2)
      #expect(look())
      unplug(1)
      #expect(look())
      unplug(2)
      #expect(!look())
    }
    now += 1
    #expect(!look())
  }

  @Test func whatTheKernelFindsAtTheBootBelongsToTheStand() {
    var cards = cards()
    plug(0)
    cards.look(now: PluggedCards.boot - 1)
    #expect(!cards.hasVisitors)
    plug(1)
    cards.look(now: PluggedCards.boot)
    #expect(cards.hasVisitors)
  }

  @Test(arguments: [0, PluggedCards.reset, PluggedCards.reset + 1]) func aResetIsNoVisitor(pause: Int64) {
    plug(0)
    var cards = cards()
    let start = PluggedCards.boot
    unplug(0)
    cards.look(now: start)
    // A change of other devices meanwhile.
    cards.look(now: start + pause / 2)
    #expect(!cards.hasVisitors)
    plug(0)
    cards.look(now: start + pause)
    #expect(cards.hasVisitors == (pause > PluggedCards.reset))
  }

  /// The kernel reports the change, also of a folder that did not exist.
  @Test(arguments: [true, false]) func theWatcherLooksWhenTheFolderChanges(speaks: Bool) throws {
    let watcher = KeypadWatcher(
      filter: KeyFilter(speechKey: speaks ? 138 : nil), folder: folders.classes, cards: cards())
    let now = max(MonotonicClock.now(), PluggedCards.boot)
    func update() -> Bool {
      _ = watcher.update(now: now) { _, _ in }
      return watcher.hasHeadphones
    }
    #expect(!update())
    plug(1)
    #expect(update() == speaks)
    unplug(1)
    #expect(!update())
  }
}
