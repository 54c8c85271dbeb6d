import Display
import Foundation
import Screens
import StarSlider
import Survey

/// The moving picture in README: a visit of one question. The stars of the start screen light up, a tap opens the question, a finger gives
/// four stars, and the thanks follow.
package enum ReadmePicture {
  package static let name = "visit"
  package static let path = GoldenFiles.package.appending(path: "docs/pictures/visit.png")

  private static let size = Size<LayoutSpace>(width: 480, height: 288)
  /// The time between two frames, in milliseconds.
  private static let step = 60

  /// Returns the approved picture, or `nil` if there is no file.
  package static func approved() throws -> AnimatedPNG? {
    guard let data = FileManager.default.contents(atPath: path.path) else { return nil }
    return try AnimatedPNG(file: [UInt8](data))
  }

  /// Renders the picture.
  package static func render() throws -> AnimatedPNG {
    let transform = ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none)
    var design = ScreenSheet.design(.light, size)
    design.hasMotion = true
    let screens = try ScreenSet(
      design, languages: [ScreenSheet.english, ScreenSheet.arabic], on: transform, format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
    guard let change = ScreenChange(on: transform, format: .xrgb8888, moves: true),
      let display = MemoryDisplay(size: transform.physical, format: .xrgb8888)
    else { preconditionFailure("there is memory for a small picture") }
    var film = Film(display: display, screen: screens.screen(.attract, language: 0))
    film.screen.show()
    // The stars light up 2 s after the invitation.
    film.screen.invite(from: -1_700_000_000, value: nil)
    try film.run(until: 1_900)
    let start = film.screen.bounds(of: .start)?.center ?? film.screen.center
    try film.touch([start], for: 120)
    film.replace(by: screens.screen(.question(0), language: 0), change)
    try film.run(until: 2_700)
    guard let stars = film.screen.slider?.layout else { preconditionFailure("the question has stars") }
    func place(_ tenths: Int32) -> Point<LayoutSpace> {
      let (first, second) = (stars.star(0).center, stars.star(1).center)
      return Point(x: first.x + (second.x - first.x) * tenths / 10, y: first.y)
    }
    try film.touch((10...30).map { place($0) }, for: 840)
    let value = film.screen.slider?.value
    film.replace(by: screens.screen(.thanks, language: 0), change, value: value, thanks: true)
    try film.run(until: 5_700)
    film.replace(by: screens.screen(.attract, language: 0), change)
    try film.run(until: 6_000)
    return film.animation
  }

  /// Screens at successive times, and the finger on them.
  private struct Film {
    let display: MemoryDisplay
    var screen: Screen
    var animation = AnimatedPNG()
    /// The time, in milliseconds.
    private var now = 0
    private var finger: Point<LayoutSpace>?

    init(display: MemoryDisplay, screen: Screen) { (self.display, self.screen) = (display, screen) }

    /// Shows the screen until a time.
    mutating func run(until end: Int) throws {
      while now < end {
        try show(for: min(ReadmePicture.step, end - now))
      }
    }

    /// Touches places one after another, in a number of milliseconds.
    mutating func touch(_ places: [Point<LayoutSpace>], for milliseconds: Int) throws {
      screen.finishMotion()
      for (i, place) in places.enumerated() {
        finger = place
        _ = screen.handle(TouchEvent(i == 0 ? .began : .moved, contact: 1, at: place))
        try run(until: now + milliseconds / places.count)
      }
      if let place = places.last { _ = screen.handle(TouchEvent(.ended, contact: 1, at: place)) }
      finger = nil
    }

    /// Replaces the screen as the kiosk does.
    mutating func replace(by next: Screen, _ change: ScreenChange, value: Int32? = nil, thanks: Bool = false) {
      let time = Int64(now) * 1_000_000
      change.leave(screen, movedBy: .none)
      screen = next
      screen.show()
      screen.slider?.set(value)
      if thanks { screen.thank(from: time + change.length) }
      screen.appear(by: change, movedBy: .none, at: time)
    }

    private mutating func show(for milliseconds: Int) throws {
      let time = Int64(now) * 1_000_000
      while let deadline = screen.deadline, deadline <= time { screen.update(at: time) }
      if screen.needsPaint, let frame = try display.nextFrame() { try display.present(screen.paint(frame)) }
      guard let scanout = display.scanout else { preconditionFailure("a frame was presented") }
      animation.add(
        Pixels(rgb: marked(scanout.rgb), width: Int(size.width), height: Int(size.height)), for: milliseconds)
      now += milliseconds
    }

    /// Darkens the pixels under the finger.
    private func marked(_ rgb: [UInt8]) -> [UInt8] {
      guard let finger else { return rgb }
      var rgb = rgb
      let (x, y, radius) = (finger.x.floor, finger.y.floor, 13 as Int32)
      for row in max(y - radius, 0)...min(y + radius, size.height - 1) {
        for column in max(x - radius, 0)...min(x + radius, size.width - 1) {
          let (dx, dy) = (column - x, row - y)
          if dx * dx + dy * dy > radius * radius { continue }
          let i = Int(row * size.width + column) * 3
          for channel in i..<i + 3 { rgb[channel] = UInt8(Int(rgb[channel]) * 5 / 8) }
        }
      }
      return rgb
    }
  }
}
