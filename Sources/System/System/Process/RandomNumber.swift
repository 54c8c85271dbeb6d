import CLinux

/// Returns a random number from the kernel: getrandom(2). It waits until the kernel has seeded its generator.
package func randomNumber() throws(SystemError) -> UInt64 {
  var number: UInt64 = 0
  // Requests of up to 256 bytes are never cut short.
  let count = withUnsafeMutableBytes(of: &number) { bytes in
    retryingInterrupts { getrandom(bytes.baseAddress, bytes.count, 0) }
  }
  if count < 0 { throw SystemError("read", "getrandom", errno: cl_errno()) }
  return number
}
