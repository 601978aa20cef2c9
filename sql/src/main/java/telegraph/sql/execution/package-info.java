/// Statements done: [telegraph.sql.execution.Dispatch] gives each family of them to a class, which
/// does it in its [telegraph.sql.execution.Turn].
package telegraph.sql.execution;
