// What the pages of star-kiosk and starctl share, and the page that `star-kiosk check --standard` writes. The files are in this folder, and a
// part of the programs.
#ifndef CPAGES_H
#define CPAGES_H

/// The template of the report on conformance, with placeholders in braces.
const char *_Nonnull cpages_conformance(void);

/// The style sheet that all pages share.
const char *_Nonnull cpages_style(void);

/// The report's own style sheet.
const char *_Nonnull cpages_conformance_style(void);

/// The star before the title, as SVG, with a line's end.
const char *_Nonnull cpages_star(void);

#endif
