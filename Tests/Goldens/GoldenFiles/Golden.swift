import Display
import Foundation
import Pictures
import Scenes
import TestSupport

/// A picture of three bytes per pixel, in rows without padding, that can be compared with another.
package struct Pixels: Equatable, Sendable {
  package let rgb: [UInt8]
  package let width: Int
  package let height: Int

  package init(_ picture: ScenePicture) {
    self.init(rgb: picture.rgb, width: Int(picture.width), height: Int(picture.height))
  }

  /// The fingerprint that `star-kiosk selftest` compares.
  package var fingerprint: UInt64 { ScenePicture(rgb: rgb, width: Int32(width), height: Int32(height)).fingerprint }

  package init(png: [UInt8]) throws {
    let (rgb, size) = try pixels(ofPNG: png)
    self.init(rgb: rgb, width: Int(size.width), height: Int(size.height))
  }

  init(rgb: [UInt8], width: Int, height: Int) {
    self.rgb = rgb
    self.width = width
    self.height = height
  }

  func color(_ x: Int, _ y: Int) -> [UInt8] {
    x < width && y < height ? Array(rgb[3 * (y * width + x)..<3 * (y * width + x) + 3]) : [0x80, 0x80, 0x80]
  }

  /// Returns the number of pixels that differ from another picture, or that only one of them has.
  package func differences(from other: Pixels) -> Int {
    var count = 0
    for y in 0..<max(height, other.height) {
      for x in 0..<max(width, other.width) where !isSame(as: other, x, y) { count += 1 }
    }
    return count
  }

  private func isSame(as other: Pixels, _ x: Int, _ y: Int) -> Bool {
    let isHere = x < width && y < height
    return isHere == (x < other.width && y < other.height) && color(x, y) == other.color(x, y)
  }

  /// Returns expected, difference and actual side by side. In the difference, pixels that differ are red, others black.
  package static func comparison(expected: Pixels, actual: Pixels) -> Pixels {
    let (width, height) = (max(expected.width, actual.width), max(expected.height, actual.height))
    let gap = 4
    var rgb: [UInt8] = []
    for y in 0..<height {
      for x in 0..<3 * width + 2 * gap {
        let (panel, column) = (x / (width + gap), x % (width + gap))
        if column >= width {
          rgb += [0x80, 0x80, 0x80]
        } else if panel == 0 {
          rgb += expected.color(column, y)
        } else if panel == 1 {
          rgb += actual.isSame(as: expected, column, y) ? [0, 0, 0] : [255, 0, 0]
        } else {
          rgb += actual.color(column, y)
        }
      }
    }
    return Pixels(rgb: rgb, width: 3 * width + 2 * gap, height: height)
  }

  /// A picture without pixels.
  package static let none = Pixels(rgb: [], width: 0, height: 0)

  package func png() throws(PNGError) -> [UInt8] {
    try PNG.encode(rgb: rgb, width: Int32(width), height: Int32(height))
  }
}

/// The pictures that have goldens: the scenes, the gallery, the sheets of screens, and the sheet of scripts.
package enum Goldens {
  package static var names: [String] {
    Scene.all.map { $0.name } + ["gallery", TextSheet.name] + ScreenSheet.all.map { $0.name }
      + KindSheet.all.map { $0.name } + PictureSheet.all.map { $0.name } + PhotoSheet.all.map { $0.name }
      + PressSheet.all.map { $0.name }
  }

  /// Renders a picture. Returns `nil` for an unknown name, or if a slider cannot be made.
  package static func render(_ name: String) throws -> Pixels? {
    if let sheet = ScreenSheet.all.first(where: { $0.name == name }) { return try sheet.render() }
    if let sheet = KindSheet.all.first(where: { $0.name == name }) { return try sheet.render() }
    if let sheet = PictureSheet.all.first(where: { $0.name == name }) { return try sheet.render() }
    if let sheet = PhotoSheet.all.first(where: { $0.name == name }) { return try sheet.render() }
    if let sheet = PressSheet.all.first(where: { $0.name == name }) { return try sheet.render() }
    if name == TextSheet.name { return try TextSheet.render() }
    if name == "gallery" {
      return Pixels(Gallery.render())
    }
    return Scene.all.first { $0.name == name }?.render().map { Pixels($0) }
  }
}

/// The files of goldens and comparisons.
package enum GoldenFiles {
  /// The package's folder.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func golden(_ name: String) -> URL { package.appending(path: "Tests/Goldens/\(name).png") }

  /// The file of a comparison.
  package static func comparison(_ name: String) -> URL {
    package.appending(path: ".build/goldens/\(name)-expected-difference-actual.png")
  }

  /// Returns the approved picture, or `nil` if there is no file.
  package static func approved(_ name: String) throws -> Pixels? {
    guard let data = FileManager.default.contents(atPath: golden(name).path) else { return nil }
    return try Pixels(png: [UInt8](data))
  }

  /// Writes the comparison and returns its path.
  package static func writeComparison(_ name: String, expected: Pixels, actual: Pixels) throws -> String {
    let file = comparison(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(Pixels.comparison(expected: expected, actual: actual).png()).write(to: file)
    return file.path
  }

  /// The generated source file with the goldens' fingerprints, for programs without the golden files.
  package static let fingerprints = package.appending(path: "Sources/Display/Scenes/Fingerprints.swift")

  /// Generates that file from the goldens, not from what this machine renders.
  package static func fingerprintSource() throws -> String {
    var rows = ""
    for scene in Scene.all {
      rows += "    \(try fingerprint(scene.name)),  // \(scene.name)\n"
    }
    return """
      // Generated by tools/approve from Tests/Goldens. Do not edit.

      extension Scene {
        /// The fingerprints of the approved pictures, in the order of `all`.
        package static let approved: [UInt64] = [
      \(rows)  ]

        /// The fingerprint of the approved gallery.
        package static let approvedGallery: UInt64 = \(try fingerprint("gallery"))
      }

      """
  }

  /// Returns a golden's fingerprint, as in 0x0123_4567_89ab_cdef, or 0 if there is no golden.
  private static func fingerprint(_ name: String) throws -> String {
    let digits = String(try approved(name)?.fingerprint ?? 0, radix: 16)
    let sixteen = String(repeating: "0", count: 16 - digits.count) + digits
    return "0x" + stride(from: 0, to: 16, by: 4).map { sixteen.dropFirst($0).prefix(4) }.joined(separator: "_")
  }

  /// Returns the names of all golden files.
  package static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: golden("x").deletingLastPathComponent().path)
      .filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) }.sorted()
  }
}
