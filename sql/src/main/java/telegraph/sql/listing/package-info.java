/// What is listed, and neither read nor computed: the tables of schema `telegraph`, PostgreSQL's
/// catalog as tables, the words that a shell completes, and what EXPLAIN ANALYZE says.
package telegraph.sql.listing;
