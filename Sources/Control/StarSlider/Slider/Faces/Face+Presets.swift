extension Face {
  /// Green stars with a green stroke, for thanking visitors. The green stroke shows that even an answer of 0 stars was accepted.
  package static var thanks: Face { Face(fill: Color(rgb: 0x2e_9e5b), stroke: Color(rgb: 0x1b_6b3a)) }

  /// Five smileys from sad and red to happy and green, one per star of a row.
  package static var smileys: [Face] {
    let colors: [UInt32] = [0xe5_5b4d, 0xf0_9546, 0xf5_d04c, 0xa9_cf54, 0x5c_b85c]
    return zip(Shape.smileys, colors).map { Face(shape: $0, fill: Color(rgb: $1)) }
  }

  /// The face of a disabled control. Its colors are moved halfway to gray, and then two fifths of the way to the background; images are
  /// changed in a similar way. Full and empty parts remain distinguishable.
  package var disabled: Face {
    func pale(_ color: Color) -> Color { color.mixed(with: color.gray, 128).mixed(with: background, 102) }
    var face = self
    face.fill = pale(fill)
    face.empty = pale(empty)
    face.stroke = pale(stroke)
    face.emptyStroke = emptyStroke.map(pale)
    if let images {
      face.images = Images(empty: images.empty.faded, half: images.half?.faded, full: images.full.faded)
    }
    return face
  }
}

extension SliderConfiguration {
  /// The faces for each part of the scale. There is a part for each color of `fillsByValue`, or a single part if there are none.
  var filledFaces: [[Face]] {
    if fillsByValue.isEmpty { return [faces] }
    return fillsByValue.map { fill in
      faces.map {
        var face = $0
        face.fill = fill
        return face
      }
    }
  }

  /// All faces with their fills.
  package var everyFace: [Face] { filledFaces.flatMap { $0 } }

  /// The faces that are drawn for each part of the scale. They are paler if the control is disabled.
  var shownFaces: [[Face]] { isEnabled ? filledFaces : filledFaces.map(Self.disabled) }

  /// Returns the disabled faces. Equal faces share their images.
  private static func disabled(_ faces: [Face]) -> [Face] {
    var shown: [Face] = []
    for (i, face) in faces.enumerated() {
      let known = faces[..<i].firstIndex(of: face)
      shown.append(known.map { shown[$0] } ?? face.disabled)
    }
    return shown
  }
}
