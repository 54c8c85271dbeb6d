// The functions of CLinux and of the C library, without their headers.
@_silgen_name("cl_report_traps") func reportTraps(_ text: UnsafePointer<CChar>)
@_silgen_name("getpid") func processID() -> Int32
@_silgen_name("exit") func exit(_ status: Int32)

/// Causes a trap by an index out of range.
@main
enum Probe {
  static func main() {
    reportTraps("probe: stopped by a trap at ")
    let numbers: [Int32] = [1, 2, 3]
    exit(numbers[Int(processID()) + 3])
  }
}
