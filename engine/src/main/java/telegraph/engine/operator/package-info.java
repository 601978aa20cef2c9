/// Operators over whole streams: what stands above the blocks of a plan.
///
/// ```
///  block ──┐
///          ├─► join ─► calc ─► sort ─► client
///  block ──┘
/// ```
///
/// An operator pulls batches from those below it when it is pulled itself. Calc, limit and union
/// keep nothing. The others collect rows in a [telegraph.memory.BatchStore], whose batches leave
/// for the query's spill file when memory is short, and work on as much of them at once as their
/// region has room for: sorted runs, partitions by hash, a window's partition.
package telegraph.engine.operator;
