// The configuration with which tools/peers builds LVGL: the software renderer with ThorVG, the C library's memory, no extra widgets.
// Settings that are not named here keep LVGL's defaults. The circle cache holds all radii of a kiosk screen; the style cache makes screens
// 1 to 2 % faster.
#ifndef LV_CONF_H
#define LV_CONF_H

#define LV_COLOR_DEPTH 32
#define LV_USE_STDLIB_MALLOC LV_STDLIB_CLIB
#define LV_USE_STDLIB_STRING LV_STDLIB_CLIB
#define LV_USE_STDLIB_SPRINTF LV_STDLIB_CLIB
#define LV_USE_FLOAT 1
#define LV_USE_MATRIX 1
#define LV_USE_VECTOR_GRAPHIC 1
#define LV_USE_THORVG_INTERNAL 1
#define LV_DRAW_SW_CIRCLE_CACHE_SIZE 8
#define LV_OBJ_STYLE_CACHE 1
#define LV_FONT_MONTSERRAT_24 1
#define LV_FONT_MONTSERRAT_32 1
#define LV_FONT_MONTSERRAT_48 1
#define LV_USE_LOG 0
#define LV_BUILD_EXAMPLES 0
#define LV_BUILD_DEMOS 0

#endif
