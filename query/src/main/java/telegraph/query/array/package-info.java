/// Arrays as PostgreSQL has them: their functions, and what is read from texts.
///
/// How arrays lie in batches is [telegraph.query.value.ArrayCode]'s.
package telegraph.query.array;
