import CDRM
import System

// Safety: libdrm reads and fills as many elements of each array as the caller passes, which is the size of the array.

/// The gamma of a driver that has no properties for it: a ramp for each channel.
final class GammaRamp {
  private let crtc: UInt32
  private let neutral: [UInt16]
  /// The previous program's ramps, or `nil` if they were neutral.
  private var before: (red: [UInt16], green: [UInt16], blue: [UInt16])?

  /// Returns `nil` if the CRTC has no ramp.
  convenience init?(_ card: Card, crtc: UInt32) {
    guard let found = unsafe drmModeGetCrtc(card.descriptor, crtc) else { return nil }
    let size = unsafe Int(found.pointee.gamma_size)
    unsafe drmModeFreeCrtc(found)
    if size < 2 || size > 1 << 16 { return nil }
    self.init(card, crtc, size)
  }

  private init(_ card: Card, _ crtc: UInt32, _ size: Int) {
    self.crtc = crtc
    neutral = (0..<size).map { UInt16($0 * 0xffff / (size - 1)) }
    before = read(card)
  }

  private func read(_ card: Card) -> (red: [UInt16], green: [UInt16], blue: [UInt16])? {
    let size = neutral.count
    var red = [UInt16](repeating: 0, count: size)
    var (green, blue) = (red, red)
    if unsafe drmModeCrtcGetGamma(card.descriptor, crtc, UInt32(size), &red, &green, &blue) != 0 { return nil }
    // The kernel's own ramp has zeros in the lower bytes.
    let isNeutral = [red, green, blue].allSatisfy { zip($0, neutral).allSatisfy { $0 >> 8 == $1 >> 8 } }
    return isNeutral ? nil : (red, green, blue)
  }

  func setNeutral(_ card: Card) {
    if before == nil { return }
    var (red, green, blue) = (neutral, neutral, neutral)
    _ = unsafe drmModeCrtcSetGamma(card.descriptor, crtc, UInt32(neutral.count), &red, &green, &blue)
  }

  func restore(_ card: Card) {
    guard var before else { return }
    _ = unsafe drmModeCrtcSetGamma(
      card.descriptor, crtc, UInt32(neutral.count), &before.red, &before.green, &before.blue)
  }

  func retake(_ card: Card, isRestored: Bool) {
    let found = read(card)
    if isRestored || found != nil { before = found }
  }
}
