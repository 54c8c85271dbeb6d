#include "CPNGRows.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct cpngrows_reader {
  png_structp png;
  png_infop info;
  const uint8_t *file;
  size_t left;
  int passes, pass;
  uint32_t row;
  /* Whether the row that is being read has been decoded. */
  int is_decoded;
  char message[96];
};

static void keep_message(cpngrows_reader *reader, const char *message) {
  strncpy(reader->message, message, sizeof reader->message - 1);
}

static void fail(png_structp png, png_const_charp message) {
  keep_message(png_get_error_ptr(png), message);
  png_longjmp(png, 1);
}

/* Whether all pixels have been decoded. What follows changes none of them: a checksum that is wrong or missing, or data after the last
   pixel, as optimizers write it. The last pass of an interlaced file has no rows of even numbers. */
static int has_all_pixels(const cpngrows_reader *reader) {
  return reader->passes > 0 && reader->pass == reader->passes - 1 &&
         reader->row == png_get_image_height(reader->png, reader->info) - 1 &&
         (reader->is_decoded || (reader->passes > 1 && reader->row % 2 == 0));
}

static void warn(png_structp png, png_const_charp message) {
  cpngrows_reader *reader = png_get_error_ptr(png);
  if (!has_all_pixels(reader)) keep_message(reader, message);
}

/* libpng calls it for each row that it has decoded, before it copies the row and reads on. */
static void note_row(png_structp png, png_row_infop info, png_bytep row) {
  cpngrows_reader *reader = png_get_user_transform_ptr(png);
  reader->is_decoded = 1;
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  cpngrows_reader *reader = png_get_io_ptr(png);
  if (count > reader->left) png_error(png, "read beyond end of data");
  memcpy(bytes, reader->file, count);
  reader->file += count;
  reader->left -= count;
}

cpngrows_reader *cpngrows_open(const uint8_t *file, size_t count) {
  cpngrows_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->file = file;
  reader->left = count;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, warn);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    cpngrows_close(reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->png))) return reader;
  png_set_read_fn(reader->png, reader, read_bytes);
  png_set_benign_errors(reader->png, 1);
  /* Each chunk has a checksum of its own. zlib's, of all pixels, has four bytes: with no more bytes at a time, libpng hands out the last row
     before it can find that checksum wrong. Debian 13's has no option to ignore it. */
  png_set_compression_buffer_size(reader->png, 4);
  png_read_info(reader->png, reader->info);
  /* Warnings about the header, such as an odd color profile, are ignored. */
  reader->message[0] = 0;
  return reader;
}

const char *cpngrows_message(const cpngrows_reader *reader) { return reader->message; }

uint32_t cpngrows_width(const cpngrows_reader *reader) { return png_get_image_width(reader->png, reader->info); }

uint32_t cpngrows_height(const cpngrows_reader *reader) { return png_get_image_height(reader->png, reader->info); }

int cpngrows_start(cpngrows_reader *reader) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) return 1;
  /* As png_image_read_direct of libpng 1.6 does for PNG_FORMAT_RGBA with PNG_IMAGE_FLAG_16BIT_sRGB. */
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_alpha_mode_fixed(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
  png_set_scale_16(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  png_set_read_user_transform_fn(png, note_row);
  png_set_user_transform_info(png, reader, 0, 0);
  reader->passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != (size_t)cpngrows_width(reader) * 4) png_error(png, "not four bytes a pixel");
  return reader->message[0] != 0;
}

int cpngrows_read(cpngrows_reader *reader, uint8_t *picture, uint32_t rows) {
  png_structp png = reader->png;
  uint32_t width = cpngrows_width(reader), height = cpngrows_height(reader);
  /* The checksum of a chunk says that the pixels are wrong. */
  if (setjmp(png_jmpbuf(png))) return has_all_pixels(reader) && !strstr(reader->message, "CRC error") ? 0 : -1;
  for (; rows > 0 && reader->pass < reader->passes; rows--) {
    reader->is_decoded = 0;
    png_read_row(png, picture + (size_t)reader->row * width * 4, NULL);
    if (++reader->row == height) {
      reader->row = 0;
      reader->pass++;
    }
  }
  if (reader->message[0]) return -1;
  return reader->pass < reader->passes;
}

void cpngrows_close(cpngrows_reader *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}
