/// Scripts and the statements in them.
///
/// [Statements] is the way in. A [telegraph.language.lexer.Lexer] cuts the text into tokens and a
/// [telegraph.language.lexer.Script] cuts those into statements at the semicolons. The grammar
/// reads what is Telegraph's own into the tree of [telegraph.language.ast.Statement]; a query goes
/// through [telegraph.language.grammar.QueryRewriter], which puts an identifier in the place of
/// every table that is written as a literal or a function call, so that Calcite can parse it, and a
/// [telegraph.language.lexer.PositionMap] leads from what Calcite reads back to the script.
package telegraph.language;
