/// Scripts and the statements in them.
///
/// [Statements] is the way in. A [Lexer] cuts the text into tokens, [Splitter] cuts the tokens into
/// statements, [StatementParser] reads those that are not queries, and [QueryRewriter] prepares the
/// queries for Calcite: it puts an identifier in the place of every table that is written as a
/// literal or a function call, and a [PositionMap] leads from the prepared text back to the script.
package telegraph.sql.statement;
