// raqm over HarfBuzz, FreeType and FriBidi; fontconfig; where lines may break: libunibreak and libthai.
// HarfBuzz is raqm's alone: its headers want GLib's for nothing that is used here.
#ifndef CTEXT_H
#define CTEXT_H

#include <errno.h>
#include <fontconfig/fontconfig.h>
#include <fribidi/fribidi.h>
#include <linebreak.h>
#include <raqm.h>
#include <stdlib.h>
#include <string.h>
#include <thai/thwbrk.h>
#include <unistd.h>
#include FT_OUTLINE_H
#include FT_IMAGE_H

#include "functions.h"
#include "load.h"

/// errno is a macro over a function call.
static inline int ct_errno(void) { return errno; }

/// FT_IS_SCALABLE is a macro over casts.
static inline int ct_is_scalable(FT_Face _Nonnull face) { return FT_IS_SCALABLE(face) != 0; }

/// A mask that Swift does not see, since its type is an enumeration's.
static inline int ct_is_right_to_left(FriBidiParType type) { return FRIBIDI_IS_RTL(type) != 0; }

#endif
