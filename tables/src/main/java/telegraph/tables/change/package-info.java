/// Statements that change rows: INSERT, UPDATE, DELETE, MERGE, TRUNCATE and COPY.
///
/// Each is a query and what is done with its rows. The life of an `UPDATE t SET a = a + 1 WHERE b`:
/// the query `SELECT t.*, a + 1 FROM t WHERE b` runs like any other; its rows are kept in a
/// [telegraph.tables.change.RowSpool] until the last has come, so that no row is met again in its
/// new shape; then each key is locked, its row read once more, and if it is still what the query
/// saw it is changed, else the query is asked again about that row alone. RETURNING is a query over
/// the rows as they became.
package telegraph.tables.change;
