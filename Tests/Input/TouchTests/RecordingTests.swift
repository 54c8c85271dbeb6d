import CInputEvents
import StarSlider
import TestSupport
import Testing
import Touch

@Suite struct RecordingTests {
  /// The duration, the start and the end of each contact, on a screen of 800 x 480.
  func strokes(_ recording: Recording) throws -> [(id: Int32, from: (Int32, Int32), to: (Int32, Int32), moves: Int)] {
    guard case .accepted(let contactProtocol) = recording.device.verdict else { return [] }
    let (x, y) = recording.device.positionAxes(contactProtocol)
    let transform = try #require(TouchTransform(x: x, y: y, screen: Size(width: 800, height: 480)))
    var strokes: [(id: Int32, from: (Int32, Int32), to: (Int32, Int32), moves: Int)] = []
    for event in contacts(recording) {
      let p = transform.toPhysical(event.position)
      let place = (p.x.floor, p.y.floor)
      if event.phase == .began {
        strokes.append((event.contact, place, place, 0))
      } else {
        let i = try #require(strokes.firstIndex { $0.id == event.contact })
        strokes[i].to = place
        strokes[i].moves += event.phase == .moved ? 1 : 0
      }
    }
    return strokes
  }

  /// The star whose cell holds x: 144 px stars, 5 px apart, from 30.
  func star(_ x: Int32) -> Int32 { (x - 28 + 149) / 149 }

  @Test(arguments: ["visitor", "visitor-type-a", "visitor-resistive"])
  func contactsOfVisitorRecordings(_ name: String) throws {
    let recording = try Recording(parsing: recordingBytes(name))
    let s = try strokes(recording)
    #expect(s.map { star($0.from.0) } == [2, 1, 3, 5])
    #expect(s.map { star($0.to.0) } == [2, 3, 4, 5])
    #expect(s[2].to.1 > 440 && s[0].to.1 < 312 && s[1].to.1 < 312 && s[3].to.1 < 312)
    #expect(s[1].moves > 40)
    #expect(contacts(recording).allSatisfy { $0.phase != .cancelled })
  }

