package telegraph.engine.flow;

import java.io.IOException;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.MorselReader;
import telegraph.engine.source.Morsels;
import telegraph.ground.TelegraphException;

/// A scan whose units workers read themselves ([telegraph.engine.source.Sink#pull]): which units
/// are taken, and who still reads.
///
/// It ends when all units were read, or it was stopped, or one of them could not be read; and not
/// before every [MorselReader] is closed, so that the source may close its files.
///
/// Threads: any. The source's thread waits in [#await]; its own lock is held for a moment only.
public final class PulledScan {
    private final int input;
    private final Morsels morsels;
    private final Meter meter;
    private final UnitTracker drawing;
    private int next;
    private int underWay;
    private int readers;
    private boolean stopped;
    private Throwable failure;

    PulledScan(int input, Morsels morsels, Meter meter, UnitTracker drawing) {
        this.input = input;
        this.morsels = morsels;
        this.meter = meter;
        this.drawing = drawing;
    }

    int input() {
        return input;
    }

    Meter meter() {
        return meter;
    }

    /// How many rows a unit has, or -1.
    long rows(int rank) {
        return morsels.rows(rank);
    }

    /// Whether no unit is left to take.
    public synchronized boolean isExhausted() {
        return stopped || next >= morsels.count();
    }

    /// The rank of the next unit, which the caller reads to its end; -1 if there is none.
    synchronized int take() {
        if (isExhausted()) {
            return -1;
        }
        underWay++;
        return next++;
    }

    /// A reader for one worker, which gives it to [#close]; null if it cannot be had.
    public MorselReader reader() {
        synchronized (this) {
            readers++;
        }
        try {
            return morsels.reader();
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            readerClosed();
            return null;
        }
    }

    /// Closes a reader.
    public void close(MorselReader reader) {
        try {
            reader.close();
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        } finally {
            readerClosed();
        }
    }

    private synchronized void readerClosed() {
        readers--;
        tellIfOver();
    }

    private synchronized boolean isOver() {
        return underWay == 0 && readers == 0 && isExhausted();
    }

    private synchronized void tellIfOver() {
        if (isOver()) {
            notifyAll();
        }
    }

    /// A unit that was taken is read, or given up.
    ///
    /// @param whole whether all its rows went on
    void ended(int rank, boolean whole) {
        if (whole) {
            drawing.ended(rank);
            meter.addUnit();
        }
        synchronized (this) {
            underWay--;
            tellIfOver();
        }
    }

    /// Has no more units taken; those under way end at their next rows.
    synchronized void stop() {
        stopped = true;
        tellIfOver();
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    /// A unit could not be read; the first failure is the scan's.
    synchronized void fail(Throwable e) {
        if (failure == null && !stopped) {
            failure = e;
        }
        stop();
    }

    /// Whether the scan failed of this.
    synchronized boolean failedOf(Throwable e) {
        return failure == e;
    }

    /// Waits until nothing is read any more. When interrupted, it stops the scan and goes on
    /// waiting: what is read now must not be closed.
    void await() throws InterruptedException, IOException {
        boolean interrupted = false;
        synchronized (this) {
            while (!isOver()) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                    stop();
                }
            }
        }
        if (interrupted) {
            throw new InterruptedException("nobody wants more rows");
        }
        switch (failure()) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw TelegraphException.bug("a unit could not be read: " + e, e);
        }
    }

    private synchronized Throwable failure() {
        return failure;
    }
}
