/// What a sandbox remembers by name: declared sources and views.
///
/// An [Entry] lives in the [Catalog] in memory and, as the statement that would create it, in the
/// [CatalogFile]. So there is one grammar for both, and what SHOW CREATE prints is what is stored.
package telegraph.tables.catalog;
