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
