/// The tree of a statement: what it says, and nothing of how it is carried out.
///
/// [Statement] is sealed, so whoever carries statements out is told by the compiler of a new one.
package telegraph.language.ast;
