// The table of the functions of the text libraries. The libraries are not linked but loaded at their first use
// (docs/decisions/0015-lazy-libraries.md). Functions that are not in the table cannot be called.
//
// CT_LIBRARIES(L): one L(name, soname, Debian package, purpose) per library. CT_OR separates alternative sonames.
// CT_name(F): one F(function) per function of that library.
#ifndef CTEXT_FUNCTIONS_H
#define CTEXT_FUNCTIONS_H

/// Separates the sonames of a library, the newest first. The names of its functions then end with its version: libicuuc.so.72 has
/// ubrk_open_72. The notes list them as JSON.
#define CT_OR "\",\""
// Debian 13 has version 76, Debian 12 version 72, which is the first one with phrases for Japanese.
#define CT_ICU_SONAMES                                                                                           \
  "libicuuc.so.80" CT_OR "libicuuc.so.79" CT_OR "libicuuc.so.78" CT_OR "libicuuc.so.77" CT_OR "libicuuc.so.76" \
    CT_OR "libicuuc.so.75" CT_OR "libicuuc.so.74" CT_OR "libicuuc.so.73" CT_OR "libicuuc.so.72"

#define CT_LIBRARIES(L)                                                                     \
  L(freetype, "libfreetype.so.6", "libfreetype6", "glyphs")                                 \
  L(harfbuzz, "libharfbuzz.so.0", "libharfbuzz0b", "shaping")                               \
  L(fribidi, "libfribidi.so.0", "libfribidi0", "bidirectional text")                        \
  L(fontconfig, "libfontconfig.so.1", "libfontconfig1", "font families")                    \
  L(icuuc, CT_ICU_SONAMES, "libicu76, in Debian 12 libicu72", "line breaks without spaces") \
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

#define CT_icuuc(F) \
  F(ubrk_open)      \
  F(ubrk_close)     \
  F(ubrk_setText)   \
  F(ubrk_next)

#define CT_qrencode(F)  \
  F(QRcode_encodeData) \
  F(QRcode_free)

#endif
