// The SQL files of the collector's schema, which are parts of the program: Sources/Answers/Collector/Schema.
#ifndef CSCHEMA_H
#define CSCHEMA_H

/// The text of schema1.sql, which ends with a zero byte.
const char *_Nonnull cschema_1(void);

/// The text of schema2.sql, which ends with a zero byte.
const char *_Nonnull cschema_2(void);

/// The text of schema3.sql, which ends with a zero byte.
const char *_Nonnull cschema_3(void);

/// The text of schema4.sql, which ends with a zero byte.
const char *_Nonnull cschema_4(void);

/// The text of schema5.sql, which ends with a zero byte.
const char *_Nonnull cschema_5(void);

/// The text of schema6.sql, which ends with a zero byte.
const char *_Nonnull cschema_6(void);

/// The text of schema7.sql, which ends with a zero byte.
const char *_Nonnull cschema_7(void);

/// The text of schema8.sql, which ends with a zero byte.
const char *_Nonnull cschema_8(void);

#endif
