import Basics
import CLinux

/// Restricts this process, and the processes that it starts from now on, to one processor.
///
/// - Parameter processor: The kernel's number of the processor.
package func run(onProcessor processor: Int32) throws(SystemError) {
  let result = cl_run_on(processor)
  if result < 0 {
    throw SystemError(
      "run on", "processor \(processor)", errno: -result,
      suggestion: result == -EINVAL ? "it is offline, or this program's control group may not use it" : "")
  }
}
