/// What a sandbox remembers by name: declared sources and views.
package telegraph.sql.catalog;
