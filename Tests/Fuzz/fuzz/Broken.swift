import CFuzzer
import Foundation

/// Not a target: `tools/fuzz --self-test` checks that each kind of fault ends the run as a failure. The input is its name.
let brokenTarget = FuzzTarget(name: "broken", longest: 32) { bytes in
  switch String(decoding: bytes, as: UTF8.self) {
  case "overflow": blackHole(Int32.max + Int32(bytes.count))
  case "index": blackHole(Int32(bytes[bytes.count + Int(getpid() & 1)]))
  case "promise": require(bytes.isEmpty, "a broken promise")
  case "address": blackHole(Int32(fuzzer_read_behind(Int32(bytes.count))))
  case "undefined": blackHole(fuzzer_overflow(Int32(bytes.count)))
  case "leak": fuzzer_leak()
  case "hang": while getpid() != 0 {}
  default: break
  }
}

/// Keeps the optimizer from removing what makes the number.
@inline(never) private func blackHole(_ number: Int32) { if number == getpid() { print(number) } }
