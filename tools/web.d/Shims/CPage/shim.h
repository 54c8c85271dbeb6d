// What the page's script does for the module. Positions in memory are those of WebAssembly. A function that makes something returns its size;
// another one then copies it.

#include <stdint.h>

#define OF_PAGE(name) __attribute__((import_module("page"), import_name(name)))

/// A text and the box in which it is set: the arguments of `Typesetter.set`. Texts are UTF-8. The script reads the fields as 32-bit numbers.
struct page_text {
  const uint8_t *text, *language, *fonts;
  int32_t text_length, language_length, fonts_length;
  /// The raw values of `TextDirection`, `TextAlignment` and `VerticalAlignment`.
  int32_t direction, alignment, vertical;
  int32_t size, smallest, width, height;
  int32_t is_heading;
};

/// What `TextBlock` tells of a text that was set. The lines and the coverage follow with page_copy_text.
struct page_block {
  int32_t x, y, width, height;
  int32_t size, text_height, middle;
  int32_t is_complete, has_broken_words;
  int32_t line_count;
};

/// A `TextLine`.
struct page_line {
  int32_t start, end, baseline, width, is_right_to_left;
};

/// Sets a text with the browser's fonts, line breaks and shaping, and draws it.
OF_PAGE("setText") void page_set_text(const struct page_text *_Nonnull text, struct page_block *_Nonnull block);

/// Copies the lines and the coverage of the last text: a byte for each pixel, row by row.
OF_PAGE("copyText") void page_copy_text(struct page_line *_Nullable lines, uint8_t *_Nullable coverage);

/// Makes a QR code with error correction level M. Returns the number of its modules on each side, or 0 if the text is too long.
OF_PAGE("makeCode") int32_t page_make_code(const uint8_t *_Nullable text, int32_t length);

/// Copies the modules of the last code: 1 if dark, row by row.
OF_PAGE("copyCode") void page_copy_code(uint8_t *_Nullable modules);

/// Finds a file that comes with the kiosk, such as a translation. Returns its length, or -1 if there is none.
OF_PAGE("openFile") int32_t page_open_file(const uint8_t *_Nullable path, int32_t length);

/// Copies the last file.
OF_PAGE("copyFile") void page_copy_file(uint8_t *_Nullable bytes);

/// Finds a picture among the files that were chosen on the page, by its name without the folder. Stores its width and height in pixels, and
/// returns 1; returns 0 if there is none.
OF_PAGE("openPicture") int32_t page_open_picture(const uint8_t *_Nullable path, int32_t length, int32_t *_Nonnull size);

/// Copies the last picture: red, green, blue and alpha of each pixel, row by row.
OF_PAGE("copyPicture") void page_copy_picture(uint8_t *_Nullable rgba);

/// Adds a line to the page's log.
OF_PAGE("log") void page_log(const uint8_t *_Nullable line, int32_t length);
