/// `pg_catalog` and `information_schema` over Telegraph's own catalog, so that PostgreSQL's tools
/// find their way in it.
///
/// A [telegraph.sql.pgcatalog.Listing] gives everything in a snapshot of the catalog the number it
/// is known by; the rows of each relation are made from it when a query asks for them
/// ([telegraph.sql.pgcatalog.CatalogRows], [telegraph.sql.pgcatalog.InformationRows]). Relations of
/// which Telegraph has nothing are empty and have PostgreSQL's columns. Sources are foreign tables,
/// identity columns have sequences.
package telegraph.sql.pgcatalog;
