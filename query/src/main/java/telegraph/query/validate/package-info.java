/// What PostgreSQL demands of a query, or means by it, beyond what Calcite's validator looks at:
/// each class looks through a query that has been found valid, and refuses what would be answered
/// otherwise than PostgreSQL answers it.
package telegraph.query.validate;
