/// Random queries, whose answers are held against one another, and against PostgreSQL's where it is
/// installed.
package telegraph.sql.random;
