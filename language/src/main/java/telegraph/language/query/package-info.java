/// Reads queries and expressions, of tables and of the catalog alike, into the tree of
/// [telegraph.language.ast.Query] and [telegraph.language.ast.Term]. Begin at [QueryReader].
package telegraph.language.query;
