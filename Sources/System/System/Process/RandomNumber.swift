import CLinux

// Safety: the kernel gets the address and the size of a variable.

/// Returns a random number from the kernel: getrandom(2). It waits until the kernel has seeded its generator.
package func randomNumber() throws(SystemError) -> UInt64 {
  var number: UInt64 = 0
  // Requests of up to 256 bytes are never incomplete.
  let size = MemoryLayout<UInt64>.size
  try check(retryingInterrupts { unsafe getrandom(&number, size, 0) }, "read", "getrandom")
  return number
}
