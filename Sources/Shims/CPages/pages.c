#include "CPages.h"

// Older standards than C23 accept #embed as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Each text ends with a zero byte.
static const char template[] = {
#embed "conformance.html"
    , 0};

static const char page_style[] = {
#embed "page.css"
    , 0};

static const char style[] = {
#embed "conformance.css"
    , 0};

static const char star[] = {
#embed "star.svg"
    , 0};

const char *cpages_conformance(void) { return template; }

const char *cpages_style(void) { return page_style; }

const char *cpages_conformance_style(void) { return style; }

const char *cpages_star(void) { return star; }
