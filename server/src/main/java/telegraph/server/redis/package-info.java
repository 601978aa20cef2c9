/// The protocol of Redis, for key-value clients, over a table of the sandbox.
///
/// The way of one command:
///
/// ```
///               the connection's event loop                          other threads
/// bytes ──▶ Request ──▶ Conversation ──▶ Keyspace.Desk
///           (in place)       │             │ answers at once: reads of rows, all of `noop`
///                            │             └──▶ Burst ──▶ GroupCommit   changes, many to a commit
///                            │                       └──▶ Aside         whatever has to wait
///                            ◀───── replies, in the order of the commands ─────┘
/// ```
///
/// A connection whose burst is away is not read on; so it has at most one, and its commands take
/// effect in their order.
package telegraph.server.redis;
