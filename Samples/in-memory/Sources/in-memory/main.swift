// The rating control without a screen. The program simulates touches, prints the events, draws to its own memory, and writes a picture.
//
//     swift run in-memory stars.ppm

import Foundation
import StarSlider

// A surface: any memory with any pitch. Here a row is 64 bytes longer than its pixels.
let size = Size<PhysicalSpace>(width: 480, height: 120)
let pitch = Int(size.width) * 4 + 64
let memory = UnsafeMutableRawPointer.allocate(byteCount: pitch * Int(size.height), alignment: 64)
let surface = Surface(base: memory, pitch: pitch, size: size, format: .xrgb8888)
surface.fill(surface.bounds, with: .white)

// A slider: a scale, a face, bounds.
let screen = ScreenTransform(physical: size, rotation: .none)
let scale = try Scale(starCount: 5, step: .half)
var configuration = SliderConfiguration(scale: scale, spacing: 8, margin: 12)
configuration.face.fill = Color(rgb: 0xf5_b301)
configuration.clearsOnRepeatedTap = true
let slider = try StarSlider(configuration, bounds: Rect(screen.layout), on: screen, format: surface.format)

/// Returns an event's value in words.
func words(_ event: RatingEvent) -> String { event.stars.map { "\($0) stars" } ?? "unrated" }

/// Handles one change of a contact, prints the event, and paints.
@MainActor func touch(_ phase: TouchPhase, atX x: Int32) {
  let event = slider.handle(TouchEvent(phase, contact: 1, at: Point(x: Fixed(x), y: Fixed(60))))
  if let event {
    switch event.kind {
    case .editing: print("editing   " + words(event))
    case .committed: print("committed " + words(event))
    case .cancelled: print("cancelled, again " + words(event))
    }
  }
  let damage = slider.paint(into: surface, age: 1)
  for i in 0..<damage.count {
    let rect = damage[i]
    print("          repainted \(rect.width)x\(rect.height) at \(rect.minX),\(rect.minY)")
  }
}

_ = slider.paint(into: surface, age: 0)
touch(.began, atX: 130)
for x in stride(from: Int32(150), through: 330, by: 20) { touch(.moved, atX: x) }
touch(.ended, atX: 330)
// What a screen reader would speak.
print("spoken    " + slider.accessibilityValue.text)

let picture = surface.ppm
memory.deallocate()
let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "stars.ppm"
do {
  try Data(picture).write(to: URL(fileURLWithPath: path))
} catch {
  FileHandle.standardError.write(Data("cannot write \(path): \(error.localizedDescription)\n".utf8))
  exit(1)
}
print("wrote " + path)
