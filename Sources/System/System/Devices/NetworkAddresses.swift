import CLinux

/// Returns this machine's addresses, such as "eth0 192.0.2.7, wlan0 2001:db8::1". IPv4 addresses come first; loopback and link-local
/// addresses are omitted. The text is empty without a network, or in a private network namespace.
package func networkAddresses() -> String {
  let room = 1024
  var text = [CChar](repeating: 0, count: room)
  // Safety: the C function writes at most `room` bytes, and returns the number that it wrote.
  let length = unsafe cl_network_addresses(&text, room)
  return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
