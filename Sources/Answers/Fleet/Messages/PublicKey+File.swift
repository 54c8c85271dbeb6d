import Basics
import System

extension PublicKey {
  /// Reads a key file, and loads the library that verifies signatures.
  @export(interface) package init(readingFrom path: String) throws(SignatureError) {
    let file: [UInt8]
    do throws(SystemError) { file = try readRegularFile(path, limit: 4096) } catch {
      throw SignatureError(
        .key, error.operation, path, errno: error.errno, suggestion: "copy the public key of starctl sign key there")
    }
    try Signatures.load()
    try self.init(file, path: path)
  }
}
