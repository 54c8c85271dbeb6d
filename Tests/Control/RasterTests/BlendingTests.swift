import Foundation
import TestSupport
import Testing

@testable import StarSlider

/// Mixing in linear light, against sRGB's formula in floating point.
@Suite struct BlendingTests {
  private static func light(_ code: Double) -> Double {
    let c = code / 255
    return 65535 * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4))
  }

  @Test func tableMatchesFormula() {
    #expect(SRGB.light.count == 256)
    for code in 0...255 { #expect(SRGB.light[code] == UInt16(Self.light(Double(code)).rounded())) }
  }

  @Test func codesRoundTrip() {
    for code in 0...255 as ClosedRange<UInt8> {
      for blending in [Blending.linear, .encoded] { #expect(blending.code(blending.intensity(code)) == code) }
    }
  }

  @Test func nearestCodeOfEveryLight() {
    for light in 0...65535 as ClosedRange<UInt16> {
      let code = Int(SRGB.code(light))
      func distance(_ i: Int) -> Int { (0...255).contains(i) ? abs(Int(SRGB.light[i]) - Int(light)) : .max }
      if distance(code) > min(distance(code - 1), distance(code + 1)) { Issue.record("\(light) is not \(code)") }
    }
  }

  /// Every coverage of several pairs of colors: within half a code of the exact mix of light.
  @Test func mixesAreExact() throws {
    var random = SplitMix64(seed: 60)
    var pairs: [(Color, Color)] = [(.white, .black), (.black, .white), (.yellow, .black)]
    for _ in 0..<40 {
      pairs.append(
        (Color(rgb: UInt32(truncatingIfNeeded: random.next())), Color(rgb: UInt32(truncatingIfNeeded: random.next()))))
    }
    for (under, over) in pairs {
      for coverage in 0...255 as ClosedRange<UInt8> {
        let mixed = Light(under, .linear).mixed(with: Light(over, .linear), coverage)
        for (a, b, c) in [
          (under.red, over.red, mixed.red), (under.green, over.green, mixed.green), (under.blue, over.blue, mixed.blue),
        ] {
          let share = Double(coverage) / 255
          let exact = Self.light(Double(a)) * (1 - share) + Self.light(Double(b)) * share
          if abs(Double(c) - exact) > 1.01 { Issue.record("\(a) and \(b), \(coverage): \(c), not \(exact)") }
        }
      }
    }
  }

  /// Half of black (128 of 255) over white is 187 in linear light, and 127 in sRGB's numbers.
  @Test func halfOfBlackOnWhite() {
    for (blending, expected) in [(Blending.linear, UInt8(187)), (.encoded, 127)] {
      var picture = Picture(size: Size(width: 1, height: 1), background: .white, blending: blending)
      picture.fill(Outline(Path(minX: 0, minY: 0, maxX: 0.5, maxY: 1)), with: .black)
      #expect(picture[0, 0] == Color(red: expected, green: expected, blue: expected))
    }
  }

  @Test func rotatedPictures() {
    var picture = Picture(size: Size(width: 3, height: 2), background: .white)
    picture.fill(Outline(Path(minX: 2, minY: 0, maxX: 3, maxY: 1)), with: .black)
    let places: [Rotation: (Int32, Int32)] = [.none: (2, 0), .quarter: (1, 2), .half: (0, 1), .threeQuarters: (0, 0)]
    for (rotation, place) in places {
      let turned = picture.rotated(by: rotation)
      #expect(turned[place.0, place.1] == .black && turned.pixels.filter { $0 == .black }.count == 1)
      #expect(turned.size.width == (rotation.swapsAxes ? 2 : 3))
    }
  }

  @Test func grays() {
    #expect(Color.white.gray == .white && Color.black.gray == .black)
    for code in 0...255 as ClosedRange<UInt8> {
      let color = Color(red: code, green: code, blue: code)
      #expect(color.gray == color)
    }
    #expect(Color(rgb: 0x00ff00).gray.red > Color(rgb: 0xff0000).gray.red)
  }
}
