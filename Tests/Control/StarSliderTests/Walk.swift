import Display
import StarSlider
import TestSupport

/// A seeded walk of values on a screen with one buffer or several, in jumps and in small moves. Every frame is compared
/// with a full repaint; what was stored is seen by painting once more onto the frame's complement.
final class Walk {
  /// The first thing that was wrong.
  private(set) var fault: String?
  /// Pixels that partial repaints stored, and those that differed in the buffer.
  private(set) var stored = 0
  private(set) var differing = 0
  /// Buffers that were brought up to date before their frame.
  private(set) var caughtUp = 0
  /// Area of damage, and of boxes around what differed on the screen, where one star changed.
  private(set) var damaged = 0
  private(set) var boxes = 0

  private let format: PixelFormat
  private let transform: ScreenTransform
  private let configuration: SliderConfiguration
  private let bounds: Rect<LayoutSpace>
  private var random: SplitMix64

  init(
    format: PixelFormat, rotation: Rotation, step: Step, seed: UInt64, arrangement: Arrangement = Arrangement.all[0]
  ) throws {
    self.format = format
    let isUpright = rotation.swapsAxes != arrangement.isVertical
    let physical: Size<PhysicalSpace> = isUpright ? Size(width: 29, height: 133) : Size(width: 133, height: 29)
    transform = ScreenTransform(physical: physical, rotation: rotation)
    var configuration = SliderConfiguration(scale: try Scale(step: step), spacing: 3)
    arrangement.apply(to: &configuration)
    self.configuration = configuration
    bounds = arrangement.rect(along: (2, 130), across: (1, 28))
    random = SplitMix64(seed: seed)
  }

  private func slider() -> StarSlider {
    (try? StarSlider(configuration, bounds: bounds, on: transform, format: format))!
  }

  private func screen(_ buffers: Int) -> MemoryDisplay {
    let pitch = Int(transform.physical.width * format.bytesPerPixel) + 3
    return MemoryDisplay(size: transform.physical, format: format, pitch: pitch, buffers: buffers)!
  }

  /// With `catchesUp` the buffer that is next is sometimes brought up to date before its frame.
  func go(frames: Int, buffers: Int, catchesUp: Bool = false) throws(DisplayError) {
    let (slider, twin, whole) = (slider(), slider(), slider())
    let (display, reference, scratch) = (screen(buffers), screen(1), screen(1))
    let maximum = configuration.scale.maximum
    var before: [UInt32]?
    var last: Int32 = 0
    /// Of the last frames, the latest first.
    var damages: [Region<PhysicalSpace>] = []
    for i in 0..<frames {
      let near = max(configuration.scale.step.perStar / 20, 1)
      let value =
        random.oneIn(2) ? random.int32(in: 0...maximum) : min(max(last + random.int32(in: -near...near), 0), maximum)
      for each in [slider, twin, whole] { each.set(value) }
      guard let frame = try display.nextFrame(), let full = try reference.nextFrame()?.surface,
        let copy = try scratch.nextFrame()?.surface
      else { return }
      let held = pixels(of: frame.surface)
      let damage = slider.paint(into: frame.surface, age: frame.age)
      try display.present(damage)
      _ = whole.paint(into: full, age: 0)
      let now = pixels(of: full)
      if bytes(of: frame.surface) != bytes(of: full) { complain("frame \(i), age \(frame.age): not as a full repaint") }
      complement(full, into: copy)
      let blank = pixels(of: copy)
      _ = twin.paint(into: copy, age: frame.age)
      let touched = different(blank, pixels(of: copy))
      if frame.age > 0 {
        stored += touched.count
        differing += different(held, now).count
        let since = [damage] + damages.prefix(frame.age - 1)
        if !touched.allSatisfy({ pixel in since.contains { contains($0, pixel) } }) {
          complain("frame \(i), age \(frame.age): stored outside the damage since then")
        }
      }
      if let before { check(damage, different(before, now), from: last, to: value, frame: i) }
      if catchesUp && random.oneIn(2), let spare = display.spareBuffer() {
        slider.repaint(spare.surface, age: spare.age)
        display.markCurrent()
        caughtUp += 1
        if bytes(of: spare.surface) != bytes(of: full) { complain("frame \(i): caught up, and not as a full repaint") }
      }
      damages.insert(damage, at: 0)
      before = now
      last = value
    }
  }

  /// Damage covers what differs, and is as small as a box around it where only one star changes.
  private func check(_ damage: Region<PhysicalSpace>, _ changed: [Int], from: Int32, to: Int32, frame: Int) {
    if !changed.allSatisfy({ contains(damage, $0) }) { complain("frame \(frame): damage does not cover") }
    let perStar = configuration.scale.step.perStar
    if from == to || min(from, to) / perStar != (max(from, to) - 1) / perStar { return }
    var box = Rect<PhysicalSpace>.empty
    for i in changed {
      let (x, y) = place(i)
      box = box.union(Rect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
    }
    boxes += Int(box.area)
    for i in 0..<damage.count { damaged += Int(damage[i].area) }
  }

  private func place(_ i: Int) -> (x: Int32, y: Int32) {
    let width = Int(transform.physical.width)
    return (Int32(i % width), Int32(i / width))
  }

  private func contains(_ damage: Region<PhysicalSpace>, _ i: Int) -> Bool {
    let (x, y) = place(i)
    for j in 0..<damage.count
    where damage[j].minX <= x && x < damage[j].maxX && damage[j].minY <= y && y < damage[j].maxY {
      return true
    }
    return false
  }

  private func complain(_ what: String) {
    if fault == nil { fault = what }
  }

  private func different(_ a: [UInt32], _ b: [UInt32]) -> [Int] {
    var found: [Int] = []
    for i in 0..<a.count where a[i] != b[i] { found.append(i) }
    return found
  }

  private func pixels(of surface: Surface) -> [UInt32] {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(Int(surface.size.width) * Int(surface.size.height))
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width { pixels.append(surface.pixel(x: x, y: y)) }
    }
    return pixels
  }

  private func bytes(of surface: Surface) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: surface.base, count: surface.pitch * Int(surface.size.height)))
  }

  private func complement(_ surface: Surface, into other: Surface) {
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width { other.setPixel(x: x, y: y, to: ~surface.pixel(x: x, y: y)) }
    }
  }
}
