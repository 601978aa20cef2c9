/// Enums as a query has them: numbers in the order of their values, which are texts to all others.
package telegraph.query.label;
