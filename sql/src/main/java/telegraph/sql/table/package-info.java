/// Tables as the store keeps them: rows as bytes, their indexes and constraints, and the source
/// that a query reads them by.
///
/// The way of a row: [telegraph.sql.table.ValueCodec] makes it a value,
/// [telegraph.sql.table.KeyCodec] its keys; a [telegraph.sql.table.StoredTable] puts it in all
/// containers of its table or in none; a [telegraph.sql.table.TableSource] brings it back, by a
/// scan or by a key.
package telegraph.sql.table;
