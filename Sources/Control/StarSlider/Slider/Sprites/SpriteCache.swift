/// The sprites of all faces on a screen.
///
/// Sliders with the same cache share the sprites of equal faces of equal size: a hundred rows need only the sprites of one star. A sprite
/// lives as long as the cache, which each of its sliders retains.
package final class SpriteCache {
  let memory = SpriteMemory()
  private var stars: [(key: Key, sprites: StarSprites)] = []
  private var filled: [(key: Key, fills: [Fixed], slices: FilledSlices)] = []
  private var rows: [(key: Key, starCount: Int32, advance: Int32, sprites: RowSprites)] = []

  package init() {}

  /// The number of faces whose sprites were rendered.
  package var count: Int { stars.count }

  /// Returns a star's sprites, rendering them at the first request. A screen has few, so the search is linear.
  func sprites(for key: Key) -> StarSprites {
    for star in stars where star.key == key { return star.sprites }
    let sprites = key.sprites(in: memory)
    stars.append((key, sprites))
    return sprites
  }

  /// Returns a star's sprites with finished slices for some fills. Each fill has a fraction. Sliders with the same scale share the sprites.
  func sprites(for key: Key, fills: [Fixed]) -> StarSprites {
    var sprites = sprites(for: key)
    if unsafe fills.isEmpty || sprites.half != nil { return sprites }
    for known in filled where known.key == key && known.fills == fills {
      sprites.filled = known.slices
      return sprites
    }
    let slices = FilledSlices(fills, of: key, in: memory)
    filled.append((key, fills, slices))
    sprites.filled = slices
    return sprites
  }

  /// Returns the sprites of a whole row, rendering them at the first request; `nil` if it is better to paint the stars one by one.
  func row(for key: Key, starCount: Int32, advance: Int32) -> RowSprites? {
    for row in rows where row.key == key && row.starCount == starCount && row.advance == advance { return row.sprites }
    guard let sprites = RowSprites(sprites(for: key), key, starCount: starCount, advance: advance, in: memory) else {
      return nil
    }
    rows.append((key, starCount, advance, sprites))
    return sprites
  }
}

/// Memory for sprites: pieces of a few blocks, which are all freed together.
///
/// Safety: the pieces are valid until the memory is released. A slider retains the cache, which retains this memory.
@safe final class SpriteMemory {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  /// The unused rest of the last block, as a range of bytes.
  private var start = 0
  private var end = 0

  /// The tables for mixing, which all sprites share.
  private var tables: [(blending: Blending, bytesPerPixel: Int, table: MixTable)] = []

  deinit {
    for i in unsafe 0..<blocks.count { unsafe blocks[i].deallocate() }
  }

  /// Ensures that pieces of `byteCount` bytes in total come from one block. A new block begins at a cache line.
  func reserve(_ byteCount: Int) {
    if byteCount <= end - start { return }
    unsafe blocks.append(.allocate(byteCount: byteCount, alignment: 64))
    (start, end) = (0, byteCount)
  }

  /// Returns an uninitialized piece, aligned to 16 bytes.
  func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let size = (byteCount + 15) & ~15
    reserve(size)
    defer { start += size }
    return unsafe blocks[blocks.count - 1] + start
  }

  func allocate<Value: BitwiseCopyable>(_: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
    unsafe allocate(count * MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: count)
  }

  /// Returns the table for mixing pixels of a size, filling it at the first request.
  func mixTable(_ blending: Blending, bytesPerPixel: Int) -> MixTable {
    for known in tables where known.blending == blending && known.bytesPerPixel == bytesPerPixel { return known.table }
    let table = unsafe MixTable(blending, bytesPerPixel: bytesPerPixel, in: allocate(MixTable.byteCount))
    tables.append((blending, bytesPerPixel, table))
    return table
  }

  /// Returns the unused end of the last piece, which begins at `piece`, to the block.
  func shrink(_ piece: UnsafeMutableRawPointer, to byteCount: Int) {
    start = unsafe piece - blocks[blocks.count - 1] + (byteCount + 15) & ~15
  }
}
