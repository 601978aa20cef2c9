/// Locks of transactions: [telegraph.store.lock.LockManager].
///
/// Locks have nothing to do with latches: they belong to transactions, last to their ends, have
/// names and not addresses, and may be waited for.
package telegraph.store.lock;
