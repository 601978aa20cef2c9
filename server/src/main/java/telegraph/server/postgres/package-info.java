/// PostgreSQL's wire protocol: psql, drivers and tools talk to Telegraph as to a PostgreSQL.
///
/// The life of a look-up that a driver has prepared and sends as Bind, Execute and Sync:
///
/// 1. `PostgresConnection` cuts what the loop has read into three messages. None is copied.
/// 2. `Conversation` owns nothing else just now, so it offers each to `Dialogue` at once.
/// 3. `ExtendedQuery` finds the statement by its name, `Values` reads the values where they lie
///    into its `Prepared`, and the portal without a name is bound to it.
/// 4. Execute: no transaction is open, and the statement is known to ask for a row by its key. The
///    store is asked on the loop; `RowWriter` copies the row from the store's bytes into the reply.
/// 5. Sync adds that the server is ready. When everything that was read is done, the loop sends the
///    replies with one write.
///
/// The life of any other statement:
///
/// 1. It might wait, so its message goes to the `Inbox`, all that follow go there too, and a
///    virtual thread is started, to which the dialogue belongs from now on.
/// 2. `Execution` has it admitted and started, and `Answer` takes its events: at most four pieces
///    of rows wait there, then the query does.
/// 3. The thread writes rows in pieces to the `Outflow`, which waits while the client does not
///    read.
/// 4. It ended: the thread waits until all it held is free, says how it ended, takes the next
///    message from the inbox, or gives the dialogue back to the loop and is gone.
///
/// `Blocks` knows what belongs to one transaction, `Portals` what is under way in it,
/// `WireStatements` does what PostgreSQL has and Telegraph need not, and `Cancelling` hears
/// requests to cancel, which come over connections of their own.
package telegraph.server.postgres;
