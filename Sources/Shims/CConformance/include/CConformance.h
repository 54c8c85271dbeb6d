// The files of the page that `star-kiosk check --standard` writes, which are a part of the program: Sources/Kiosk/Kiosk/Resources, and the
// style and the star that it shares with starctl's pages.
#ifndef CCONFORMANCE_H
#define CCONFORMANCE_H

/// The template, with placeholders in braces.
const char *_Nonnull cconformance_template(void);

/// The style sheet that all pages share.
const char *_Nonnull cconformance_shared_style(void);

/// The page's own style sheet.
const char *_Nonnull cconformance_style(void);

/// The star before the title, as SVG.
const char *_Nonnull cconformance_star(void);

#endif
