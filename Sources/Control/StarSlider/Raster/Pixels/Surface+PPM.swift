extension Surface {
  /// The pixels as a picture in Netpbm's PPM format (P6) with 8 bits per channel, which most viewers can open. It is meant for tests and
  /// tools.
  public var ppm: [UInt8] {
    var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + 3 * Int(size.width) * Int(size.height))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = color(x: x, y: y)
        bytes += [color.red, color.green, color.blue]
      }
    }
    return bytes
  }
}
