import StarSlider
import Testing
import Touch

/// Keys that are held or pressed more often than they are meant.
@Suite struct KeyFilterTests {
  private func presses(_ filter: KeyFilter, _ records: [(ms: Int64, code: Int32, value: Int32)]) -> [Int64] {
    var filter = filter
    return records.filter {
      filter.press(EvdevRecord(time: $0.ms * 1000, type: 1, code: $0.code, value: $0.value)) != nil
    }.map { $0.ms }
  }

  /// An arrow that is held for a second, and repeats as the kernel does it.
  @Test func aHeldKeyCountsOnceIfItDoesNotRepeat() {
    let held = [(0, 106, 1)] + (0..<23).map { (250 + $0 * 33, 106, 2) } + [(1000, 106, 0), (1100, 106, 1)]
    let records = held.map { (ms: Int64($0.0), code: Int32($0.1), value: Int32($0.2)) }
    #expect(presses(KeyFilter(), records).count == 25)
    #expect(presses(KeyFilter(repeats: false), records) == [0, 1100])
    #expect(presses(KeyFilter(delay: 500), records) == [0, 514, 1100])
  }

  /// Only the same key waits, and the time is counted from a press that counted.
  @Test func aKeyThatIsPressedTwiceCountsOnce() {
    let (right, left) = (Int32(106), Int32(105))
    let records: [(ms: Int64, code: Int32, value: Int32)] = [
      (0, right, 1), (100, right, 0), (499, right, 1), (500, right, 1), (600, left, 1), (700, right, 1),
      (1199, right, 1), (1200, right, 1),
    ]
    #expect(presses(KeyFilter(delay: 500), records) == [0, 500, 600, 700, 1200])
    #expect(presses(KeyFilter(), records).count == 7)
  }
}

/// The keys of keypads, with the codes of linux/input-event-codes.h as numbers.
@Suite struct EvdevKeyTests {
  static let codes: [Key: [Int32]] = [
    .left: [105, 75], .right: [106, 77], .up: [103, 72], .down: [108, 80], .pageUp: [104, 73], .pageDown: [109, 81],
    .home: [102, 71], .end: [107, 79], .enter: [28, 76, 96, 0x160, 0x161],
  ]

  /// Returns the key of a code.
  static func expected(_ code: Int32) -> Key? { codes.first { $0.value.contains(code) }?.key }

  /// The keys that the stars do not know.
  static let others: [KeypadKey: [Int32]] = [
    .previous: [0x19c, 165], .next: [0x197, 163], .back: [158], .louder: [115], .quieter: [114], .faster: [208, 78],
    .slower: [168, 74],
  ]

  @Test func everyCode() {
    for code in Int32(0)...0xffff {
      #expect(Key(code: code) == Self.expected(code), "code \(code)")
      let other = Self.others.first { $0.value.contains(code) }?.key
      #expect(KeypadKey(code: code) == Self.expected(code).map { .control($0) } ?? other, "code \(code)")
    }
    #expect(Set(Self.codes.keys) == Set(Key.allCases))
  }

  /// Keys for speech count only in a kiosk that speaks, and once however long they are held.
  @Test func speechKeysNeedSpeech() {
    func press(_ code: Int32, _ value: Int32, _ speechKey: Int32?) -> KeypadKey? {
      KeypadKey(press: EvdevRecord(time: 0, type: 1, code: code, value: value), speechKey: speechKey)
    }
    for code in [115, 114, 208, 168, 78, 74] as [Int32] {
      #expect(press(code, 1, nil) == nil && press(code, 2, 138) == nil)
      #expect(press(code, 1, 138)?.isOfSpeech == true)
    }
    #expect(press(138, 1, 138) == .speech && press(138, 2, 138) == nil && press(138, 1, nil) == nil)
    #expect(press(358, 1, 358) == .speech && press(138, 1, 358) == nil)
    #expect(press(158, 1, nil) == .back && press(158, 2, nil) == nil)
    #expect(press(0x197, 2, nil) == .next && press(0x19c, 2, nil) == .previous)
    #expect(KeypadKey.helpCode == 138 && KeypadKey.infoCode == 358)
  }

