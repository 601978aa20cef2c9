/// A statement while it runs, and what is told of it meanwhile: its events, how far its sources
/// are, what its answer is estimated to be, and when that is good enough to stop.
///
/// ```
/// RunningQuery ◀── QueryRun ──▶ Delivery                rows, and who has the last word on them
///  the thread,        ├──────▶ Reporter ──▶ Standings   progress and snapshots, at each interval
///  the gate           └──────▶ StopWatcher              the moment at which the answer will do
/// ```
package telegraph.sql.live;
