extension Surface {
  /// Returns a part of the surface. The part must lie within it.
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

  /// Copies an area of a picture of the same format to the same position, clipped to both.
  package func copy(_ area: Rect<PhysicalSpace>, of picture: Surface) {
    let shown = area.intersection(bounds).intersection(picture.bounds)
    if !shown.isEmpty { part(shown).copy(picture.part(shown)) }
  }

  /// Whether an area has the same pixels in a picture of the same format. The area must lie within both.
  package func equals(_ picture: Surface, in area: Rect<PhysicalSpace>) -> Bool {
    precondition(bounds.contains(area) && picture.bounds.contains(area) && picture.format == format)
    let count = Int(area.width &* format.bytesPerPixel)
    for y in area.minY..<area.maxY {
      let (a, b) = unsafe (address(x: area.minX, y: y), picture.address(x: area.minX, y: y))
      var done = 0
      while done &+ 8 <= count {
        let difference =
          unsafe a.loadUnaligned(fromByteOffset: done, as: UInt64.self)
          ^ b.loadUnaligned(fromByteOffset: done, as: UInt64.self)
        if difference != 0 { return false }
        done &+= 8
      }
      while done < count {
        if unsafe a.load(fromByteOffset: done, as: UInt8.self) != b.load(fromByteOffset: done, as: UInt8.self) {
          return false
        }
        done &+= 1
      }
    }
    return true
  }

  /// Stores a mixture of two pictures, `share` / 256 of it `new`, in one pass over the encoded channels. 0 copies `old` and 256 copies
  /// `new`. All surfaces have the same size and format.
  ///
  /// - Parameters:
  ///   - share: From 0 to 256. With two bytes per pixel, only every eighth step makes a difference.
  ///   - x, y: The distance by which `new` is moved right and down, in pixels. Where the moved picture would leave the surface uncovered,
  ///     it is not moved.
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

  /// Mixes `count` pixels of a row, beginning at `column`, with those of `new` at another position.
  @inline(__always) private func mixRow(
    _ old: Surface, _ new: Surface, _ row: Int32, at column: Int32, from newColumn: Int32, _ newRow: Int32,
    _ count: Int32, _ share: UInt16
  ) {
    if count == 0 { return }
    let target = unsafe address(x: column, y: row)
    let (a, b) = unsafe (old.address(x: column, y: row), new.address(x: newColumn, y: newRow))
    if format.bytesPerPixel == 2 {
      unsafe mixFields(target, a, b, Int(count), share / 8)
    } else {
      unsafe mixBytes(target, a, b, Int(count &* format.bytesPerPixel), share)
    }
  }
}

/// Mixes bytes in a loop that the compiler can vectorize.
@inline(never) private func mixBytes(
  _ target: UnsafeMutableRawPointer, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ count: Int,
  _ share: UInt16
) {
  let rest = 256 &- share
  unsafe forEachDifference(target, a, b, count) { target, a, b, count in
    let target = unsafe target.assumingMemoryBound(to: UInt8.self)
    let (a, b) = unsafe (a.assumingMemoryBound(to: UInt8.self), b.assumingMemoryBound(to: UInt8.self))
    for i in 0..<count {
      unsafe target[i] = UInt8(truncatingIfNeeded: (UInt16(a[i]) &* rest &+ UInt16(b[i]) &* share) &>> 8)
    }
  }
}

/// Mixes `count` pixels of fields of five, six and five bits, eight at a time; `share` is from 0 to 32.
@inline(never) private func mixFields(
  _ target: UnsafeMutableRawPointer, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ count: Int,
  _ share: UInt16
) {
  let share = SIMD8(repeating: Int16(truncatingIfNeeded: share))
  let redShare = share &<< 6
  // A share of each field's change, rounded down and in the field's place, is added to the first pixel. The sum of a field and its share
  // stays in the field, so the total is right modulo 2^16.
  @inline(__always) func mixed(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    @inline(__always) func change(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<Int16> {
      SIMD8<Int16>(truncatingIfNeeded: b) &- SIMD8<Int16>(truncatingIfNeeded: a)
    }
    let red = change(a &>> 11, b &>> 11) &* redShare & -0x800
    let green = (change(a & 0x07e0, b & 0x07e0) &>> 5) &* share & -0x20
    let blue = (change(a & 0x1f, b & 0x1f) &* share) &>> 5
    return a &+ SIMD8<UInt16>(truncatingIfNeeded: red &+ green &+ blue)
  }
  unsafe forEachDifference(target, a, b, count &* 2) { target, a, b, count in
    var done = 0
    while done &+ 16 <= count {
      let (first, second) = unsafe (
        a.loadUnaligned(fromByteOffset: done, as: SIMD8<UInt16>.self),
        b.loadUnaligned(fromByteOffset: done, as: SIMD8<UInt16>.self)
      )
      unsafe target.storeBytes(of: mixed(first, second), toByteOffset: done, as: SIMD8<UInt16>.self)
      done &+= 16
    }
    while done < count {
      let (first, second) = unsafe (
        a.load(fromByteOffset: done, as: UInt16.self), b.load(fromByteOffset: done, as: UInt16.self)
      )
      unsafe target.storeBytes(
        of: mixed(SIMD8(repeating: first), SIMD8(repeating: second))[0], toByteOffset: done, as: UInt16.self)
      done &+= 2
    }
  }
}

/// Calls `mix` for the blocks of `count` bytes that differ, and for the bytes after the last block. Two screens mostly have the same
/// background, so equal blocks are only copied.
@inline(__always) private func forEachDifference(
  _ target: UnsafeMutableRawPointer, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ count: Int,
  _ mix: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int) -> Void
) {
  let block = 64
  var done = 0
  while done &+ block <= count {
    if unsafe !copyBlock(target + done, a + done, b + done) { unsafe mix(target + done, a + done, b + done, block) }
    done &+= block
  }
  unsafe mix(target + done, a + done, b + done, count &- done)
}

/// Copies 64 bytes if they are the same in both pictures. Returns whether they are.
@inline(__always) private func copyBlock(
  _ target: UnsafeMutableRawPointer, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer
) -> Bool {
  typealias Part = SIMD2<UInt64>
  func part(_ block: UnsafeMutableRawPointer, _ offset: Int) -> Part {
    unsafe block.loadUnaligned(fromByteOffset: offset, as: Part.self)
  }
  let (a0, a1, a2, a3) = unsafe (part(a, 0), part(a, 16), part(a, 32), part(a, 48))
  let (b0, b1, b2, b3) = unsafe (part(b, 0), part(b, 16), part(b, 32), part(b, 48))
  let difference = ((a0 ^ b0) | (a1 ^ b1)) | ((a2 ^ b2) | (a3 ^ b3))
  // The compiler would turn a comparison with zero into eight branches.
  if difference[0] | difference[1] != 0 { return false }
  unsafe target.storeBytes(of: a0, as: Part.self)
  unsafe target.storeBytes(of: a1, toByteOffset: 16, as: Part.self)
  unsafe target.storeBytes(of: a2, toByteOffset: 32, as: Part.self)
  unsafe target.storeBytes(of: a3, toByteOffset: 48, as: Part.self)
  return true
}
