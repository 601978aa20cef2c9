/// Queries that name themselves, in logical plans.
package telegraph.query.recursion;
