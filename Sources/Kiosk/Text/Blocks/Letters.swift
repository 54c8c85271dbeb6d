/// Whether a character is a letter of a script with capitals: Latin, Greek or Cyrillic.
package func isCased(_ scalar: UInt32) -> Bool { 0x41...0x52f ~= scalar }
