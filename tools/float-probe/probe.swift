import Mathematics

/// Ends with status 5, the hypotenuse of 3 and 4, where Swift and the C library agree on how doubles are passed.
@main
enum Probe {
  static func main() {
    // 0, but not for the compiler: it would do the sum itself.
    let zero = Double(getpid() - getpid())
    exit(Int32(truncatingIfNeeded: Int(hypot(zero + 3, zero + 4))))
  }
}
