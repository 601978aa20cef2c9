/// What queries about the catalog compute with: types, rows, tables, their order and their room.
package telegraph.sql.value;
