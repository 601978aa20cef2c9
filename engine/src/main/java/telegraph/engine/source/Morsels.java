package telegraph.engine.source;

import java.io.IOException;

/// The units of a scan, for workers to read themselves, whoever has time the next one: no thread
/// and no queue stands between the bytes and the work on them.
///
/// Units are known by rank, from 0 to [#count] - 1, in the order in which they are drawn (see
/// [Frame]); workers begin them in that order. Reading one must not wait for a network or another
/// process: sources that wait have a [Reader] of their own instead.
///
/// Threads: any. Leis et al., *Morsel-Driven Parallelism*, SIGMOD 2014.
public interface Morsels {
    int count();

    /// How many rows a unit has, or -1 if that is not known before it is read.
    long rows(int rank);

    /// A reader for one thread, which closes it.
    MorselReader reader() throws IOException;
}
