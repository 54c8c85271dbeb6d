import Touch

/// A calibration file of any content takes a new calibration, and gives it back.
func fuzzCalibration(_ bytes: [UInt8]) {
  var input = Input(bytes)
  var device = DeviceDescription()
  device.name = input.text()
  device.place = input.text()
  (device.bus, device.vendor, device.product) = (UInt16(input.byte()), UInt16(bitPattern: input.int16()), 1)
  let text = input.rest()
  var store = CalibrationStore(parsing: text)
  let invalid = store.unreadable
  _ = store.calibration(of: device)
  if let calibration = try? Calibration(parsing: String(decoding: text, as: UTF8.self)) {
    require((try? Calibration(parsing: calibration.text)) == calibration, "\(calibration.text) reads back as another")
  }
  let measured = Calibration(a: 70_000, b: -5, c: 1, d: 7, e: 65_000, f: -9)!
  store.set(measured, for: device)
  require(store.calibration(of: device) == measured, "it gives back another calibration")
  let again = CalibrationStore(parsing: store.text)
  require(again.calibration(of: device) == measured, "its text gives back another calibration")
  require(again.unreadable.count == invalid.count, "it changed other lines")
}
