import Geometry
import Raster

extension StarSlider {
  /// The most memory that a slider's pictures take while they are made, bytes: for programs that would rather say that there
  /// is not as much than be ended by an allocation that fails. The arguments are those of `init`.
  ///
  /// An upper bound, that of a shape which fills its square: two pictures and their coverage, and both once more by columns;
  /// of images three pictures, columns, and one in sixteen bits a channel before and after rotation; of a disabled control's
  /// images their pale copies, too.
  @export(interface) package static func mostMemory(
    _ configuration: SliderConfiguration, looks: [Face] = [], bounds: Rect<LayoutSpace>, format: PixelFormat
  ) -> Int64 {
    let count = configuration.scale.starCount
    let (length, breadth) =
      configuration.axis == .horizontal ? (bounds.width, bounds.height) : (bounds.height, bounds.width)
    // Larger ones are refused, and so are those without a pixel.
    let side = Int64(min(max(min(length / count, breadth), 0), Path.limit))
    var faces: [Face] = []
    let pixel = Int64(format.bytesPerPixel)
    var bytes: Int64 = 0
    for face in configuration.faces.prefix(Int(count)) where !faces.contains(face) {
      faces.append(face)
      if let images = face.images, !configuration.isEnabled { bytes += images.byteCount }
    }
    for face in looks where !faces.contains(face) { faces.append(face) }
    for face in faces { bytes += side * side * (face.images == nil ? 4 * pixel + 3 : 5 * pixel + 16) }
    return bytes
  }
}

extension Face.Images {
  fileprivate var byteCount: Int64 { Int64(empty.rgba.count + (half?.rgba.count ?? 0) + full.rgba.count) }
}
