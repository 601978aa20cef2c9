/// What is done to the tree of a query that Calcite has parsed before it is validated: forms that
/// PostgreSQL has and Calcite writes otherwise, and literals in their own types.
package telegraph.query.syntax;
