import CLinux

// Safety: the C library reads its arguments, and fills the variables, before the call returns.

/// Renames a file, replacing an existing file with the new name: rename(2).
package func renameFile(_ path: String, to newPath: String) throws(SystemError) {
  try check(unsafe rename(path, newPath), "rename", path)
}

/// Removes a file: unlink(2). A missing file is not an error.
package func removeFile(_ path: String) { _ = unsafe unlink(path) }

/// Removes an empty folder: rmdir(2). Ignores errors.
package func removeFolder(_ path: String) { _ = unsafe rmdir(path) }

/// Sets a file's times to the current time, which wakes watchers of its folder: utimensat(2). Ignores errors.
package func touchFile(_ path: String) { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }

/// Throws unless the kernel permits an access, such as `W_OK | X_OK`: access(2).
package func requireAccess(_ path: String, _ mode: Int32) throws(SystemError) {
  try check(unsafe access(path, mode), "access", path)
}

/// Whether the path exists: access(2).
package func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

/// Whether this process may read the file: access(2).
package func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

/// Whether this process may write to the file, or create files in the folder: access(2).
package func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

/// Whether this process may execute the file: access(2).
package func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
