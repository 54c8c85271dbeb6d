import CLinux

/// What a listing says about a device: whether it will do, and why not.
package struct ListedDevice: Sendable {
  package let path: String
  package let isUsable: Bool
  /// One clear phrase, as in "HDMI-A-1 is connected, 1920x1080" or "permission denied; add the user to group video".
  package let reason: String

  package init(path: String, isUsable: Bool, reason: String) {
    self.path = path
    self.isUsable = isUsable
    self.reason = reason
  }
}

/// Paths of a folder's entries called `prefix` and a number, in the order of the numbers: `/dev/fb2` before `/dev/fb10`.
/// Empty where the folder cannot be read.
@export(interface) package func numberedDevices(in folder: String, prefix: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var numbers: [Int] = []
  while let entry = readdir(directory) {
    if let name = cl_entry_name(entry), let number = trailingNumber(of: name, after: prefix) { numbers.append(number) }
  }
  numbers.sort()
  var paths: [String] = []
  for number in numbers { paths.append(folder + "/" + prefix + "\(number)") }
  return paths
}

/// The number of `card7` after `card`; `nil` for anything else.
func trailingNumber(of name: UnsafePointer<CChar>, after prefix: String) -> Int? {
  var i = 0
  for byte in prefix.utf8 {
    if UInt8(bitPattern: name[i]) != byte { return nil }
    i += 1
  }
  let first = i
  var number = 0
  while name[i] != 0 {
    let digit = Int(name[i]) - 48
    if digit < 0 || digit > 9 || i - first > 6 { return nil }
    number = number * 10 + digit
    i += 1
  }
  return i == first ? nil : number
}
