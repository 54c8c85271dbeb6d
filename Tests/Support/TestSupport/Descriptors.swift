import Glibc

/// Runs a body in which this process cannot open a file: EMFILE. Call it in a process of its own, because other tests open files.
package func withoutDescriptors<Result>(_ body: () throws -> Result) rethrows -> Result {
  // RLIMIT_NOFILE, which Swift does not import.
  let descriptors = __rlimit_resource_t(7)
  var limit = rlimit()
  getrlimit(descriptors, &limit)
  var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
  setrlimit(descriptors, &none)
  defer { setrlimit(descriptors, &limit) }
  return try body()
}
