// The text libraries: HarfBuzz, FreeType and FriBidi; fontconfig; ICU for line breaks; libqrencode for QR codes.
#ifndef CTEXT_H
#define CTEXT_H

#include <errno.h>
#include <fontconfig/fontconfig.h>
#include <fribidi/fribidi.h>
#include <harfbuzz/hb-ft.h>
#include <qrencode.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include FT_OUTLINE_H
#include FT_IMAGE_H
#include FT_MULTIPLE_MASTERS_H

#include "functions.h"
#include "icu.h"
#include "load.h"

/// Returns errno, which is a macro.
static inline int ct_errno(void) { return errno; }

/// Returns FT_IS_SCALABLE, which is a macro with casts.
static inline int ct_is_scalable(FT_Face _Nonnull face) { return FT_IS_SCALABLE(face) != 0; }

/// Returns FT_HAS_MULTIPLE_MASTERS, which is a macro with casts: whether a font is variable.
static inline int ct_is_variable(FT_Face _Nonnull face) { return FT_HAS_MULTIPLE_MASTERS(face) != 0; }

/// Returns FRIBIDI_IS_RTL, a macro that Swift does not import.
static inline int ct_is_right_to_left(FriBidiParType type) { return FRIBIDI_IS_RTL(type) != 0; }

#endif
