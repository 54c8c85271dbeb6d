import TestSupport
import Testing

@testable import StarSlider

/// Repaints of what differs are repaints of everything, for faces of all kinds.
@Suite struct FaceWalkTests {
  enum Kind: CaseIterable {
    case twoImages
    case threeImages
    case smileys
    case mixed
  }

  private static func noise(_ random: inout SplitMix64, _ width: Int32, _ height: Int32) -> Image {
    var rgba = (0..<Int(width * height) * 4).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    // Clear corners, as pictures of stars have them.
    for y in 0..<Int(height) {
      for x in 0..<Int(width) where x + y < Int(width) / 3 { rgba[4 * (y * Int(width) + x) + 3] = 0 }
    }
    return Image(width: width, height: height, rgba: rgba)!
  }

  private static func faces(_ kind: Kind) -> [Face] {
    var random = SplitMix64(seed: 70)
    let empty = noise(&random, 37, 23)
    let full = noise(&random, 37, 23)
    let half = noise(&random, 19, 20)
    let two = Face(empty: empty, full: full, background: Color(rgb: 0x30_5a11))
    let three = Face(empty: empty, half: half, full: full)
    return switch kind {
    case .twoImages: [two]
    case .threeImages: [three]
    case .smileys: Face.smileys
    case .mixed: [three, two, Face(shape: .heart), two.disabled]
    }
  }

  @Test(arguments: Kind.allCases, Rotation.allCases)
  func partialRepaintsAreWholeOnes(kind: Kind, rotation: Rotation) throws {
    for format in [PixelFormat.xrgb8888, .rgb565, .rgb888] {
      for (i, direction) in [FillDirection.right, .left, .up].enumerated() {
        for (j, step) in [Step.whole, .half, .continuous].enumerated() {
          var walk = try FaceWalk(
            Self.faces(kind), direction, step, rotation: rotation, format: format, seed: UInt64(71 + 3 * i + j))
          walk.isExact = kind == .threeImages
          if let fault = try walk.go(frames: 60) {
            Issue.record("\(kind) \(format.name) \(rotation) \(direction) \(step.perStar): \(fault)")
          }
        }
      }
    }
  }
}

/// A seeded walk of values on one buffer. Every frame is compared with a full repaint, and damage with what differs.
struct FaceWalk {
  /// Damage is the box around what differs, where one star changes; else it may be one mixed line larger.
  var isExact = false

  private let slider: StarSlider
  private let whole: StarSlider
  private let screen: GuardedScreen
  private let reference: GuardedScreen
  private var random: SplitMix64

  init(
    _ faces: [Face], _ direction: FillDirection, _ step: Step, rotation: Rotation, format: PixelFormat, seed: UInt64
  ) throws {
    var configuration = SliderConfiguration(scale: try Scale(step: step), spacing: 3)
    configuration.faces = faces
    configuration.isVertical = direction == .up
    configuration.layoutDirection = direction == .left ? .rightToLeft : .leftToRight
    let isWide = (direction == .up) == rotation.swapsAxes
    let size = isWide ? Size<PhysicalSpace>(width: 133, height: 29) : Size(width: 29, height: 133)
    let transform = ScreenTransform(physical: size, rotation: rotation)
    let bounds = Rect(transform.layout).inset(by: 1)
    slider = try StarSlider(configuration, bounds: bounds, on: transform, format: format)
    whole = try StarSlider(configuration, bounds: bounds, on: transform, format: format)
    let pitch = Int(size.width * format.bytesPerPixel) + 3
    screen = GuardedScreen(size: size, format: format, pitch: pitch)
    reference = GuardedScreen(size: size, format: format, pitch: pitch)
    random = SplitMix64(seed: seed)
  }

  /// The first fault, in words.
  mutating func go(frames: Int) throws -> String? {
    let scale = slider.layout.scale
    let perStar = scale.step.perStar
    var last: Int32 = 0
    for i in 0..<frames {
      let near = max(perStar / 20, 1)
      let value =
        random.oneIn(2)
        ? random.int32(in: 0...scale.maximum) : min(max(last + random.int32(in: -near...near), 0), scale.maximum)
      slider.set(value)
      whole.set(value)
      let before = pixels(reference.surface)
      let damage = slider.paint(into: screen.surface, age: i == 0 ? 0 : 1)
      _ = whole.paint(into: reference.surface, age: 0)
      let now = pixels(reference.surface)
      if pixels(screen.surface) != now { return "frame \(i), \(last) to \(value): not as a full repaint" }
      if i > 0 {
        let box = differing(before, now, damage)
        guard let box else { return "frame \(i), \(last) to \(value): damage does not cover" }
        let isOneStar = last != value && min(last, value) / perStar == (max(last, value) - 1) / perStar
        if isOneStar && isExact && damage.bounds != box { return "frame \(i): damage \(damage.bounds) of \(box)" }
      }
      last = value
    }
    return nil
  }

  private func pixels(_ surface: Surface) -> [UInt32] {
    var pixels: [UInt32] = []
    for y in 0..<surface.size.height { for x in 0..<surface.size.width { pixels.append(surface.pixel(x: x, y: y)) } }
    return pixels
  }

  /// The box around what differs; `nil` where some of it is no damage.
  private func differing(
    _ a: [UInt32], _ b: [UInt32], _ damage: Region<PhysicalSpace>
  ) -> Rect<PhysicalSpace>? {
    var box = Rect<PhysicalSpace>.empty
    let width = Int(screen.surface.size.width)
    for i in 0..<a.count where a[i] != b[i] {
      let pixel = Rect<PhysicalSpace>(
        minX: Int32(i % width), minY: Int32(i / width), maxX: Int32(i % width) + 1, maxY: Int32(i / width) + 1)
      box = box.union(pixel)
      var isCovered = false
      for j in 0..<damage.count where damage[j].contains(pixel) { isCovered = true }
      if !isCovered { return nil }
    }
    return box
  }
}
