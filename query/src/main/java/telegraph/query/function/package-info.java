/// The functions of SQL as PostgreSQL defines them, each a method on plain values.
///
/// [Routines] names them all; a [Routine] is one of them with its parameters.
package telegraph.query.function;
