/// Queries that count up sequences, in logical plans.
package telegraph.query.counting;
