/// The sandbox's store, and the transactions of sessions on it: their modes, their savepoints, the
/// tables as each of them sees them, and what lasts or goes with them.
///
/// [telegraph.sql.transaction.Transactions] has those of one session, each a
/// [telegraph.sql.transaction.TransactionWork]; the store's own are lent by
/// [telegraph.sql.transaction.TransactionPool].
package telegraph.sql.transaction;
