/// The color space in which two colors are mixed.
package enum Blending: Hashable, Sendable {
  /// Linear light, in which the eye also mixes two colors that are close together. An edge looks equally wide whether it is dark or bright.
  case linear
  /// sRGB codes, as in most drawing libraries. Edges between bright and dark look too dark. This is for comparison.
  case encoded

  /// Converts a channel of 0...255 to an intensity of 0...65535. Mixtures are weighted sums of intensities.
  package func intensity(_ code: UInt8) -> UInt16 {
    switch self {
    case .linear: SRGB.light[Int(code)]
    case .encoded: UInt16(code) * 257
    }
  }

  /// Returns the channel of 0...255 with the nearest intensity, with halves rounded up. It is the inverse of `intensity`.
  package func code(_ intensity: UInt16) -> UInt8 {
    switch self {
    case .linear: SRGB.code(intensity)
    case .encoded: UInt8((UInt32(intensity) + 128) / 257)
    }
  }
}

/// The transfer function of sRGB (IEC 61966-2-1).
package enum SRGB {
  /// Returns the code nearest to an amount of light of 0...65535, with halves rounded up.
  package static func code(_ light: UInt16) -> UInt8 {
    let below = greatestCode(notAbove: light)
    if below == 255 { return 255 }
    let (low, high) = (self.light[Int(below)], self.light[Int(below) + 1])
    return light - low < high - light ? below : below + 1
  }

  /// Returns the highest code whose light does not exceed an amount of 0...65535.
  static func greatestCode(notAbove light: UInt16) -> UInt8 {
    // Codes are dense in dim light, so there are at most thirteen steps.
    var below = Int(leastCode[Int(light >> 8)])
    while below < 255 && self.light[below + 1] <= light { below += 1 }
    return UInt8(truncatingIfNeeded: below)
  }

  /// The highest code whose light does not exceed n * 256, for n of 0...255.
  private static let leastCode: [UInt8] = [
    0, 12, 21, 28, 33, 38, 42, 46, 49, 52, 55, 58, 61, 63, 66, 68,
    70, 72, 74, 77, 78, 80, 82, 84, 86, 88, 89, 91, 92, 94, 96, 97,
    99, 100, 101, 103, 104, 106, 107, 108, 110, 111, 112, 113, 115, 116, 117, 118,
    119, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135,
    136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 149, 150,
    151, 152, 153, 154, 155, 155, 156, 157, 158, 159, 160, 160, 161, 162, 163, 163,
    164, 165, 166, 167, 167, 168, 169, 170, 170, 171, 172, 173, 173, 174, 175, 175,
    176, 177, 178, 178, 179, 180, 180, 181, 182, 182, 183, 184, 184, 185, 186, 186,
    187, 188, 188, 189, 190, 190, 191, 192, 192, 193, 193, 194, 195, 195, 196, 197,
    197, 198, 198, 199, 200, 200, 201, 201, 202, 203, 203, 204, 204, 205, 205, 206,
    207, 207, 208, 208, 209, 210, 210, 211, 211, 212, 212, 213, 213, 214, 215, 215,
    216, 216, 217, 217, 218, 218, 219, 219, 220, 220, 221, 222, 222, 223, 223, 224,
    224, 225, 225, 226, 226, 227, 227, 228, 228, 229, 229, 230, 230, 231, 231, 232,
    232, 233, 233, 234, 234, 235, 235, 236, 236, 237, 237, 238, 238, 239, 239, 239,
    240, 240, 241, 241, 242, 242, 243, 243, 244, 244, 245, 245, 246, 246, 246, 247,
    247, 248, 248, 249, 249, 250, 250, 251, 251, 251, 252, 252, 253, 253, 254, 254,
  ]

  /// The light of each code of 0...255, 0...65535: `65535 * (c / 12.92)` up to c = 0.04045 and
  /// `65535 * ((c + 0.055) / 1.055)^2.4` above, with c = code / 255, rounded to nearest. Strictly ascending.
  package static let light: [UInt16] = [
    0, 20, 40, 60, 80, 99, 119, 139, 159, 179, 199, 219, 241, 264, 288, 313,
    340, 367, 396, 427, 458, 491, 526, 562, 599, 637, 677, 718, 761, 805, 851, 898,
    947, 997, 1048, 1101, 1156, 1212, 1270, 1330, 1391, 1453, 1517, 1583, 1651, 1720, 1790, 1863,
    1937, 2013, 2090, 2170, 2250, 2333, 2418, 2504, 2592, 2681, 2773, 2866, 2961, 3058, 3157, 3258,
    3360, 3464, 3570, 3678, 3788, 3900, 4014, 4129, 4247, 4366, 4488, 4611, 4736, 4864, 4993, 5124,
    5257, 5392, 5530, 5669, 5810, 5953, 6099, 6246, 6395, 6547, 6700, 6856, 7014, 7174, 7335, 7500,
    7666, 7834, 8004, 8177, 8352, 8528, 8708, 8889, 9072, 9258, 9445, 9635, 9828, 10022, 10219, 10417,
    10619, 10822, 11028, 11235, 11446, 11658, 11873, 12090, 12309, 12530, 12754, 12980, 13209, 13440, 13673, 13909,
    14146, 14387, 14629, 14874, 15122, 15371, 15623, 15878, 16135, 16394, 16656, 16920, 17187, 17456, 17727, 18001,
    18277, 18556, 18837, 19121, 19407, 19696, 19987, 20281, 20577, 20876, 21177, 21481, 21787, 22096, 22407, 22721,
    23038, 23357, 23678, 24002, 24329, 24658, 24990, 25325, 25662, 26001, 26344, 26688, 27036, 27386, 27739, 28094,
    28452, 28813, 29176, 29542, 29911, 30282, 30656, 31033, 31412, 31794, 32179, 32567, 32957, 33350, 33745, 34143,
    34544, 34948, 35355, 35764, 36176, 36591, 37008, 37429, 37852, 38278, 38706, 39138, 39572, 40009, 40449, 40891,
    41337, 41785, 42236, 42690, 43147, 43606, 44069, 44534, 45002, 45473, 45947, 46423, 46903, 47385, 47871, 48359,
    48850, 49344, 49841, 50341, 50844, 51349, 51858, 52369, 52884, 53401, 53921, 54445, 54971, 55500, 56032, 56567,
    57105, 57646, 58190, 58737, 59287, 59840, 60396, 60955, 61517, 62082, 62650, 63221, 63795, 64372, 64952, 65535,
  ]
}
