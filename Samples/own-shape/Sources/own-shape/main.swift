// Your own shape: five drops of water that fill up.
//
//     swift run own-shape own-shape.ppm

import Foundation
import StarSlider

/// Returns a drop in a box with a side of 1000: two straight flanks from the tip, and an arc at the bottom.
func drop() throws -> Shape {
  var outline: [(x: Int32, y: Int32)] = [(500, 0)]
  // The flanks touch the circle around (500, 660) with radius 340 where it is 31 degrees above its middle.
  for degrees in stride(from: -31.0, through: 211.0, by: 6) {
    let angle = degrees * .pi / 180
    outline.append((x: Int32((500 + 340 * cos(angle)).rounded()), y: Int32((660 + 340 * sin(angle)).rounded())))
  }
  return try Shape(outline: outline, in: 1000)
}

let size = Size<PhysicalSpace>(width: 560, height: 128)
let pitch = Int(size.width) * 4
let memory = UnsafeMutableRawPointer.allocate(byteCount: pitch * Int(size.height), alignment: 64)
let surface = Surface(base: memory, pitch: pitch, size: size, format: .xrgb8888)
let screen = ScreenTransform(physical: size, rotation: .none)

let scale = try Scale(starCount: 5, step: .quarter)
var configuration = SliderConfiguration(scale: scale, spacing: 16, margin: 16)
configuration.face = Face(shape: try drop(), fill: Color(rgb: 0x1e_88e5), empty: Color(rgb: 0xe3_f2fd))
configuration.face.stroke = Color(rgb: 0x0d_47a1)
let slider = try StarSlider(configuration, bounds: Rect(screen.layout), on: screen, format: surface.format)
slider.set(stars: 3.25)
_ = slider.paint(into: surface, age: 0)

let path = CommandLine.arguments.dropFirst().first ?? "own-shape.ppm"
try Data(surface.ppm).write(to: URL(fileURLWithPath: path))
print("wrote " + path)
memory.deallocate()
