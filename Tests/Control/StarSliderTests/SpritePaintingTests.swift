import Testing

@testable import StarSlider

/// Stars are painted from their sprites, of which the full one has only the pixels that differ.
@Suite struct SpritePaintingTests {
  private static let side: Int32 = 70
  private static func table(_ format: PixelFormat) -> MixTable {
    MixTable(
      .linear, bytesPerPixel: Int(format.bytesPerPixel), in: .allocate(byteCount: MixTable.byteCount, alignment: 16))
  }
  nonisolated(unsafe) private static let tables = (eight: table(.xrgb8888), five: table(.rgb565))
  private static let fills: [Fixed] = [
    .zero, Fixed(raw: 100), Fixed(1), Fixed(9), Fixed(raw: 20 * 256 + 77), Fixed(35), Fixed(raw: 51 * 256 + 1),
    Fixed(70),
  ]

  /// A star that is painted whole, and one repainted from any other fill, show the pixels of both images.
  @Test(arguments: [FillDirection.right, .left, .down, .up])
  func everyFillIsPainted(direction: FillDirection) {
    for format in [PixelFormat.xrgb8888, .bgr888, .rgb565] {
      let memory = SpriteMemory()
      defer { withExtendedLifetime(memory) {} }
      let sprites = SpriteCache.Key(
        face: Face(), side: Self.side, rotation: .none, direction: direction, format: format
      ).sprites(in: memory)
      let pictures = [FaceState.empty, .full].map {
        Face().picture($0, side: Self.side, rotation: .none).words(in: format)
      }
      for old in Self.fills {
        for new in Self.fills {
          let screen = GuardedScreen(
            size: Size(width: Self.side, height: Self.side), format: format,
            pitch: Int(Self.side * format.bytesPerPixel))
          sprites.paint(on: screen.surface, x: 0, y: 0, fillX: old)
          _ = sprites.paintChange(on: screen.surface, x: 0, y: 0, from: old, to: new)
          expect(screen.surface, pictures, direction, new)
        }
      }
    }
  }

  private func expect(_ surface: Surface, _ pictures: [[UInt32]], _ direction: FillDirection, _ fillX: Fixed) {
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
        if slice == fillX.floor && fillX.fraction > 0 {
          expected = mixed(empty, full, UInt32(fillX.fraction), surface.format)
        } else {
          expected = slice < fillX.floor ? full : empty
        }
        if surface.pixel(x: x, y: y) != expected {
          Issue.record("\(surface.format.name) \(direction) \(fillX.raw): \(x), \(y)")
          return
        }
      }
    }
  }

  private func mixed(_ empty: UInt32, _ full: UInt32, _ share: UInt32, _ format: PixelFormat) -> UInt32 {
    func mixed<Word: PixelWord>(_: Word.Type, _ table: MixTable) -> UInt32 {
      Word(Word(bits: empty).light(table).mixed(with: Word(bits: full).light(table), share), table).bits
    }
    return switch format.bytesPerPixel {
    case 2: mixed(UInt16.self, Self.tables.five)
    case 3: mixed(Pixel24.self, Self.tables.eight)
    default: mixed(UInt32.self, Self.tables.eight)
    }
  }
}
