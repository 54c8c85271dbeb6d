/// A pixel as memory holds it: two, three or four bytes, whatever the channels mean. Code that only moves pixels is
/// generic over it and knows no format.
public protocol PixelWord: Equatable {
  /// The word's bits, little-endian, in the low bytes.
  init(bits: UInt32)
  /// The word in the low bytes, zeros above.
  var bits: UInt32 { get }
}

extension UInt32: PixelWord {
  /// The word itself.
  @inlinable public init(bits: UInt32) { self = bits }
  @inlinable public var bits: UInt32 { self }
}

extension UInt16: PixelWord {
  /// The word in the low two bytes.
  @inlinable public init(bits: UInt32) { self = UInt16(truncatingIfNeeded: bits) }
  @inlinable public var bits: UInt32 { UInt32(self) }
}

/// Three bytes without padding, at any address.
public struct Pixel24: PixelWord {
  @usableFromInline let low: UInt8
  @usableFromInline let middle: UInt8
  @usableFromInline let high: UInt8

  /// A word from its low three bytes.
  @inlinable public init(bits: UInt32) {
    low = UInt8(truncatingIfNeeded: bits)
    middle = UInt8(truncatingIfNeeded: bits >> 8)
    high = UInt8(truncatingIfNeeded: bits >> 16)
  }

  /// The word in the low three bytes.
  @inlinable public var bits: UInt32 { UInt32(low) | UInt32(middle) << 8 | UInt32(high) << 16 }
}

extension PixelFormat {
  /// The pixel `share` / 256 (0...256) of the way from one to another, channel by channel, rounded to nearest.
  @inlinable public func mix(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    mix(a, b, share, red) | mix(a, b, share, green) | mix(a, b, share, blue) | unused.encode(255)
  }

  @inlinable func mix(_ a: UInt32, _ b: UInt32, _ share: UInt32, _ channel: Channel) -> UInt32 {
    let mask = (1 << UInt32(channel.bits)) - 1 as UInt32
    let (from, to) = ((a >> UInt32(channel.shift)) & mask, (b >> UInt32(channel.shift)) & mask)
    return ((from * (256 - share) + to * share + 128) >> 8) << UInt32(channel.shift)
  }
}
