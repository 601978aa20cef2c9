/// Values of SQL: their types, their shapes in a batch, in Calcite's runtime and in a result, their
/// texts, and what it is called when one does not fit.
///
/// An [Evaluation] counts what expressions make against the query's memory, by an [Allowance].
package telegraph.query.value;
