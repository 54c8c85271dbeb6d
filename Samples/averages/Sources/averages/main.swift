// A page of average ratings, like those beside the products of a shop: rows of small stars that show a value and ignore touches.
//
//     swift run averages averages.ppm

import Foundation
import StarSlider

// Products and the average ratings of their customers.
let products: [(name: String, stars: Double)] = [
  ("Tent", 4.63), ("Stove", 3.2), ("Lamp", 2.499), ("Rope", 5), ("Map", 0.75), ("Spade", 0),
]
let size = Size<PhysicalSpace>(width: 320, height: Int32(products.count) * 64)
let pitch = Int(size.width) * 4
let memory = UnsafeMutableRawPointer.allocate(byteCount: pitch * Int(size.height), alignment: 64)
let surface = Surface(base: memory, pitch: pitch, size: size, format: .xrgb8888)
let screen = ScreenTransform(physical: size, rotation: .none)

// A continuous scale does not round an average to a step.
let exact = try Scale(starCount: 5, step: .continuous)
var configuration = SliderConfiguration(scale: exact, spacing: 8, margin: 8)
configuration.isInteractive = false
configuration.face.fill = Color(rgb: 0xff_b000)
configuration.face.lineWidth = 0

for (row, product) in products.enumerated() {
  configuration.face.background = Color(rgb: row.isMultiple(of: 2) ? 0xff_ffff : 0xf7_f5f0)
  configuration.face.empty = Color(rgb: 0xd9_d5ca)
  let top = Int32(row) * 64
  let bounds = Rect<LayoutSpace>(minX: 0, minY: top, maxX: size.width, maxY: top + 64)
  let slider = try StarSlider(configuration, bounds: bounds, on: screen, format: surface.format)
  slider.set(stars: product.stars)
  _ = slider.paint(into: surface, age: 0)
  print("\(product.name): \(product.stars) stars")
}

let path = CommandLine.arguments.dropFirst().first ?? "averages.ppm"
try Data(surface.ppm).write(to: URL(fileURLWithPath: path))
print("wrote " + path)
memory.deallocate()
