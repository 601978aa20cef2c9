/// Scripts and the statements in them.
///
/// [Statements] is the way in. A [Lexer] cuts the text into tokens and a [Script] cuts those into
/// statements at the semicolons. [StatementParser] reads what is Telegraph's own; a query goes
/// through [QueryRewriter], which puts an identifier in the place of every table that is written as
/// a literal or a function call, so that Calcite can parse it, and a [PositionMap] leads from what
/// Calcite reads back to the script.
package telegraph.sql.statement;
