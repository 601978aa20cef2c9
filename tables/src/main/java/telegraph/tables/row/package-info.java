/// Rows as the store keeps them: bytes, keys, and the expressions kept with a table.
///
/// The way of a row: [ValueCodec] makes it a value, [KeyCodec] its keys; a [StoredTable] puts it in
/// all containers of its table or in none.
package telegraph.tables.row;
