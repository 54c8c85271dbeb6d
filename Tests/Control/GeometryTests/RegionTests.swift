import StarSlider
import TestSupport
import Testing

/// A region never covers less than what was added, and never grows beyond its capacity.
@Suite struct RegionTests {
  private typealias Area = Rect<PhysicalSpace>

  /// Pixels of a small screen that a region covers.
  private static func pixels(_ region: Region<PhysicalSpace>) -> Set<Int32> {
    var pixels: Set<Int32> = []
    for i in 0..<region.count { add(region[i], to: &pixels) }
    return pixels
  }

  private static func add(_ rect: Area, to pixels: inout Set<Int32>) {
    for y in rect.minY..<max(rect.maxY, rect.minY) {
      for x in rect.minX..<max(rect.maxX, rect.minX) { pixels.insert(y * 1000 + x) }
    }
  }

  private static func rect(_ random: inout SplitMix64) -> Area {
    let (x, y) = (random.int32(in: 0...60), random.int32(in: 0...60))
    return Area(minX: x, minY: y, maxX: x + random.int32(in: -2...12), maxY: y + random.int32(in: -2...12))
  }

  @Test func coversAllThatWasAdded() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<600 {
      var region = Region<PhysicalSpace>()
      var added: Set<Int32> = []
      var bounds = Area.empty
      for _ in 0..<random.int32(in: 0...25) {
        let rect = Self.rect(&random)
        region.add(rect)
        Self.add(rect, to: &added)
        if !rect.isEmpty { bounds = bounds.union(rect) }
        if region.count > Region<PhysicalSpace>.capacity { Issue.record("\(region.count) rectangles") }
      }
      if !added.isSubset(of: Self.pixels(region)) { Issue.record("lost pixels") }
      for i in 0..<region.count where region[i].isEmpty { Issue.record("an empty rectangle") }
      #expect(region.bounds == bounds)
      #expect(region.isEmpty == added.isEmpty)
    }
  }

  @Test func fewRectanglesAreKeptAsTheyAre() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      var region = Region<PhysicalSpace>()
      var added: Set<Int32> = []
      for _ in 0..<Region<PhysicalSpace>.capacity {
        let rect = Self.rect(&random)
        region.add(rect)
        Self.add(rect, to: &added)
      }
      #expect(Self.pixels(region) == added, "nothing is merged before the region is full")
    }
  }

  /// A region that is full gives the pair that costs the least: no other would leave fewer pixels to send.
  @Test func mergesTheCheapestPair() {
    var random = SplitMix64(seed: 5)
    var merged = 0
    for _ in 0..<2_000 {
      var region = Region<PhysicalSpace>()
      while region.count < Region<PhysicalSpace>.capacity { region.add(Self.rect(&random)) }
      let held = (0..<region.count).map { region[$0] }
      let rect = Self.rect(&random)
      if rect.isEmpty || held.contains(where: { $0.contains(rect) || rect.contains($0) }) { continue }
      var least = Int64.max
      for i in held.indices {
        for j in held.indices where j != i {
          least = min(least, held[i].union(held[j]).area - held[i].area - held[j].area)
        }
      }
      region.add(rect)
      let area = (0..<region.count).reduce(0) { $0 + region[$1].area }
      #expect(area == held.reduce(rect.area) { $0 + $1.area } + least)
      merged += 1
    }
    #expect(merged > 1_000)
  }

  @Test func coveredRectanglesChangeNothing() {
    var region = Region(Area(minX: 0, minY: 0, maxX: 10, maxY: 10))
    region.add(Area(minX: 2, minY: 2, maxX: 5, maxY: 5))
    region.add(Area(minX: 2, minY: 2, maxX: 2, maxY: 5))
    #expect(region.count == 1)
    region.add(Area(minX: -1, minY: 0, maxX: 10, maxY: 10))
    #expect(region.count == 1 && region[0].minX == -1, "the larger one takes the smaller one's place")
    region.removeAll()
    #expect(region.isEmpty && region.bounds.isEmpty)
  }

  @Test func clippingAndUnion() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      var (one, other) = (Region<PhysicalSpace>(), Region<PhysicalSpace>())
      for _ in 0..<4 { one.add(Self.rect(&random)) }
      for _ in 0..<4 { other.add(Self.rect(&random)) }
      var both = one
      both.add(other)
      #expect(Self.pixels(both) == Self.pixels(one).union(Self.pixels(other)))
      let clip = Area(minX: 10, minY: 5, maxX: 40, maxY: 50)
      var inside: Set<Int32> = []
      Self.add(clip, to: &inside)
      #expect(Self.pixels(one.clipped(to: clip)) == Self.pixels(one).intersection(inside))
    }
  }

  @Test func descriptionsShowColumnsAndRows() {
    var region = Region<PhysicalSpace>(Rect(minX: 30, minY: 168, maxX: 178, maxY: 312))
    #expect("\(region)" == "[30..<178 x 168..<312]")
    region.add(Rect(minX: -8, minY: 400, maxX: 0, maxY: 401))
    #expect("\(region)" == "[30..<178 x 168..<312, -8..<0 x 400..<401]")
    #expect("\(Region<PhysicalSpace>())" == "[]")
  }

  @Test func rectangles() {
    let rect = Area(minX: 1, minY: 2, maxX: 4, maxY: 8)
    #expect(rect.width == 3 && rect.height == 6 && rect.area == 18)
    let neighbor = Area(minX: 4, minY: 2, maxX: 9, maxY: 8)
    #expect(rect.intersection(neighbor) == .empty, "half open: neighbors share nothing")
    #expect(rect.union(.empty) == rect && Area.empty.union(rect) == rect)
    #expect(rect.contains(.empty) && rect.contains(rect) && !rect.contains(rect.inset(by: -1)))
    #expect(rect.inset(by: 1) == Area(minX: 2, minY: 3, maxX: 3, maxY: 7))
    #expect(rect.inset(by: 2).isEmpty && rect.inset(by: 2).width == 0)
    #expect(rect.contains(Point(x: Fixed(1), y: Fixed(2))))
    #expect(rect.contains(Point(x: Fixed(raw: 4 * 256 - 1), y: Fixed(raw: 8 * 256 - 1))))
    #expect(!rect.contains(Point(x: Fixed(4), y: Fixed(2))))
    #expect(Area(minX: 5, minY: 0, maxX: 2, maxY: 3).isEmpty)
    #expect(Area(minX: 0, minY: 0, maxX: 32_767, maxY: 32_767).area == 1_073_676_289)
  }
}
