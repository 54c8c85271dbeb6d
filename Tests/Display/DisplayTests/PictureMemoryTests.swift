import Display
import StarSlider
import Testing

/// Pictures whose memory comes and goes.
@Suite struct PictureMemoryTests {
  @Test(arguments: PixelFormat.allCases) func discardedPicturesAreZeroed(_ format: PixelFormat) throws {
    let size = Size<PhysicalSpace>(width: 801, height: 480)
    let pictures = try #require(PictureMemory(2, size: size, format: format))
    for _ in 0..<2 {
      for (index, color) in [Color.white, .yellow].enumerated() {
        #expect(pictures[index].pixel(x: 800, y: 479) == 0)
        pictures[index].fill(pictures[index].bounds, with: color)
      }
      // Neither overlaps the other.
      for (index, color) in [Color.white, .yellow].enumerated() {
        for (x, y) in [(0, 0), (800, 0), (0, 479), (800, 479)] as [(Int32, Int32)] {
          #expect(pictures[index].color(x: x, y: y) == color)
        }
      }
      pictures.discard()
    }
  }

  @Test func noRoomForTooManyPictures() {
    #expect(PictureMemory(1 << 40, size: Size(width: 1 << 10, height: 1 << 10), format: .xrgb8888) == nil)
  }
}
