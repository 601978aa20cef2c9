/// Logical plans made into others that mean the same and run better: without subqueries and
/// correlation, with filters pushed and columns left out.
package telegraph.query.rewrite;
