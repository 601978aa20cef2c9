/// What is left of tables, indexes and the catalog when a process is killed, and whether CHECK
/// TABLE sees what is wrong.
package telegraph.sql.crash;
