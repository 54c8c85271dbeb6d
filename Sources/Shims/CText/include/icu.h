// The four functions of ICU that are used, as in unicode/ubrk.h, whose names would have the version of the headers.
#ifndef CTEXT_ICU_H
#define CTEXT_ICU_H

#include <stdint.h>

/// ICU's UBRK_LINE.
#define CT_LINE_BREAKS 2

typedef struct UBreakIterator UBreakIterator;

/// A `status` above 0 is an error. `text` is UTF-16.
UBreakIterator *_Nullable ubrk_open(
  int32_t type, const char *_Nonnull locale, const uint16_t *_Nullable text, int32_t length, int32_t *_Nonnull status);
void ubrk_close(UBreakIterator *_Nullable breaks);
void ubrk_setText(
  UBreakIterator *_Nonnull breaks, const uint16_t *_Nullable text, int32_t length, int32_t *_Nonnull status);
/// Returns the next place in the text, or -1.
int32_t ubrk_next(UBreakIterator *_Nonnull breaks);

#endif
