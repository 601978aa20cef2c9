/// Queries about the catalog: a small evaluator of PostgreSQL's queries over lists.
///
/// Programs ask `pg_catalog` in all of PostgreSQL's language: arrays and their subscripts, names of
/// relations as oids, sets among what is selected, subqueries that look at the rows around them.
/// The lists are short, so nothing is planned: the names of a query are resolved
/// ([telegraph.sql.introspect.QueryBinder]) into functions of a [telegraph.sql.value.QueryFrame],
/// and these are called. What is asked of which lists comes in by
/// [telegraph.sql.introspect.Surroundings].
package telegraph.sql.introspect;
