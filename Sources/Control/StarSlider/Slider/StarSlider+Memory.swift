extension StarSlider {
  /// Returns an upper bound, in bytes, of the memory that a slider's sprites use while they are rendered. A program can check that this
  /// much memory is available before calling `init` with the same arguments, because a failing allocation would terminate the program.
  ///
  /// For a shape, which may fill its square, the bound includes two images and their coverage, and both images by columns. For image faces,
  /// it includes three images, their columns, and one image of sixteen bits per channel before and after rotation. If the control is
  /// disabled, it also includes the paler images. In both cases it includes a table of levels, and either the finished slices or the lights
  /// of all slices.
  @export(interface) package static func mostMemory(
    _ configuration: SliderConfiguration, styles: [Face] = [], bounds: Rect<LayoutSpace>, format: PixelFormat
  ) -> Int64 {
    let count = configuration.scale.starCount
    let (length, breadth) =
      configuration.isVertical ? (bounds.height, bounds.width) : (bounds.width, bounds.height)
    // `init` rejects larger stars, and those without a pixel.
    let side = Int64(min(max(min(length / count, breadth), 0), Path.limit))
    if side == 0 { return 0 }
    var faces: [Face] = []
    let pixel = Int64(format.bytesPerPixel)
    var bytes: Int64 = 0
    for face in configuration.filledFaces.flatMap({ $0.prefix(Int(count)) }) where !faces.contains(face) {
      faces.append(face)
      if let images = face.images, !configuration.isEnabled {
        bytes += Int64(images.empty.rgba.count + (images.half?.rgba.count ?? 0) + images.full.rgba.count)
      }
    }
    for face in styles where !faces.contains(face) { faces.append(face) }
    // Lights are collected in arrays, which are copied when they grow.
    let slices =
      configuration.scale.step.perStar > SliderLayout.mostFinished
      ? 3 * (side * Int64(MixedPixels.bytesPerPixel) + Int64(MixedPixels.mostCurvesPerSide * MixedPixels.bytesPerCurve))
      : Int64(SliderLayout.mostFinished) * (pixel + 16)
    for face in faces {
      bytes += side * side * (face.images == nil ? 4 * pixel + 3 : 5 * pixel + 16) + side * slices
      bytes += Int64(MixTable.byteCount)
    }
    return bytes
  }
}
