/// Statements done: [telegraph.sql.execution.Dispatch] gives each family of them to a class, which
/// does it by its [telegraph.sql.execution.StatementRun].
package telegraph.sql.execution;
