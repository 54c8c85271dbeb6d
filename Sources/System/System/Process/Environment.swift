import CLinux

// Safety: the texts end with a zero and are copied at once. Only one thread reads and changes the environment.

/// The environment variables: getenv(3).
package enum Environment {
  /// The value of a variable; `nil` if it is unset or empty.
  package static subscript(name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value[0] != 0 else { return nil }
    return unsafe String(cString: value)
  }

  /// Sets a variable for this process and its children: setenv(3).
  @export(interface) package static func set(_ name: String, to value: String) { _ = unsafe setenv(name, value, 1) }

  /// The value of STATE_DIRECTORY, which systemd sets for a service's state; the first path, if there are several.
  package static var stateDirectory: String? {
    guard let list = self["STATE_DIRECTORY"] else { return nil }
    return list.utf8.split(separator: UInt8(ascii: ":")).first.map {
      followed(String(decoding: Array($0), as: UTF8.self))
    }
  }

  /// Follows a link of root or this user, such as one to a data partition, because `SharedFolder` follows none.
  private static func followed(_ path: String) -> String {
    guard let status = try? FileStatus(path, followingLinks: false), status.isLink,
      status.owner == 0 || status.owner == geteuid()
    else { return path }
    return (try? realPath(path)) ?? path
  }

  /// The folder that only the kiosk's user may enter: the second path of STATE_DIRECTORY, otherwise the state folder itself. The journal is
  /// in the first path, which the kiosk shares with the courier.
  package static var privateFolder: String? {
    let list = (self["STATE_DIRECTORY"] ?? "").utf8.split(separator: UInt8(ascii: ":"))
    return list.count > 1 ? followed(String(decoding: Array(list[1]), as: UTF8.self)) : stateFolder
  }

  /// The private folder of a service; `nil` at a shell, where the kiosk keeps nothing about earlier runs.
  package static var serviceFolder: String? { stateDirectory == nil ? nil : privateFolder }

  /// The folder for the kiosk's state: `stateDirectory`, otherwise star-slider in $XDG_STATE_HOME or ~/.local/state; `nil` if none of these
  /// variables is set.
  package static var stateFolder: String? {
    if let state = stateDirectory { return state }
    if let state = self["XDG_STATE_HOME"] { return followed(state + "/star-slider") }
    return self["HOME"].map { followed($0 + "/.local/state/star-slider") }
  }
}

/// Returns the processor architecture, such as "aarch64" or "x86_64": uname(2).
package func machineArchitecture() -> String { unsafe String(cString: cl_machine()) }

/// Returns this boot's UUID; empty without /proc.
package func bootIdentity() -> String { firstLine(of: "/proc/sys/kernel/random/boot_id") ?? "" }

/// Returns the host name; empty without /proc.
package func hostName() -> String { firstLine(of: "/proc/sys/kernel/hostname") ?? "" }

/// Returns this process's ID: getpid(2).
package func processID() -> Int32 { getpid() }

/// Whether a process of any user has this ID: kill(2).
package func processExists(_ id: Int32) -> Bool { kill(id, 0) == 0 || cl_errno() == EPERM }

/// Stops this process until another one continues or kills it: SIGSTOP.
@export(interface) package func stopProcess() { _ = raise(SIGSTOP) }

/// Returns freed memory to the kernel, as far as the C library can: malloc_trim(3).
package func returnFreeMemory() { cl_return_free_memory() }

/// Removes the pages of code and constants, including those of libraries, from the process, so that the kernel can reuse the memory. Code
/// that runs again reloads its pages from the page cache, in microseconds each. Code that only the start needs (parsing, rendering, text
/// layout) is not loaded again.
package func dropProgramPages() { cl_drop_program_pages() }
