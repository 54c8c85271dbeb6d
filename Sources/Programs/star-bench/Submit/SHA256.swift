/// Returns the SHA-256 of a text (FIPS 180-4) in hexadecimal, in the form that `sha256sum` checks.
func sha256(_ message: [UInt8]) -> String {
  var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  var schedule = [UInt32](repeating: 0, count: 64)
  var tail = Array(message[(message.count & ~63)...])
  tail.append(0x80)
  while tail.count % 64 != 56 { tail.append(0) }
  let bits = UInt64(message.count) * 8
  for byte in 0..<8 { tail.append(UInt8(truncatingIfNeeded: bits &>> UInt64(56 - 8 * byte))) }
  for block in 0..<message.count / 64 { mix(message, 64 * block, &schedule, &state) }
  for block in 0..<tail.count / 64 { mix(tail, 64 * block, &schedule, &state) }
  var text: [UInt8] = []
  for place in 0..<64 {
    let digit = UInt8(truncatingIfNeeded: state[place / 8] &>> UInt32(28 - 4 * (place & 7))) & 15
    text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
  }
  return String(decoding: text, as: UTF8.self)
}

/// Mixes the 64 bytes from `start` into the state. `w` is memory for the message schedule.
@inline(never) private func mix(_ bytes: [UInt8], _ start: Int, _ w: inout [UInt32], _ state: inout [UInt32]) {
  func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }
  for i in 0..<16 {
    let place = start + 4 * i
    w[i] =
      UInt32(bytes[place]) &<< 24 | UInt32(bytes[place + 1]) &<< 16 | UInt32(bytes[place + 2]) &<< 8
      | UInt32(bytes[place + 3])
  }
  for i in 16..<64 {
    let (old, new) = (w[i - 15], w[i - 2])
    let a = turned(old, 7) ^ turned(old, 18) ^ old &>> 3
    let b = turned(new, 17) ^ turned(new, 19) ^ new &>> 10
    w[i] = w[i - 16] &+ a &+ w[i - 7] &+ b
  }
  var (a, b, c, d) = (state[0], state[1], state[2], state[3])
  var (e, f, g, h) = (state[4], state[5], state[6], state[7])
  for i in 0..<64 {
    let choice = (e & f) ^ (~e & g)
    let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ roundConstants[i] &+ w[i]
    let majority = (a & b) ^ (a & c) ^ (b & c)
    let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
  }
  let last = [a, b, c, d, e, f, g, h]
  for i in 0..<8 { state[i] &+= last[i] }
}

/// The fractional parts of the cube roots of the first 64 primes.
private let roundConstants: [UInt32] = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
  0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
  0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
  0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
  0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
  0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
  0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]
