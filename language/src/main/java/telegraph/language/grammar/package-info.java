/// One grammar for each family of statements, that makes the tree of its tokens.
///
/// [StatementParser] looks at the first words and hands the tokens to the grammar they belong to.
/// Mistakes are told with their place and the nearest word that would do.
package telegraph.language.grammar;