  @Test func fourKeysMakeAKeypad() {
    #expect(device([0x197, 0x19c, 28, 158]).keypadVerdict == .keypad)
    #expect(device([163, 165, 0x160]).keypadVerdict == .keypad)
    for missing in 0..<3 {
      var keys: [Int32] = [0x197, 0x19c, 28]
      keys.remove(at: missing)
      #expect(device(keys).keypadVerdict == .refused)
    }
    // A headset's remote control has no enter.
    let headset = device([163, 165, 164, 113, 114, 115])
    #expect(headset.keypadVerdict == .refused && headset.hasSpeechKeys(138))
    #expect(device([138]).hasSpeechKeys(138) && !device([138]).hasSpeechKeys(358))
  }

  @Test func everyRecord() {
    for type in 0..<32 as Range<Int32> {
      for code in 0..<768 as Range<Int32> {
        for value in -1...3 as ClosedRange<Int32> {
          let record = EvdevRecord(time: 0, type: type, code: code, value: value)
          let key = KeypadKey(press: record, speechKey: nil)
          if Self.others.values.contains(where: { $0.contains(code) }) { continue }
          let named = type == 1 ? Self.expected(code).map { KeypadKey.control($0) } : nil
          switch value {
          case 1: #expect(key == named)
          case 2: #expect(key == (named == .control(.enter) ? nil : named))
          default: #expect(key == nil)
          }
        }
      }
    }
  }

  func device(_ keys: [Int32]) -> DeviceDescription {
    var device = DeviceDescription()
    for code in keys { device.keys[bit: code] = true }
    return device
  }

  static let arrows: [Int32] = [103, 105, 106, 108]
  static let alphabet: [Int32] = Array(16...25) + Array(30...38) + Array(44...50)

  @Test func fourArrowsAndAnEnterMakeAKeypad() {
    for enter in Self.codes[.enter] ?? [] { #expect(device(Self.arrows + [enter]).keypadVerdict == .keypad) }
    #expect(device([75, 77, 72, 80, 76]).keypadVerdict == .keypad)
    // A remote control: arrows, OK, digits, colors.
    #expect(device(Self.arrows + [0x160] + Array(2...11) + Array(0x18e...0x191)).keypadVerdict == .keypad)
  }

  @Test func oneMissingKeyIsRefused() {
    let all = Self.arrows + [28]
    for missing in all { #expect(device(all.filter { $0 != missing }).keypadVerdict == .refused) }
    #expect(device([]).keypadVerdict == .refused)
    // A power button, and a keyboard without arrows as touch HIDs bring it.
    #expect(device([116]).keypadVerdict == .refused)
    #expect(device(Array(1...57)).keypadVerdict == .refused)
  }

  @Test func allLettersMakeAKeyboard() {
    let all = Self.arrows + [28] + Self.alphabet
    #expect(device(all).keypadVerdict == .keyboard)
    for missing in Self.alphabet { #expect(device(all.filter { $0 != missing }).keypadVerdict == .keypad) }
  }

  /// What SysRq, the consoles or logind obey: keyboards, keypads and power buttons, but no mice, gamepads or panels.
  @Test func keysThatProgramsObey() {
    for key in [1, 56, 99, 116, 142, 255, 0x160, 0x164] as [Int32] { #expect(device([key]).hasKeyboardKeys) }
    for key in [0x100, 0x110, 0x130, 0x14a, 0x15f] as [Int32] { #expect(!device([key]).hasKeyboardKeys) }
    #expect(!device([]).hasKeyboardKeys)
    var screen = panel(.typeB)
    #expect(!screen.hasKeyboardKeys)
    screen.keys[bit: 172] = true
    #expect(!screen.hasKeyboardKeys)
    // A keyboard that poses as a touchscreen.
    for alt in [56, 100] as [Int32] {
      var poser = screen
      poser.keys[bit: alt] = true
      #expect(poser.verdict == .accepted(.typeB) && poser.hasKeyboardKeys)
    }
  }

  @Test func touchscreenIsNoKeypad() {
    var screen = panel(.typeB)
    for code in Self.arrows + [28] { screen.keys[bit: code] = true }
    #expect(screen.verdict == .accepted(.typeB) && screen.keypadVerdict == .refused)
  }
}
