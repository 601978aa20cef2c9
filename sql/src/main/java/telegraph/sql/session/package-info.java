/// A session as its statements meet it: what it keeps from one to the next, and what their queries
/// can name.
///
/// A query is planned by [telegraph.sql.session.SnapshotPlanner] over one state of the catalog; its
/// names lead by [telegraph.sql.session.SessionScope] to files and table functions, the tables of
/// the transaction, and lists.
package telegraph.sql.session;
