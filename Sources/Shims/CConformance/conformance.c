#include "CConformance.h"

// Older standards than C23 accept #embed as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Each text ends with a zero byte.
static const char template[] = {
#embed "../../Kiosk/Kiosk/Resources/conformance.html"
    , 0};

static const char shared_style[] = {
#embed "../../Programs/starctl/Pages/page.css"
    , 0};

static const char style[] = {
#embed "../../Kiosk/Kiosk/Resources/conformance.css"
    , 0};

static const char star[] = {
#embed "../../Programs/starctl/Pages/star.svg"
    , 0};

const char *cconformance_template(void) { return template; }

const char *cconformance_shared_style(void) { return shared_style; }

const char *cconformance_style(void) { return style; }

const char *cconformance_star(void) { return star; }
