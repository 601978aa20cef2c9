package telegraph.tables.access;

import telegraph.language.ast.TableName;

/// The name of a foreign key, which its table has once.
///
/// @param table in lower case
record ConstraintName(TableName table, String constraint) {}
