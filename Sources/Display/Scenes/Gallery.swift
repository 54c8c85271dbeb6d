import Display
import StarSlider

/// A sheet of the control's possible appearances: faces, steps, directions, styles, and sizes from 16 to 512 px.
package enum Gallery {
  private static var width: Int32 { 1120 }
  private static var margin: Int32 { 40 }
  private static var inner: Int32 { width - 2 * margin }

  package static func render() -> ScenePicture {
    var sheet = ScenePicture(width: width, height: 3128)
    var y = margin
    y = grid("faces", faces, columns: 2, width: 500, height: 84, below: y, on: &sheet)
    let middle = y
    y = grid("steps", steps, columns: 2, width: 400, height: 68, below: y, on: &sheet)
    y = grid("directions, looks, formats", looks, columns: 2, width: 400, height: 68, below: y, on: &sheet)
    title("vertical", x: 956, y: middle, on: &sheet)
    let column = Rect<LayoutSpace>(minX: 972, minY: middle + 48, maxX: 1064, maxY: y - 24)
    vertical.draw(in: column, on: &sheet)
    sizes(below: y, on: &sheet)
    return sheet
  }

  // MARK: Content

  private static var faces: [Specimen] {
    let ink = Color(rgb: 0x24_2933)
    let soft = (try? Shape.star(points: 5, innerRadius: 560, cornerRadius: 140)) ?? .star
    let flower = (try? Shape.star(points: 9, innerRadius: 720, cornerRadius: 300)) ?? .star
    let gem = Shape([
      Shape.UnitPoint(x: 16384, y: 6554), Shape.UnitPoint(x: 49152, y: 6554), Shape.UnitPoint(x: 65536, y: 26214),
      Shape.UnitPoint(x: 32768, y: 62259), Shape.UnitPoint(x: 0, y: 26214),
    ])
    return [
      Specimen("star"),
      Specimen("heart", faces: [Face(shape: .heart, fill: Color(rgb: 0xe6_394f), stroke: ink)]),
      Specimen("circle", faces: [Face(shape: .circle, fill: Color(rgb: 0x2f_80ed), stroke: Color(rgb: 0x1b_4f9c))]),
      Specimen(
        "star:5, rounded",
        faces: [Face(shape: soft, fill: Color(rgb: 0xff_b400), empty: Color(rgb: 0xe4_e7eb), lineWidth: .zero)]),
      Specimen(
        "star:9, rounded", faces: [Face(shape: flower, fill: Color(rgb: 0xb5_6ae0), stroke: Color(rgb: 0x6a_2c91))]),
      Specimen(
        "points",
        faces: [Face(shape: gem ?? .star, fill: Color(rgb: 0x2e_c4b6), stroke: Color(rgb: 0x11_6b63), join: .round)]),
      Specimen("smileys", faces: Face.smileys, value: 5_000_000),
      Specimen(
        "own background",
        faces: [
          Face(
            fill: Color(rgb: 0xff_d166), empty: Color(rgb: 0x3a_4250), background: ink, stroke: Color(rgb: 0xff_d166))
        ]),
      Specimen("two images", faces: [Face(empty: Balls.gray, full: Balls.green)]),
      Specimen("three images", faces: [Face(empty: Balls.gray, half: Balls.amber, full: Balls.green)]),
    ]
  }

  private static var steps: [Specimen] {
    guard let third = try? Step(perStar: 3) else { return [] }
    return [
      Specimen("3.3 in whole steps", .whole), Specimen("3.3 in half steps", .half),
      Specimen("3.3 in quarter steps", .quarter), Specimen("3.3 in steps of 1/3", third),
      Specimen("3.3 continuous", .continuous), Specimen("3.249 continuous", value: 3_249_000),
    ]
  }

  private static var looks: [Specimen] {
    let soft = Face(fill: Color(rgb: 0xff_b400), stroke: Color(rgb: 0x9a_5b00))
    var encoded = soft
    encoded.blending = .encoded
    return [
      Specimen("left to right", .half),
      Specimen("right to left", .half).with { $0.configuration.layoutDirection = .rightToLeft },
      Specimen("disabled", .half).with { $0.configuration.isEnabled = false },
      Specimen("thanks", .half).with { $0.thanks = true },
      Specimen("rgb565, linear light, dithered", .half, faces: [soft]).with { $0.format = .rgb565 },
      Specimen("rgb565, encoded", .half, faces: [encoded]).with { $0.format = .rgb565 },
    ]
  }

  private static var vertical: Specimen { Specimen("vertical", .half).with { $0.configuration.isVertical = true } }

  // MARK: Layout

  private static func title(_ text: String, x: Int32, y: Int32, on sheet: inout ScenePicture) {
    Caption.write(text, x: x, y: y, dot: 3, color: Color(rgb: 0x1f_2328), on: &sheet)
  }

  private static func caption(_ text: String, x: Int32, y: Int32, on sheet: inout ScenePicture) {
    Caption.write(text, x: x, y: y, dot: 2, color: Color(rgb: 0x6e_7781), on: &sheet)
  }

  /// Draws a title and specimens in columns, each below a caption. Returns the top of the next section.
  private static func grid(
    _ name: String, _ specimens: [Specimen], columns: Int32, width: Int32, height: Int32, below top: Int32,
    on sheet: inout ScenePicture
  ) -> Int32 {
    title(name, x: margin, y: top, on: &sheet)
    var y = top + 48
    for (index, specimen) in specimens.enumerated() {
      let x = margin + Int32(index) % columns * (width + 40)
      caption(specimen.caption, x: x, y: y, on: &sheet)
      specimen.draw(in: Rect(minX: x, minY: y + 24, maxX: x + width, maxY: y + 24 + height), on: &sheet)
      if Int32(index) % columns == columns - 1 { y += height + 46 }
    }
    return y + 14
  }

  /// Draws one star in every size, with its quarters filled one after another.
  private static func sizes(below top: Int32, on sheet: inout ScenePicture) {
    title("16 to 512 px at 25, 50, 75, 100 %", x: margin, y: top, on: &sheet)
    var (x, y) = (margin, top + 48)
    for side in [16, 32, 64, 128] as [Int32] {
      for quarter in 1...4 as ClosedRange<Int64> {
        star(side, quarter, x: x, y: y + 128 - side, on: &sheet)
        x += side + 5
      }
    }
    y += 128 + 16
    for quarter in 1...4 as ClosedRange<Int64> {
      star(256, quarter, x: margin + Int32(quarter - 1) * 261, y: y, on: &sheet)
    }
    y += 256 + 16
    for quarter in 1...4 as ClosedRange<Int64> {
      star(512, quarter, x: margin + Int32(quarter - 1) % 2 * 528, y: y + Int32(quarter - 1) / 2 * 528, on: &sheet)
    }
  }

  private static func star(_ side: Int32, _ quarters: Int64, x: Int32, y: Int32, on sheet: inout ScenePicture) {
    Specimen("", value: quarters * 250_000, stars: 1).draw(
      in: Rect(minX: x, minY: y, maxX: x + side, maxY: y + side), on: &sheet)
  }
}
