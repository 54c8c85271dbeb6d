import Testing

@testable import Touch

@Suite struct CalibrationBookTests {
  func device(_ name: String, place: String = "", product: UInt16 = 0x5678) -> DeviceDescription {
    var device = DeviceDescription()
    (device.name, device.place, device.bus, device.vendor, device.product) = (name, place, 0x18, 0x1234, product)
    return device
  }

  func calibration(_ n: Int) throws -> Calibration { try Calibration(parsing: "1.\(n) 0 -0.25 0 1 0") }

  @Test func readsWhatItWrites() throws {
    var book = CalibrationStore()
    let devices = [
      device("ADS7846 Touchscreen", place: "spi0.1/input0"), device("no place"), device(""),
      device("a\nb  c", place: "x y"),
      device("no place", product: 1),
    ]
    for (i, device) in devices.enumerated() { book.set(try calibration(i), for: device, heading: "heading \(i)") }
    let again = CalibrationStore(parsing: book.text)
    #expect(again.unreadable == [] && again.text == book.text)
    for (i, device) in devices.enumerated() {
      let wanted = try calibration(i)
      #expect(again.calibration(of: device) == wanted)
    }
    #expect(again.calibration(of: device("another")) == nil)
    let lines = String(decoding: book.text, as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "# heading 0" && lines.count == 6)
    #expect(
      lines[1]
        == "0018:1234:5678 spi0.1/input0 1.000000 0.000000 -0.250000 0.000000 1.000000 0.000000 ADS7846 Touchscreen")
  }

  /// A device keeps its calibration in another port. Two equal devices differ by their ports.
  @Test func places() throws {
    var book = CalibrationStore()
    book.set(try calibration(1), for: device("touch", place: "usb-1/input0"))
    #expect(book.calibration(of: device("touch", place: "usb-2/input0")) == (try calibration(1)))
    book.set(try calibration(2), for: device("touch", place: "usb-2/input0"))
    #expect(book.calibration(of: device("touch", place: "usb-1/input0")) == (try calibration(1)))
    #expect(book.calibration(of: device("touch", place: "usb-2/input0")) == (try calibration(2)))
    #expect(
      book.calibration(of: device("touch", place: "usb-9/input0")) == (try calibration(1)), "the first of its kind")
    book.set(try calibration(3), for: device("touch", place: "usb-1/input0"))
    #expect(
      CalibrationStore(parsing: book.text).calibration(of: device("touch", place: "usb-1/input0"))
        == (try calibration(3)))
  }

  @Test func invalidLinesAreReported() throws {
    let good = "0018:1234:5678 - 1.1 0 -0.25 0 1 0 touch"
    let book = CalibrationStore(
      parsing: Array("# comment\n\nnonsense\n0018:1234:5678 - 1 0 0 0 x 0 touch\n0018:1234:5678 - 1 0\n\(good)".utf8))
    #expect(book.unreadable == [3, 4, 5])
    #expect(book.calibration(of: device("touch")) == (try calibration(1)))
  }

  /// Calibrating changes one line. Other devices' lines, comments and invalid lines stay.
  @Test func otherLinesAreKept() throws {
    let head = "# the panels of hall 2\n\n0018:1234:0001 - 1,05 0 0 0 1 0 typo\n"
    let before = head + "0018:1234:5678 - 1.5 0 0 0 1 0 touch\n# spare\n0018:1234:0002 - 1.1 0 0 0 1 0 other"
    var book = CalibrationStore(parsing: Array(before.utf8))
    #expect(String(decoding: book.text, as: UTF8.self) == before + "\n")
    book.set(try calibration(1), for: device("touch"))
    let line = "0018:1234:5678 - \(try calibration(1).text) touch\n"
    #expect(
      String(decoding: book.text, as: UTF8.self)
        == head + line + "# spare\n0018:1234:0002 - 1.1 0 0 0 1 0 other\n")
    book.set(try calibration(2), for: device("new"))
    let text = String(decoding: book.text, as: UTF8.self)
    #expect(text.hasSuffix("other\n0018:1234:5678 - \(try calibration(2).text) new\n"))
    #expect(CalibrationStore(parsing: book.text).unreadable == [3] && book.unreadable == [3])
  }

  /// Two lines for the same device and place become one.
  @Test func duplicateLinesAreRemoved() throws {
    let line = "0018:1234:5678 - 1.5 0 0 0 1 0 touch\n"
    var book = CalibrationStore(parsing: Array((line + "# between\n" + line).utf8))
    book.set(try calibration(1), for: device("touch"))
    #expect(
      String(decoding: book.text, as: UTF8.self)
        == "0018:1234:5678 - \(try calibration(1).text) touch\n# between\n")
  }
}

@Suite struct UdevRecordTests {
  @Test func properties() {
    let record = Array(
      "S:input/by-path/x\nI:1234\nE:ID_INPUT=1\nE:LIBINPUT_CALIBRATION_MATRIXX=2\nE:LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 1 0\nG:seat"
        .utf8)
    #expect(UdevRecord.value(of: "LIBINPUT_CALIBRATION_MATRIX", in: record) == "1 0 0 0 1 0")
    #expect(UdevRecord.value(of: "ID_INPUT", in: record) == "1")
    #expect(UdevRecord.value(of: "ID_INP", in: record) == nil)
    #expect(UdevRecord.value(of: "seat", in: record) == nil)
    #expect(UdevRecord.value(of: "X", in: []) == nil)
  }
}
