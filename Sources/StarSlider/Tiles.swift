import Geometry
import Raster

/// A tile pair of whatever word size the screen has: the one switch, once per star and frame, outside every loop.
enum Tiles {
  case twoBytes(TilePair<UInt16>)
  case threeBytes(TilePair<Pixel24>)
  case fourBytes(TilePair<UInt32>)

  init(face: Face, side: Int32, rotation: Rotation, direction: FillDirection, format: PixelFormat) {
    self =
      switch format.bytesPerPixel {
      case 2: .twoBytes(TilePair(face: face, side: side, rotation: rotation, direction: direction, format: format))
      case 3: .threeBytes(TilePair(face: face, side: side, rotation: rotation, direction: direction, format: format))
      default: .fourBytes(TilePair(face: face, side: side, rotation: rotation, direction: direction, format: format))
      }
  }

  func damage(atX x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    switch self {
    case .twoBytes(let pair): pair.damage(atX: x, y: y, from: old, to: new)
    case .threeBytes(let pair): pair.damage(atX: x, y: y, from: old, to: new)
    case .fourBytes(let pair): pair.damage(atX: x, y: y, from: old, to: new)
    }
  }

  func paintChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed) {
    switch self {
    case .twoBytes(let pair): pair.paintChange(on: surface, x: x, y: y, from: old, to: new)
    case .threeBytes(let pair): pair.paintChange(on: surface, x: x, y: y, from: old, to: new)
    case .fourBytes(let pair): pair.paintChange(on: surface, x: x, y: y, from: old, to: new)
    }
  }

  func paint(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    switch self {
    case .twoBytes(let pair): pair.paint(on: surface, x: x, y: y, boundary: boundary)
    case .threeBytes(let pair): pair.paint(on: surface, x: x, y: y, boundary: boundary)
    case .fourBytes(let pair): pair.paint(on: surface, x: x, y: y, boundary: boundary)
    }
  }
}
