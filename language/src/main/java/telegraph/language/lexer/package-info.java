/// Texts as tokens, and where each stands: what every grammar reads.
package telegraph.language.lexer;
