// The one table of what is taken from the text libraries. None of them is linked: each is loaded when something first
// needs it (docs/decisions/0015-lazy-libraries.md). A function that is not in here cannot be called.
//
// CT_LIBRARIES(L): L(name, soname, Debian's package, what for), a row each.
// CT_name(F): F(function) for each function that is taken from that library.
#ifndef CTEXT_FUNCTIONS_H
#define CTEXT_FUNCTIONS_H

// The one library here whose name has changed while these functions stayed: the one that the headers are of.
#ifndef UNIBREAK_VERSION
#define CT_UNIBREAK_SONAME "libunibreak.so.1"
#define CT_UNIBREAK_PACKAGE "libunibreak1"
#elif UNIBREAK_VERSION >= 0x0600 && UNIBREAK_VERSION < 0x0700
#define CT_UNIBREAK_SONAME "libunibreak.so.6"
#define CT_UNIBREAK_PACKAGE "libunibreak6"
#elif UNIBREAK_VERSION >= 0x0500 && UNIBREAK_VERSION < 0x0600
#define CT_UNIBREAK_SONAME "libunibreak.so.5"
#define CT_UNIBREAK_PACKAGE "libunibreak5"
#else
#error "which soname has this libunibreak? objdump -p libunibreak.so says it"
#endif

#define CT_LIBRARIES(L)                                                                  \
  L(freetype, "libfreetype.so.6", "libfreetype6", "glyphs")                              \
  L(raqm, "libraqm.so.0", "libraqm0", "shaping")                                         \
  L(fribidi, "libfribidi.so.0", "libfribidi0", "directions of text")                     \
  L(unibreak, CT_UNIBREAK_SONAME, CT_UNIBREAK_PACKAGE, "where lines may break")          \
  L(fontconfig, "libfontconfig.so.1", "libfontconfig1", "fonts by their families")       \
  L(thai, "libthai.so.0", "libthai0", "where Thai lines may break")

#define CT_freetype(F)    \
  F(FT_Init_FreeType)     \
  F(FT_Done_FreeType)     \
  F(FT_New_Face)          \
  F(FT_Done_Face)         \
  F(FT_Set_Pixel_Sizes)   \
  F(FT_Get_Char_Index)    \
  F(FT_Load_Glyph)        \
  F(FT_Outline_Get_CBox)  \
  F(FT_Outline_Transform) \
  F(FT_Outline_Translate) \
  F(FT_Outline_Render)

#define CT_raqm(F)               \
  F(raqm_create)                 \
  F(raqm_destroy)                \
  F(raqm_set_text)               \
  F(raqm_set_par_direction)      \
  F(raqm_set_language)           \
  F(raqm_set_freetype_load_flags) \
  F(raqm_set_freetype_face_range) \
  F(raqm_layout)                 \
  F(raqm_get_glyphs)

#define CT_fribidi(F)           \
  F(fribidi_get_bidi_types)     \
  F(fribidi_get_bracket_types)  \
  F(fribidi_get_par_direction)  \
  F(fribidi_get_par_embedding_levels_ex)

#define CT_unibreak(F) F(set_linebreaks_utf32)

#define CT_fontconfig(F)      \
  F(FcInitLoadConfigAndFonts) \
  F(FcConfigDestroy)          \
  F(FcConfigSubstitute)       \
  F(FcDefaultSubstitute)      \
  F(FcNameParse)              \
  F(FcPatternCreate)          \
  F(FcPatternDestroy)         \
  F(FcPatternAddBool)         \
  F(FcPatternAddString)       \
  F(FcPatternGetBool)         \
  F(FcPatternGetInteger)      \
  F(FcPatternGetString)       \
  F(FcPatternGetCharSet)      \
  F(FcCharSetHasChar)         \
  F(FcFontMatch)              \
  F(FcFontSort)               \
  F(FcFontSetDestroy)         \
  F(FcStrCmpIgnoreCase)

#define CT_thai(F) \
  F(th_brk_new)    \
  F(th_brk_delete) \
  F(th_brk_wc_find_breaks)

#endif
