#include "CSchema.h"

// Older standards than C23 accept #embed as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Embedded in C, because Swift takes five seconds to compile an array of 20,000 bytes.
static const char schema1[] = {
#embed "../../Answers/Collector/Schema/schema1.sql" suffix(, 0)
};

static const char schema2[] = {
#embed "../../Answers/Collector/Schema/schema2.sql" suffix(, 0)
};

static const char schema3[] = {
#embed "../../Answers/Collector/Schema/schema3.sql" suffix(, 0)
};

static const char schema4[] = {
#embed "../../Answers/Collector/Schema/schema4.sql" suffix(, 0)
};

static const char schema5[] = {
#embed "../../Answers/Collector/Schema/schema5.sql" suffix(, 0)
};

static const char schema6[] = {
#embed "../../Answers/Collector/Schema/schema6.sql" suffix(, 0)
};

static const char schema7[] = {
#embed "../../Answers/Collector/Schema/schema7.sql" suffix(, 0)
};

static const char schema8[] = {
#embed "../../Answers/Collector/Schema/schema8.sql" suffix(, 0)
};

const char *cschema_1(void) { return schema1; }

const char *cschema_2(void) { return schema2; }

const char *cschema_3(void) { return schema3; }

const char *cschema_4(void) { return schema4; }

const char *cschema_5(void) { return schema5; }

const char *cschema_6(void) { return schema6; }

const char *cschema_7(void) { return schema7; }

const char *cschema_8(void) { return schema8; }