  @Test func protocolsOfRecordings() throws {
    let verdicts = try recordingNames.map { try Recording(parsing: recordingBytes($0)).device.verdict }
    #expect(
      verdicts == [
        .accepted(.typeB), .accepted(.typeA), .accepted(.single), .accepted(.typeB), .accepted(.typeB),
      ])
  }

  @Test func twoFingers() throws {
    let s = try strokes(Recording(parsing: recordingBytes("two-fingers")))
    #expect(s.map(\.id) == [1, 2, 3, 4])
    #expect(s[0].from == (102, 240) && star(s[0].to.0) == 4)
    #expect(s[1].from == (700, 60) && s[1].to == (700, 90))
    #expect(s[2].to == (251, 240) && s[3].to == (650, 400))
  }

  @Test func aTapInOneFrame() throws {
    let all = contacts(try Recording(parsing: recordingBytes("tap-in-one-frame")))
    #expect(all.prefix(2).map(\.phase) == [.began, .ended])
    #expect(all[0].time == all[1].time && all[0].position.x == Fixed(549))
    #expect(all.count(where: { $0.phase == .began }) == 2)
  }

  @Test(arguments: recordingNames) func writtenCalibrationIsRead(_ name: String) throws {
    let recording = try Recording(parsing: recordingBytes(name))
    let again = try Recording(parsing: recording.text)
    #expect(again.records == recording.records)
    #expect(again.text == recording.text)
    #expect(again.device.name == recording.device.name && again.device.vendor == recording.device.vendor)
    #expect(again.device.verdict == recording.device.verdict)
  }

  @Test func textIsAsEvemuWritesIt() throws {
    let text = """
      # EVEMU 1.2
      # Kernel: 6.1.0
      # Input device name: "raspberrypi-ts"
      N: raspberrypi-ts
      I: 0019 0000 0000 0000
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 03 03 00 00 00 00 80 60 02
      B: 15 00 00 00 00 00 00 00 00
      A: 00 0 800 0 0 0
      A: 01 0 480 0 0
      A: 2f 0 9 0 0 0
      A: 35 0 800 0 0 0
      A: 36 0 480 0 0 0
      A: 39 0 65535 0 0 0
      L: 00 0
      S: 00 0
      ################################
      #      Waiting for events      #
      ################################
      E: 0.000001 0003 0039 0000\t# EV_ABS / ABS_MT_TRACKING_ID   0
      E: 0.000001 0003 0035 0398\t# EV_ABS / ABS_MT_POSITION_X    398
      E: 0.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
      E: 0.050001 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1
      E: 0.050001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +50ms

      """
    let recording = try Recording(parsing: Array(text.utf8))
    #expect(recording.device.name == "raspberrypi-ts" && recording.device.bus == 0x19)
    #expect(recording.device[axis: ABS_MT_POSITION_X].maximum == 800)
    #expect(recording.records.count == 5 && recording.records[3].value == -1 && recording.records[3].time == 50_001)
    #expect(contacts(recording).count == 2)
  }

  func refusal(_ bytes: [UInt8]) -> RecordingError? {
    do {
      _ = try Recording(parsing: bytes)
      return nil
    } catch { return error }
  }

  /// The first `lines` lines of a recording.
  func head(_ name: String, _ lines: Int) throws -> [UInt8] {
    let all = try recordingBytes(name).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return all.prefix(lines).flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  @Test func truncations() throws {
    func message(_ bytes: [UInt8]) -> String { refusal(bytes)?.message ?? "accepted" }
    #expect(message([]) == "cannot read recording: the file is empty; record it with evemu-record")
    #expect(try message(head("visitor", 1)).contains("recording:1: the device is not described"))
    #expect(try message(head("visitor", 26)).contains("recording:26: there are no events"))
    #expect(
      try message(head("visitor", 30))
        == "cannot read recording:30: it does not end with SYN_REPORT: the recording is truncated; record it again")
    #expect(
      try message(head("visitor", 33))
        == "cannot read recording:33: it ends while a finger is down: the recording is truncated; record it again")
    #expect(
      try message(recordingBytes("visitor").dropLast())
        == "cannot read recording:496: the last line is incomplete: the recording is truncated; record it again")
  }

  /// A recording cut at any byte is an error, or a recording of fewer whole touches.
  @Test(arguments: recordingNames) func truncationAtEveryByte(_ name: String) throws {
    let bytes = try recordingBytes(name)
    let whole = contacts(try Recording(parsing: bytes))
    var accepted = 0
    for count in 0..<bytes.count {
      let part = Array(bytes[0..<count])
      let recording: Recording
      do throws(RecordingError) {
        recording = try Recording(parsing: part)
      } catch {
        let message = error.message
        if !message.hasPrefix("cannot read recording") || message.contains("\n") {
          Issue.record("\(count): \(message)")
        }
        continue
      }
      accepted += 1
      let fewer = contacts(recording)
      if recording.records.isEmpty || fewer.count >= whole.count || fewer != Array(whole.prefix(fewer.count))
        || fewer.last?.phase != .ended
      {
        Issue.record("\(count) bytes were accepted with \(fewer.count) of \(whole.count) contacts")
      }
    }
    // After every touch but the last, and nowhere else.
    #expect(accepted == (name == "two-fingers" ? 1 : whole.count { $0.phase == .began } - 1))
  }

  @Test func garbage() throws {
    #expect(refusal(Array("hello\n".utf8))?.kind == .notARecording)
    #expect(refusal([0, 255, 10, 10])?.kind == .notARecording)
    #expect(refusal([UInt8](repeating: 10, count: Recording.byteLimit + 1))?.kind == .tooLarge)
    let good = try head("visitor", 26)
    for line in [
      "E: 0.5 0003 0039 0041", "E: 0.000000 0003 0039", "E: 0.000000 0003 0039 0041 7", "E: 0.000000 0003 00395 0041",
      "E: 0.000000 0003 0039 99999999999", "E: 0.000000 0003 0039 9999999999", "E: 0.000000 00ff 0039 1",
      "E: -1.000000 0003 0039 1", "E:", "E: 99999999999.000000 0003 0039 1", "Q: 1", "EE", "E", "N 1", "B: 01 zz",
      "B: 01 100", "A: 00 1", "A: 40 0 1 0 0 0", "A: 00 0 - 0 0 0", "I: 1 2 3", "E: 0.000000 0003 0039 --1",
    ] {
      let error = try #require(refusal(good + Array((line + "\n").utf8)), "\(line)")
      #expect(error.subject == "recording:27", "\(line): \(error.message)")
    }
    let late = good + Array("E: 1.000000 0000 0000 0000\nN: late\n".utf8)
    #expect(refusal(late)?.message.contains("recording:28: the device is described after its events") == true)
    let backwards = good + Array("E: 1.000000 0000 0000 0000\nE: 0.999999 0000 0000 0000\n".utf8)
    #expect(refusal(backwards)?.kind == .malformed)
    let early = Array("# EVEMU 1.3\nN: x\nE: 1.000000 0000 0000 0000\n".utf8)
    #expect(refusal(early)?.kind == .noDescription)
  }

  /// Written again, an axis without its bit is missing.
  @Test func axesWithoutTheirBits() throws {
    func recording(_ bits: String) -> [UInt8] {
      let lines = ["# EVEMU 1.3", "N: x", bits, "A: 00 0 9 0 0 0", "A: 35 0 9 0 0 0", "E: 0.000000 0000 0000 0", ""]
      return Array(lines.joined(separator: "\n").utf8)
    }
    for (bits, axis) in [("B: 00 0b", "0x0"), ("B: 03 00 00 00 00 00 00 20", "0x0"), ("B: 03 01", "0x35")] {
      let error = try #require(refusal(recording(bits)), "\(bits)")
      #expect(error.kind == .noDescription && error.subject == "recording:6")
      #expect(error.reason == "axis \(axis) has an A: line and no bit in B: 03")
    }
    let text = try Recording(parsing: recording("B: 03 01 00 00 00 00 00 20")).text
    #expect(try Recording(parsing: text).text == text)
  }

  /// Written again, the name of a device is the same.
  @Test func controlCharactersInNames() throws {
    for (name, read) in [("\u{b}\u{b} a b", "a b"), ("a \u{b}", "a"), ("\u{1b}[2J x", "[2J x"), (" \t ", "")] {
      let lines = ["# EVEMU 1.3", "N: " + name, "B: 03 01", "A: 00 0 9 0 0 0", "E: 0.000000 0000 0000 0", ""]
      let recording = try Recording(parsing: Array(lines.joined(separator: "\n").utf8))
      #expect(recording.device.name == read)
      #expect(try Recording(parsing: recording.text).text == recording.text)
    }
  }

  /// A damaged recording is rejected, or is another one in which every contact ends.
  @Test func randomDamageNeverCrashes() throws {
    var random = SplitMix64(seed: 7)
    let bytes = try recordingBytes("tap-in-one-frame")
    var taken = 0
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let recording = try? Recording(parsing: damaged) else { continue }
      taken += 1
      let contacts = contacts(recording)
      let begun = contacts.count { $0.phase == .began }
      #expect(begun == contacts.count { $0.phase == .ended || $0.phase == .cancelled })
    }
    #expect(taken > 200)
  }
}
