import Geometry
import Raster
import Testing

@testable import StarSlider

/// Large stars, whose full picture has only what differs from the empty one.
@Suite struct PackedTileTests {
  private static let side: Int32 = 70
  private static let boundaries: [Fixed] = [
    .zero, Fixed(raw: 100), Fixed(1), Fixed(9), Fixed(raw: 20 * 256 + 77), Fixed(35), Fixed(raw: 51 * 256 + 1),
    Fixed(70),
  ]

  /// A star painted whole, and one that is repainted from any other boundary, show what both pictures say pixel by pixel.
  @Test(arguments: [FillDirection.right, .left, .down, .up])
  func everyBoundaryIsPainted(direction: FillDirection) {
    for format in [PixelFormat.xrgb8888, .bgr888, .rgb565] {
      let tiles = Face().tiles(side: Self.side, rotation: .none, direction: direction, format: format)
      let pictures = [FaceState.empty, .full].map {
        Face().picture($0, side: Self.side, rotation: .none).words(in: format)
      }
      for old in Self.boundaries {
        for new in Self.boundaries {
          let screen = GuardedScreen(
            size: Size(width: Self.side, height: Self.side), format: format,
            pitch: Int(Self.side * format.bytesPerPixel))
          tiles.paint(on: screen.surface, x: 0, y: 0, boundary: old)
          _ = tiles.paintChange(on: screen.surface, x: 0, y: 0, from: old, to: new)
          expect(screen.surface, pictures, direction, new)
        }
      }
    }
  }

  private func expect(_ surface: Surface, _ pictures: [[UInt32]], _ direction: FillDirection, _ boundary: Fixed) {
    let side = Self.side
    for y in 0..<side {
      for x in 0..<side {
        let slice =
          switch direction {
          case .right: x
          case .left: side - 1 - x
          case .down: y
          case .up: side - 1 - y
          }
        let (empty, full) = (pictures[0][Int(y * side + x)], pictures[1][Int(y * side + x)])
        let expected: UInt32
        if slice == boundary.floor && boundary.fraction > 0 {
          expected = mixed(empty, full, UInt32(boundary.fraction), surface.format)
        } else {
          expected = slice < boundary.floor ? full : empty
        }
        if surface.pixel(x: x, y: y) != expected {
          Issue.record("\(surface.format.name) \(direction) \(boundary.raw): \(x), \(y)")
          return
        }
      }
    }
  }

  private func mixed(_ empty: UInt32, _ full: UInt32, _ share: UInt32, _ format: PixelFormat) -> UInt32 {
    switch format.bytesPerPixel {
    case 2: UInt16.mixed(UInt16(bits: empty), UInt16(bits: full), share).bits
    case 3: Pixel24.mixed(Pixel24(bits: empty), Pixel24(bits: full), share).bits
    default: UInt32.mixed(empty, full, share)
    }
  }
}
