package telegraph.engine.flow;

import java.io.IOException;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.MorselReader;
import telegraph.engine.vector.Vector;

/// A unit of a pulled scan in the hands of a worker, which reads it to its end.
///
/// What cannot be read ends the scan, not the worker: the source's thread tells of it, as of rows
/// it reads itself.
///
/// Threads: one worker.
public final class Unit implements WorkItem {
    private final PulledScan pulling;
    private final int rank;
    private final UnitLedger.Entry entry;
    private long rows;
    private boolean whole;

    Unit(PulledScan pulling, int rank, UnitLedger.Entry entry) {
        this.pulling = pulling;
        this.rank = rank;
        this.entry = entry;
    }

    public PulledScan pulling() {
        return pulling;
    }

    public int input() {
        return pulling.input();
    }

    public int rank() {
        return rank;
    }

    @Override
    public UnitLedger.Entry entry() {
        return entry;
    }

    /// How many rows were read so far.
    public long rows() {
        return rows;
    }

    /// How many rows the unit has that were not read, as far as it is known: they are of no use.
    public long rowsSkipped() {
        return whole ? Math.max(0, pulling.rows(rank) - rows) : 0;
    }

    /// Goes to the first row; false if there is nothing to read.
    public boolean open(MorselReader reader, MorselReader.Reduction reduction) {
        if (pulling.isStopped()) {
            return false;
        }
        try {
            boolean some = reader.open(rank, reduction);
            whole = !some;
            return some;
        } catch (IOException | RuntimeException | Error e) {
            pulling.fail(e);
            return false;
        }
    }

    /// The next rows, or null if there are no more, or nobody wants them.
    public Chunk next(MorselReader reader) {
        if (pulling.isStopped()) {
            return null;
        }
        try {
            Chunk chunk = reader.next();
            if (chunk == null) {
                whole = true;
                return null;
            }
            rows += chunk.rows();
            pulling.meter().addRows(chunk.rows());
            return chunk;
        } catch (IOException | RuntimeException | Error e) {
            pulling.fail(e);
            return null;
        }
    }

    /// Reads a column of a chunk ([Chunk#fill]).
    public void fill(Chunk chunk, int column, int[] selection, int count, Vector to) {
        try {
            chunk.fill(column, selection, count, to);
        } catch (RuntimeException | Error e) {
            pulling.fail(e);
            throw e;
        }
    }

    /// Whether this was thrown because the unit cannot be read, which its source will tell.
    public boolean failedOf(Throwable e) {
        return pulling.failedOf(e);
    }

    /// The worker is done with it, and with all that came of it.
    void ended() {
        pulling.ended(rank, whole);
    }
}
