import Foundation

/// Why a file cannot be used.
struct ReportFault: Error {
  let reason: String
  /// Whether the file is not a report at all.
  var isOtherFile = false
}

/// Decodes a file that star-bench or tools/peers wrote, whose keys are in snake case. Returns `nil` if it is not such a file.
func decodeReport<Content: Decodable>(_: Content.Type, _ text: [UInt8]) -> Content? {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try? decoder.decode(Content.self, from: Data(text))
}
