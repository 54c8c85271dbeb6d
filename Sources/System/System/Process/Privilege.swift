import CLinux

/// Root's privilege, which is given up while a program works in a folder of another user, who may have placed links and files there.
package enum Privilege {
  /// If this process belongs to root, makes it act as the owner of a folder, or of its nearest existing parent: seteuid(2), setegid(2).
  /// Supplementary groups are given up permanently.
  @export(interface) package static func assume(ownerOf folder: String) throws(SystemError) {
    if geteuid() != 0 { return }
    var path = folder
    while true {
      // The owner of a link determines its target.
      if let link = try? FileStatus(path, followingLinks: false) {
        let owned = link.isLink && link.owner == 0 ? try FileStatus(path) : link
        if owned.owner == 0 { return }
        if cl_act_as(owned.owner, owned.group) < 0 { throw SystemError("act as the owner of", path, errno: cl_errno()) }
        return
      }
      let parent = parentFolder(of: path)
      if parent.utf8.elementsEqual(path.utf8) { return }
      path = parent
    }
  }

  /// Whether this process acts as root.
  package static var isRoot: Bool { geteuid() == 0 }

  /// Permanently changes the user and the groups of a process that runs as root: setgroups(2), setresgid(2), setresuid(2).
  @export(interface) package static func become(_ user: UInt32, _ group: UInt32, _ groups: [UInt32]) throws(SystemError)
  {
    // Safety: the C library copies the groups.
    if unsafe cl_become(user, group, groups, groups.count) < 0 {
      throw SystemError("act as", "user \(user)", errno: cl_errno())
    }
  }

  /// Makes the process act as root again.
  package static func resume() { cl_act_as_root() }
}
