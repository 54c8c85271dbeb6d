/// Everything on which a slider's layout depends, except its bounds. The order in which the properties are set does not matter.
public struct SliderConfiguration: Hashable, Sendable {
  /// The side at which a horizontal row begins.
  public enum LayoutDirection: Hashable, Sendable {
    /// The first star is on the left and fills from its left edge.
    case leftToRight
    /// The first star is on the right and fills from its right edge.
    case rightToLeft
  }

  /// The values of the slider.
  public var scale: Scale
  /// The stars' faces in order, one or more. Further stars have the last face. Equal faces share their sprites.
  public var faces: [Face] {
    didSet { precondition(!faces.isEmpty, "a row needs a face") }
  }
  /// The colors of full stars by value. The scale's values above 0 are divided into as many equal parts as there are colors, and the first
  /// color is for the lowest part. Without colors, each face keeps its own fill. When the value moves to another part, the whole row is
  /// repainted.
  public var fillsByValue: [Color] = []
  /// Whether the row is vertical. The first star is then at the bottom and fills from its bottom edge.
  public var isVertical = false
  /// The side at which a horizontal row begins. A vertical one begins at the bottom.
  public var layoutDirection = LayoutDirection.leftToRight
  /// The space between stars in pixels, 0 or more.
  public var spacing: Int32
  /// The space at both ends of the row in pixels, 0 or more.
  public var margin: Int32
  /// The minimum size of a star in pixels: in small bounds, gaps shrink before stars become smaller than this.
  public var minimumStarSize: Int32
  /// How far before the first star a touch gives 0 if the scale's minimum is 0, in stars, 0 or more. The zone ends where touches may begin:
  /// a row that fills its bounds has no zone, unless `touchOutset` adds space for it.
  public var zeroZone = Fixed.half
  /// How far outside the bounds, and above and below the stars, a touch may begin, in pixels, 0 or more.
  public var touchOutset: Int32 = 0
  /// Whether the control handles input. A read-only control shows a value and ignores touches and keys.
  public var isInteractive = true
  /// Whether the control is enabled. A disabled control also ignores touches and keys, and is drawn paler.
  public var isEnabled = true
  /// Whether a tap on the current value clears it.
  public var clearsOnRepeatedTap = false

  /// Creates a configuration whose other properties have their defaults. Numbers below their range are raised to its minimum.
  public init(
    scale: Scale, face: Face = Face(), spacing: Int32 = 5, margin: Int32 = 0, minimumStarSize: Int32 = 5
  ) {
    self.scale = scale
    faces = [face]
    self.spacing = max(spacing, 0)
    self.margin = max(margin, 0)
    self.minimumStarSize = max(minimumStarSize, 1)
  }

  /// The first star's face. Setting it sets the faces of all stars.
  public var face: Face {
    get { faces[0] }
    set { faces = [newValue] }
  }

  /// Returns the face of the star with index `star`, 0 or more.
  package func face(ofStar star: Int32) -> Face { faces[min(Int(star), faces.count - 1)] }

  /// The direction in which values grow, as the viewer sees it.
  var fillDirection: FillDirection {
    if isVertical { return .up }
    return switch layoutDirection {
    case .leftToRight: .right
    case .rightToLeft: .left
    }
  }

  /// Whether the control responds to touches and keys.
  var takesInput: Bool { isInteractive && isEnabled }

  /// Returns the bounds of a row that takes up the whole screen, with margins of 1/26 of the width at both ends and of 1/10 of the height
  /// above and below. On 800x480, each star has 144 px.
  package static func bounds(onScreen size: Size<LayoutSpace>) -> Rect<LayoutSpace> {
    let (x, y) = (size.width / 26, size.height / 10)
    return Rect(minX: x, minY: y, maxX: size.width - x, maxY: size.height - y)
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
