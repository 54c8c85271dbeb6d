// The table of the functions of the text libraries. The libraries are not linked but loaded at their first use
// (docs/decisions/0015-lazy-libraries.md). Functions that are not in the table cannot be called.
//
// CT_LIBRARIES(L): one L(name, soname, Debian package, purpose) per library.
// CT_name(F): one F(function) per function of that library.
#ifndef CTEXT_FUNCTIONS_H
#define CTEXT_FUNCTIONS_H

// libunibreak has changed its soname although these functions stayed the same. The headers determine the soname.
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
#error "unknown soname of this libunibreak; find it with objdump -p libunibreak.so"
#endif

#define CT_LIBRARIES(L)                                                                  \
  L(freetype, "libfreetype.so.6", "libfreetype6", "glyphs")                              \
  L(harfbuzz, "libharfbuzz.so.0", "libharfbuzz0b", "shaping")                            \
  L(fribidi, "libfribidi.so.0", "libfribidi0", "bidirectional text")                     \
  L(unibreak, CT_UNIBREAK_SONAME, CT_UNIBREAK_PACKAGE, "line breaks")                    \
  L(fontconfig, "libfontconfig.so.1", "libfontconfig1", "font families")                 \
  L(thai, "libthai.so.0", "libthai0", "Thai line breaks")                                \
  L(qrencode, "libqrencode.so.4", "libqrencode4", "QR codes")

#define CT_freetype(F)    \
  F(FT_Init_FreeType)     \
  F(FT_Done_FreeType)     \
  F(FT_New_Face)          \
  F(FT_Done_Face)         \
  F(FT_Set_Pixel_Sizes)   \
  F(FT_Get_Char_Index)    \
  F(FT_Load_Glyph)        \
  F(FT_Get_MM_Var)        \
  F(FT_Done_MM_Var)       \
  F(FT_Set_Var_Design_Coordinates) \
  F(FT_Outline_Get_CBox)  \
  F(FT_Outline_Translate) \
  F(FT_Outline_Render)

#define CT_harfbuzz(F)               \
  F(hb_ft_font_create_referenced)    \
  F(hb_ft_font_set_load_flags)       \
  F(hb_font_destroy)                 \
  F(hb_language_from_string)         \
  F(hb_unicode_funcs_get_default)    \
  F(hb_unicode_script)               \
  F(hb_buffer_create)                \
  F(hb_buffer_destroy)               \
  F(hb_buffer_add_utf32)             \
  F(hb_buffer_set_direction)         \
  F(hb_buffer_set_script)            \
  F(hb_buffer_set_language)          \
  F(hb_buffer_set_flags)             \
  F(hb_shape)                        \
  F(hb_buffer_allocation_successful) \
  F(hb_buffer_get_glyph_infos)       \
  F(hb_buffer_get_glyph_positions)

#define CT_fribidi(F)           \
  F(fribidi_get_bidi_types)     \
  F(fribidi_get_bracket_types)  \
  F(fribidi_get_par_direction)  \
  F(fribidi_get_par_embedding_levels_ex)

#define CT_unibreak(F) F(set_linebreaks_utf32)

#define CT_fontconfig(F)      \
  F(FcInitLoadConfigAndFonts) \
  F(FcConfigDestroy)          \
  F(FcConfigGetConfigFiles)   \
  F(FcConfigGetFontDirs)      \
  F(FcStrListNext)            \
  F(FcStrListDone)            \
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

#define CT_qrencode(F)  \
  F(QRcode_encodeData) \
  F(QRcode_free)

#endif
