import Mathematics

/// Exits with status 5, the hypotenuse of 3 and 4, if Swift and the C library use the same float ABI.
@main
enum Probe {
  static func main() {
    // This is 0 at run time. The compiler would fold a constant.
    let zero = Double(getpid() - getpid())
    exit(Int32(truncatingIfNeeded: Int(hypot(zero + 3, zero + 4))))
  }
}
