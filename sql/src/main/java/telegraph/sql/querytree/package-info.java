/// Queries about the catalog as trees, and the types of PostgreSQL that they speak of.
package telegraph.sql.querytree;
