package telegraph.sources.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import telegraph.engine.Basis;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Sink;
import telegraph.ground.TelegraphException;
import telegraph.ground.WorkerThreads;

/// Reads units in a random order, some at once.
///
/// The order is a permutation drawn before the first unit is read, so the units of any set of ranks
/// are a random sample of all. Ranks are handed out one by one, so they also end nearly in order.
///
/// Threads: one calls [#run], which returns when the readers' threads have ended. The first failure
/// ends them all.
final class UnitScan {
    private final Units units;
    private final Sink sink;
    private final int filenameTarget;
    private final int[] order;
    private final AtomicInteger nextRank = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    UnitScan(Units units, long seed, Sink sink, int filenameTarget) {
        this.units = units;
        this.sink = sink;
        this.filenameTarget = filenameTarget;
        this.order = Frame.draw(units.count(), seed);
    }

    void run(int readers) throws InterruptedException {
        sink.frame(new Frame(Basis.SAMPLED, order.length, units.rowsMax(), units.even()));
        sink.meter().unitsTotal(order.length);
        for (int i = 0; i < Math.min(readers, order.length); i++) {
            // Parsing never waits: on virtual threads it would keep those from running that watch
            // the query.
            threads.add(WorkerThreads.make("telegraph-file-reader-" + i, this::work));
        }
        threads.forEach(Thread::start);
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    stopped = true;
                    threads.forEach(Thread::interrupt);
                }
            }
        }
        if (interrupted) {
            throw new InterruptedException("reading was cancelled");
        }
        switch (failure.get()) {
            case null -> {}
            case InterruptedException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default ->
                    throw new IllegalStateException("a reader throws nothing else", failure.get());
        }
    }

    private void work() {
        try (RowOutput out = new RowOutput(sink, -1, filenameTarget);
                Units.UnitReader reader = units.reader(out);
                Sink.Registration _ = sink.closeOnCancel(reader)) {
            for (int rank = nextRank.getAndIncrement();
                    rank < order.length && !stopped;
                    rank = nextRank.getAndIncrement()) {
                if (!read(reader, out, rank)) {
                    return;
                }
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            fail(e);
        } catch (IOException e) {
            fail(new UncheckedIOException(e));
        }
    }

    private boolean read(Units.UnitReader reader, RowOutput out, int rank)
            throws InterruptedException {
        int unit = order[rank];
        String file = units.file(unit);
        try {
            out.beginFile(file);
            out.beginUnit(rank);
            if (!out.isOpen() || !reader.read(unit)) {
                return false;
            }
            out.endUnit();
            return true;
        } catch (IOException | UncheckedIOException e) {
            if (sink.cancelled()) {
                throw TelegraphException.cancelled("reading was cancelled: file=" + file);
            }
            throw FileSource.unreadable(file, e);
        }
    }

    private void fail(Throwable e) {
        if (failure.compareAndSet(null, e)) {
            stopped = true;
            for (Thread thread : threads) {
                if (thread != Thread.currentThread()) {
                    thread.interrupt();
                }
            }
        }
    }
}
