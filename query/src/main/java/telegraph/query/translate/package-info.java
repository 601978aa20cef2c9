/// From the text of a query to a logical plan: parsed, its names resolved in a [Scope], its types
/// those of PostgreSQL, its mistakes told in our own words ([Mistakes]). [Translator] is the way
/// in.
package telegraph.query.translate;
