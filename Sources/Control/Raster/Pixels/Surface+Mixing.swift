import Geometry

extension Surface {
  /// Returns a part that lies on the surface.
  package func part(_ area: Rect<PhysicalSpace>) -> Surface {
    precondition(bounds.contains(area) && !area.isEmpty, "a part outside the surface")
    return unsafe Surface(
      base: address(x: area.minX, y: area.minY), pitch: pitch, size: area.size, format: format)
  }

  /// Copies a picture of the same size and format.
  package func copy(_ picture: Surface) {
    precondition(picture.size == size && picture.format == format)
    let count = Int(size.width &* format.bytesPerPixel)
    for y in 0..<size.height {
      unsafe address(x: 0, y: y).copyMemory(from: picture.address(x: 0, y: y), byteCount: count)
    }
  }

  /// Copies an area of a picture of the same format to the same place, as far as it lies on both.
  package func copy(_ area: Rect<PhysicalSpace>, of picture: Surface) {
    let shown = area.intersection(bounds).intersection(picture.bounds)
    if !shown.isEmpty { part(shown).copy(picture.part(shown)) }
  }

  /// Stores the pixels `share` / 256 of the way from one picture to another, in one pass and in encoded numbers. 0 copies `old`
  /// and 256 copies `new`. All surfaces have the same size and format.
  ///
  /// - Parameters:
  ///   - share: From 0 to 256. With two bytes a pixel, every eighth step differs.
  ///   - x, y: How far `new` is moved right and down, in pixels. Where it leaves the surface open, it is not moved.
  @export(interface) package func mix(
    _ old: Surface, with new: Surface, share: UInt16, movedBy x: Int32 = 0, _ y: Int32 = 0
  ) {
    precondition(old.size == size && new.size == size && old.format == format && new.format == format && share <= 256)
    let strip = min(abs(x), size.width)
    for row in 0..<size.height {
      let from = row - y >= 0 && row - y < size.height ? row - y : row
      let (kept, moved) = x < 0 ? (size.width - strip, 0) : (0, strip)
      mixRow(old, new, row, at: kept, from: kept, row, strip, share)
      mixRow(old, new, row, at: moved, from: moved - x, from, size.width - strip, share)
    }
  }

  /// Mixes `count` pixels of a row from `column` on with those of `new` at another place.
  @inline(__always) private func mixRow(
    _ old: Surface, _ new: Surface, _ row: Int32, at column: Int32, from newColumn: Int32, _ newRow: Int32,
    _ count: Int32, _ share: UInt16
  ) {
    if count == 0 { return }
    let target = unsafe address(x: column, y: row)
    let (a, b) = unsafe (old.address(x: column, y: row), new.address(x: newColumn, y: newRow))
    if format.bytesPerPixel == 2 {
      unsafe mixFields(target, a, b, Int(count), UInt32(share) / 8)
    } else {
      unsafe mixBytes(target, a, b, Int(count &* format.bytesPerPixel), share)
    }
  }
}

/// Mixes bytes. The compiler makes vectors of the loop.
@inline(never) private func mixBytes(
  _ target: UnsafeMutableRawPointer, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ count: Int,
  _ share: UInt16
) {
  let target = unsafe target.assumingMemoryBound(to: UInt8.self)
  let (a, b) = unsafe (a.assumingMemoryBound(to: UInt8.self), b.assumingMemoryBound(to: UInt8.self))
  let rest = 256 &- share
  for i in 0..<count {
    unsafe target[i] = UInt8(truncatingIfNeeded: (UInt16(a[i]) &* rest &+ UInt16(b[i]) &* share) &>> 8)
  }
}

/// Mixes pixels of fields of five, six and five bits; `share` is from 0 to 32. A word holds them with room above each for the product.
@inline(never) private func mixFields(
  _ target: UnsafeMutableRawPointer, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ count: Int,
  _ share: UInt32
) {
  let target = unsafe target.assumingMemoryBound(to: UInt16.self)
  let (a, b) = unsafe (a.assumingMemoryBound(to: UInt16.self), b.assumingMemoryBound(to: UInt16.self))
  let (fields, rest) = (0x07e0_f81f as UInt32, 32 &- share)
  for i in 0..<count {
    let first = unsafe (UInt32(a[i]) | UInt32(a[i]) &<< 16) & fields
    let second = unsafe (UInt32(b[i]) | UInt32(b[i]) &<< 16) & fields
    let mixed = (first &* rest &+ second &* share) &>> 5 & fields
    unsafe target[i] = UInt16(truncatingIfNeeded: mixed | mixed &>> 16)
  }
}
