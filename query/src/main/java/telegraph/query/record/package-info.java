/// Whole rows as values.
package telegraph.query.record;
