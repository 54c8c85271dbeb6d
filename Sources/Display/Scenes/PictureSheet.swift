import StarSlider

/// Small pictures in rows.
package struct PictureSheet {
  /// The side of the square of pixels that becomes one pixel of a small picture.
  private let divisor: Int32
  /// The gap between the pictures, in pixels, and its gray.
  private let gap: Int32
  private let gray: UInt8
  private var rows: [[ScenePicture]] = [[]]

  /// - Parameters:
  ///   - size: The size of the pictures that are added.
  ///   - width: The maximum width of a small picture, in pixels.
  package init(of size: Size<PhysicalSpace>, upTo width: Int32, gap: Int32, gray: UInt8) {
    (divisor, self.gap, self.gray) = ((size.width + width - 1) / width, gap, gray)
  }

  package mutating func add(_ picture: ScenePicture) { rows[rows.count - 1].append(picture.reduced(by: divisor)) }

  package mutating func endRow() { rows.append([]) }

  package var picture: ScenePicture {
    let filled = rows.filter { !$0.isEmpty }
    let (width, height) = (filled.first?.first?.width ?? 0, filled.first?.first?.height ?? 0)
    let columns = Int32(filled.reduce(0) { max($0, $1.count) })
    var sheet = ScenePicture(
      width: columns * (width + gap) + gap, height: Int32(filled.count) * (height + gap) + gap, gray: gray)
    for (row, pictures) in filled.enumerated() {
      for (column, picture) in pictures.enumerated() {
        sheet.draw(picture, x: gap + Int32(column) * (width + gap), y: gap + Int32(row) * (height + gap))
      }
    }
    return sheet
  }
}
