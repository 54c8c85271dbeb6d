/// Returns the 64-bit FNV-1a hash, which finds accidental changes of a file, but none that was intended.
package func checksum(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
