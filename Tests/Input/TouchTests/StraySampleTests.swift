import CInputEvents
import StarSlider
import Testing
import Touch

/// Positions that no finger had, at the beginning and the end of a touch.
@Suite struct StraySampleTests {
  // MARK: The last sample

  /// A film that lifts reports any place while BTN_TOUCH is still 1.
  @Test(arguments: [(0, 0), (250, 300), (799, 479), (400, 240)] as [(Int32, Int32)]) func aJumpBeforeTheRelease(
    _ x: Int32, _ y: Int32
  ) {
    var s = Session(.single, axes: [ABS_PRESSURE], debounces: true)
    for contact in 1...2 {
      _ = s.feed(.x(400), .y(200), .pressure(120), .touch(1), .report, .x(401), .report, .y(202), .report)
      #expect(s.feed(.x(399), .report, .x(x), .y(y), .pressure(4), .report).last == "moved \(contact) \(x),\(y)")
      #expect(s.feed(.touch(0), .pressure(0), .report) + s.wait(28_000) == ["ended \(contact) 399,202"])
      _ = s.wait(100_000)
    }
  }

  /// A swipe counts to its end, even if a report shows only its beginning or nothing of it.
  @Test func swipesCountToTheirEnd() {
    let swipes: [[Int32]] = [
      [700], [101, 700], [110, 300, 700], [101, 100, 180, 700], [101, 100, 101, 400, 700],
      // A step of at most a sixteenth of the axis is no jump.
      [101, 100, 101, 150],
    ]
    for swipe in swipes {
      var s = Session(.single, debounces: true)
      _ = s.feed(.x(100), .y(200), .touch(1), .report)
      for x in swipe { _ = s.feed(.x(x), .report) }
      #expect(s.feed(.touch(0), .report) + s.wait(130_000) == ["ended 1 \(swipe.last ?? 0),200"])
    }
    // Several fingers are no film.
    var s = Session(.typeB, debounces: true)
    _ = s.feed(.id(1), .x(100), .y(200), .touch(1), .report)
    for x: Int32 in [101, 100, 101, 100, 700] { _ = s.feed(.x(x), .report) }
    #expect(s.feed(.id(-1), .touch(0), .report) + s.wait(130_000) == ["ended 1 700,200"])
  }

  // MARK: The first sample

  /// Some drivers report the button or the tracking ID one frame before the position.
  @Test(arguments: [ContactProtocol.typeB, .single]) func thePositionComesAFrameLate(_ contactProtocol: ContactProtocol)
  {
    var s = Session(contactProtocol, debounces: true)
    #expect(s.feed(.id(1), .touch(1), .report) == ["began 1 0,0"])
    #expect(s.feed(.x(500), .y(200), .report) == ["cancelled 1 0,0", "began 2 500,200"])
    #expect(s.feed(.x(100), .report) == ["moved 2 100,200"])
    #expect(s.feed(.id(-1), .touch(0), .report) + s.wait(200_000) == ["ended 2 100,200"])
    // Only one axis is late.
    #expect(s.feed(.id(2), .x(400), .touch(1), .report) == ["began 3 400,200"])
    #expect(s.feed(.y(300), .report) == ["cancelled 3 400,200", "began 4 400,300"])
    #expect(s.feed(.id(-1), .touch(0), .report) + s.wait(200_000) == ["ended 4 400,300"])
    // A finger at the place of the last one is there.
    #expect(s.feed(.id(3), .touch(1), .report) == ["began 5 400,300"])
    #expect(s.feed(.x(440), .y(310), .report, .x(700), .report) == ["moved 5 440,310", "moved 5 700,310"])
    #expect(s.feed(.id(-1), .touch(0), .report) + s.wait(200_000) == ["ended 5 700,310"])
    // The axis that was reported moves as far as it likes.
    #expect(s.feed(.id(4), .x(100), .touch(1), .report, .x(600), .report) == ["began 6 100,310", "moved 6 600,310"])
  }

  /// Some drivers report 0, or where the last finger was, in the frame in which a finger lands.
  @Test(arguments: [ContactProtocol.typeB, .typeA, .single]) func theFirstPositionIsOld(
    _ contactProtocol: ContactProtocol
  ) {
    var s = Session(contactProtocol, debounces: true)
    func tap(_ id: Int32, old x: Int32, _ y: Int32, at place: Int32, _ contact: Int32) {
      #expect(s.feed(.id(id), .x(x), .y(y), .packet, .touch(1), .report) == ["began \(contact) \(x),\(y)"])
      #expect(
        s.feed(.id(id), .x(place), .y(300), .packet, .report)
          == ["cancelled \(contact) \(x),\(y)", "began \(contact + 1) \(place),300"])
      // The release is reported elsewhere, so that the kernel does not drop the old position.
      _ =
        contactProtocol == .typeA
        ? s.feed(.packet, .touch(0), .report) : s.feed(.id(-1), .x(7), .y(9), .touch(0), .report)
      #expect(s.wait(200_000) == ["ended \(contact + 1) \(place),300"])
    }
    tap(1, old: 0, 0, at: 500, 1)
    tap(2, old: 500, 300, at: 100, 3)
    tap(3, old: 100, 300, at: 700, 5)
    // A finger may come back to its place.
    #expect(s.feed(.id(4), .x(700), .y(300), .packet, .touch(1), .report) == ["began 7 700,300"])
    #expect(s.feed(.id(4), .x(710), .y(300), .packet, .report) == ["moved 7 710,300"])
    #expect(s.feed(.id(4), .x(300), .y(300), .packet, .report) == ["moved 7 300,300"])
  }

  /// A mouse is where it moved before its button went down.
  @Test func aPositionBeforeTheButton() {
    var s = Session(.single, debounces: true)
    for contact in 1...2 {
      _ = s.wait(200_000) + s.feed(.x(100), .y(200), .report)
      #expect(s.feed(.touch(1), .report) == ["began \(contact) 100,200"])
      #expect(s.feed(.x(700), .y(20), .report) == ["moved \(contact) 700,20"])
      _ = s.feed(.touch(0), .report) + s.wait(100_000)
    }
  }
}
