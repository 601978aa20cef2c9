/// Values by column, and what computes over them: vectors, expressions and predicates over the rows
/// of a batch.
package telegraph.engine.vector;
