/// Conditions that narrow a selection of rows, instead of making a column of truth values.
package telegraph.query.predicate;
