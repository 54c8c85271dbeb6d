import Display
import StarSlider
import TestSupport
import Testing

@testable import Screens

/// What stays during a change of screens.
@Suite struct EqualPartsTests {
  private typealias Box = Rect<PhysicalSpace>

  private static func pictures(_ size: Size<PhysicalSpace>) throws -> (
    old: Surface, new: Surface, ground: Surface, PictureMemory
  ) {
    let memory = try #require(PictureMemory(3, size: size, format: .xrgb8888))
    return (memory[0], memory[1], memory[2], memory)
  }

  /// A star whose outline differs leaves as a whole, although most of it is the same; another one beside it stays.
  @Test func aPieceDoesNotStay() throws {
    let (old, new, ground, memory) = try Self.pictures(Size(width: 200, height: 80))
    let (changed, same) = (Box(minX: 10, minY: 10, maxX: 70, maxY: 70), Box(minX: 90, minY: 10, maxX: 150, maxY: 70))
    for picture in [old, new] { for box in [changed, same] { picture.fill(box, with: Color(rgb: 0xE3E0D8)) } }
    new.fill(Box(minX: 10, minY: 10, maxX: 70, maxY: 11), with: Color(rgb: 0x1A7A43))
    let places = EqualParts(old, new, on: ground).places
    #expect(places.allSatisfy { $0.minX >= 88 } && places.map { $0.minX }.min() == 88)
    #expect(places.reduce(0) { $0 + $1.width * $1.height } >= same.width * same.height)
    withExtendedLifetime(memory) {}
  }

  /// A word that changes right below a star does not take it along, although their squares touch.
  @Test func neighborsStay() throws {
    let (old, new, ground, memory) = try Self.pictures(Size(width: 80, height: 80))
    let (star, word) = (Box(minX: 8, minY: 8, maxX: 56, maxY: 46), Box(minX: 8, minY: 49, maxX: 56, maxY: 60))
    for picture in [old, new] { picture.fill(star, with: Color(rgb: 0xFFB000)) }
    old.fill(word, with: .black)
    #expect(EqualParts(old, new, on: ground).places.map { $0.maxY }.max() == 48)
    old.fill(Box(minX: 8, minY: 46, maxX: 9, maxY: 49), with: .black)
    #expect(EqualParts(old, new, on: ground).places.isEmpty)
    withExtendedLifetime(memory) {}
  }

  /// What stays is the same on both screens, with every pixel that touches it.
  @Test func randomBoxes() throws {
    var random = SplitMix64(seed: 291_126)
    var count = 0
    for _ in 0..<300 {
      let size = Size<PhysicalSpace>(
        width: .random(in: 1...150, using: &random), height: .random(in: 1...90, using: &random))
      let (old, new, ground, memory) = try Self.pictures(size)
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let (x, y) = (
          Int32.random(in: -9..<size.width, using: &random), Int32.random(in: -9..<size.height, using: &random)
        )
        let box = Box(
          minX: x, minY: y, maxX: x + .random(in: 1...30, using: &random), maxY: y + .random(in: 1...30, using: &random)
        )
        let color = Color(rgb: .random(in: 1...0xFF_FFFF, using: &random))
        let side = Int.random(in: 0..<4, using: &random)
        if side != 0 { old.fill(box, with: color) }
        if side != 1 { new.fill(box, with: color) }
      }
      let screen = Box(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
      func isInk(_ x: Int32, _ y: Int32) -> Bool {
        [old, new].contains { $0.pixel(x: x, y: y) != ground.pixel(x: x, y: y) }
      }
      for place in EqualParts(old, new, on: ground).places {
        count += 1
        #expect(!old.equals(ground, in: place) && old.equals(new, in: place))
        for y in place.minY..<place.maxY {
          for x in place.minX..<place.maxX where isInk(x, y) {
            let around = Box(minX: x - 1, minY: y - 1, maxX: x + 2, maxY: y + 2).intersection(screen)
            for v in around.minY..<around.maxY {
              for u in around.minX..<around.maxX where old.pixel(x: u, y: v) != new.pixel(x: u, y: v) {
                Issue.record("\(u), \(v) differs beside \(x), \(y)")
              }
            }
          }
        }
      }
      withExtendedLifetime(memory) {}
    }
    #expect(count > 300)
  }
}
