/// Blocks over a few rows at hand, carried out by the thread that asks for them.
///
/// An eddy finds out while it runs which way is best. Of a few rows of a table in this process the
/// best way is any way at once: its threads, queues and statistics cost a hundred times the work.
package telegraph.engine.direct;
