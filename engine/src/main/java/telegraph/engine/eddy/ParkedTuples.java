package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.engine.flow.Inbox;
import telegraph.engine.flow.Replay;
import telegraph.engine.flow.UnitLedger;
import telegraph.engine.stem.Candidates;
import telegraph.engine.tuple.Probe;
import telegraph.engine.tuple.QueryGraph;
import telegraph.engine.tuple.TupleBatch;
import telegraph.engine.tuple.Wide;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Tuples that wait: for lookups to have room, or for rows that have left memory.
///
/// They lie in [Wide] batches, in memory while there is room. Those whose matches are on disk are
/// gathered by the part of the rows they ask for, so that one is brought back for all of them; with
/// the stamps they keep it makes no difference when they are made up for (R3). Each such part with
/// tuples is a piece of deferred work, so that the block does not end before (R12).
///
/// Threads: any. Memory: a region of its own.
final class ParkedTuples implements AutoCloseable {
    private static final long OPEN_BYTES_MAX = 1 << 18;
    private static final long OPEN_BYTES_MIN = 4 << 10;
    private static final int OPEN_SHARE = 32;

    private final QueryGraph graph;
    private final UnitLedger ledger;
    private final Inbox inbox;
    private final boolean replayed;
    private final Region region;
    private final BatchStore store;
    private final long openBytesMax;
    private final Map<Lineage, Wide> layouts = new ConcurrentHashMap<>();
    private final Map<Integer, AtomicInteger> kept = new ConcurrentHashMap<>();
    private final Map<Place, Lot> lots = new ConcurrentHashMap<>();

    /// What a block's tuples go through.
    record Way(QueryGraph graph, UnitLedger ledger, Inbox inbox) {}

    /// What is alike of tuples that share a layout.
    private record Lineage(long span, long done) {}

    /// The rows that tuples wait for.
    record Place(int input, int index, int part) {}

    /// Tuples of one batch.
    ///
    /// @param runs what they are part of, in the order of their rows
    /// @param batch its number
    record Waiting(Kind kind, List<Run> runs, int batch) {}

    /// Rows that are part of the same thing under way, which stays open for them.
    record Run(UnitLedger.Entry entry, int from, int to) {}

    /// What tuples in one batch have in common.
    record Kind(Probe probe, long span, long done) {}

    /// A batch being filled with tuples that wait.
    final class Open implements AutoCloseable {
        private final Kind kind;
        private final BatchBuilder builder;
        private List<Run> runs = new ArrayList<>();

        private Open(Kind kind) {
            this.kind = kind;
            this.builder = new BatchBuilder(region, layout(kind.span(), kind.done()).types);
        }

        private void rows(int from, UnitLedger.Entry entry) {
            Run last = runs.isEmpty() ? null : runs.getLast();
            if (last != null && last.entry() == entry) {
                runs.removeLast();
                runs.add(new Run(entry, last.from(), builder.rows()));
            } else {
                ledger.open(entry);
                runs.add(new Run(entry, from, builder.rows()));
            }
        }

        /// Adds the rows of a batch at some places of `order`; returns whether it is full.
        boolean append(Batch batch, List<Run> parts, int[] order, int from, int count) {
            int run = 0;
            int start = from;
            while (start < from + count) {
                while (parts.get(run).to() <= order[start]) {
                    run++;
                }
                int end = start + 1;
                while (end < from + count && order[end] < parts.get(run).to()) {
                    end++;
                }
                int before = builder.rows();
                builder.append(batch, order, start, end - start);
                rows(before, parts.get(run).entry());
                start = end;
            }
            return builder.isFull() || builder.bytes() > openBytesMax;
        }

        int rowsLeft() {
            return Batch.ROWS_MAX - builder.rows();
        }

        boolean isEmpty() {
            return builder.isEmpty();
        }

        /// Ends the batch; another can be begun.
        Waiting end() {
            Waiting waiting = new Waiting(kind, runs, store(builder));
            runs = new ArrayList<>();
            return waiting;
        }

        @Override
        public void close() {
            builder.close();
        }
    }

    /// The tuples that wait for the same rows.
    private static final class Lot {
        private final Map<Kind, Open> open = new LinkedHashMap<>();
        private List<Waiting> waiting = new ArrayList<>();
        private boolean deferred;
        private boolean underWay;
    }

    /// @param lotsMax for about how many parts of rows tuples may wait at once
    /// @param replayed whether tuples are made up for; only tests say no
    ParkedTuples(Way way, Region region, int lotsMax, boolean replayed) {
        this.graph = way.graph();
        this.ledger = way.ledger();
        this.inbox = way.inbox();
        this.replayed = replayed;
        this.region = region;
        this.store = new BatchStore(region);
        this.openBytesMax =
                Math.clamp(
                        region.limit() / OPEN_SHARE / Math.max(1, lotsMax),
                        OPEN_BYTES_MIN,
                        OPEN_BYTES_MAX);
    }

    Wide layout(long span, long done) {
        return layouts.computeIfAbsent(
                new Lineage(span, done), l -> new Wide(graph, ledger, l.span(), l.done()));
    }

    /// The batch of that number; the caller unpins it.
    Batch pin(int batch) {
        return store.pin(batch);
    }

    /// Some rows of a batch from [#keep] wait no longer; with the last of them it is dropped.
    void resumed(int batch, int rows) {
        if (kept.get(batch).addAndGet(-rows) == 0) {
            kept.remove(batch);
            store.drop(batch);
        }
    }

    /// Copies tuples into a batch of their own; returns its number.
    int keep(TupleBatch tuples, int[] positions, int count) {
        Wide wide = layout(tuples.span, tuples.done);
        Vector[] columns = tuples.wide(wide, positions, count);
        try (BatchBuilder builder = new BatchBuilder(region, wide.types)) {
            for (int from = 0; from < count; ) {
                from += Gather.append(columns, positions, from, count - from, builder);
            }
            tuples.confirm();
            int batch = store(builder);
            kept.put(batch, new AtomicInteger(count));
            return batch;
        } finally {
            tuples.giveBack(columns);
        }
    }

    private int store(BatchBuilder builder) {
        Batch batch = builder.build();
        try {
            return store.append(batch);
        } finally {
            batch.unpin();
        }
    }

    /// Lets tuples wait for rows that have left memory. The entry stays open until they are made up
    /// for.
    ///
    /// @param away those whose rows have left
    void await(TupleBatch tuples, Probe probe, Candidates away, UnitLedger.Entry entry) {
        Wide wide = layout(tuples.span, tuples.done);
        Vector[] columns = tuples.wide(wide, away.away, away.awayCount);
        Kind kind = new Kind(probe, tuples.span, tuples.done);
        try {
            away.sortAway();
            for (int part = 0; part < away.awayParts(); part++) {
                int from = away.awayStart(part);
                int count = away.awayStart(part + 1) - from;
                if (count > 0) {
                    Place place = new Place(probe.target(), probe.index(), part);
                    add(place, kind, entry, columns, new Range(away.away, from, count));
                }
            }
        } finally {
            tuples.giveBack(columns);
        }
    }

    /// Some places of an array of positions.
    private record Range(int[] positions, int start, int count) {}

    private void add(
            Place place, Kind kind, UnitLedger.Entry entry, Vector[] columns, Range range) {
        Lot lot = lots.computeIfAbsent(place, p -> new Lot());
        boolean defer;
        synchronized (lot) {
            Open open = lot.open.computeIfAbsent(kind, Open::new);
            int some = rowsAtOnce(columns, range);
            int end = range.start() + range.count();
            for (int from = range.start(); from < end; ) {
                int most = Math.min(some, end - from);
                int before = open.builder.rows();
                from += Gather.append(columns, range.positions(), from, most, open.builder);
                open.rows(before, entry);
                if (open.builder.isFull() || open.builder.bytes() > openBytesMax) {
                    lot.waiting.add(open.end());
                }
            }
            defer = !lot.deferred && !lot.underWay && replayed;
            lot.deferred |= defer;
        }
        if (defer) {
            defer(place);
        }
    }

    /// How many of these rows are about as much as an open batch may have.
    private int rowsAtOnce(Vector[] columns, Range range) {
        int[] positions = range.positions();
        int start = range.start();
        int count = range.count();
        long bytes = 0;
        for (Vector column : columns) {
            bytes += (long) column.type.bytes() * count;
            if (column.segments != null) {
                for (int i = start; i < start + count; i++) {
                    int at = positions[i];
                    bytes += column.nulls[at] ? 0 : column.lengths[at];
                }
            }
        }
        return Math.toIntExact(Math.clamp(openBytesMax * count / bytes, 1, count));
    }

    private void defer(Place place) {
        inbox.defer(new Replay(place.input(), place.index(), place.part(), new UnitLedger.Entry()));
    }

    /// The tuples that wait for these rows now, for the caller to make up for, who calls
    /// [#finished]. Others may come meanwhile.
    List<Waiting> take(Place place) {
        Lot lot = lots.get(place);
        synchronized (lot) {
            for (Open open : lot.open.values()) {
                if (!open.isEmpty()) {
                    lot.waiting.add(open.end());
                }
                open.close();
            }
            lot.open.clear();
            List<Waiting> all = lot.waiting;
            lot.waiting = new ArrayList<>();
            lot.deferred = false;
            lot.underWay = true;
            return all;
        }
    }

    /// Tuples have met the rows they waited for.
    void done(List<Waiting> tuples) {
        for (Waiting some : tuples) {
            store.drop(some.batch());
            some.runs().forEach(run -> ledger.close(run.entry()));
        }
    }

    /// What was taken is done.
    void finished(Place place) {
        Lot lot = lots.get(place);
        boolean again;
        synchronized (lot) {
            lot.underWay = false;
            again = !lot.open.isEmpty() || !lot.waiting.isEmpty();
            lot.deferred = again;
        }
        if (again) {
            defer(place);
        }
    }

    BatchBuilder builder(List<Type> types) {
        return new BatchBuilder(region, types);
    }

    /// A batch to be filled with tuples that waited elsewhere.
    Open open(Kind kind) {
        return new Open(kind);
    }

    @Override
    public void close() {
        for (Lot lot : lots.values()) {
            synchronized (lot) {
                lot.open.values().forEach(Open::close);
                lot.open.clear();
            }
        }
        store.close();
        region.close();
    }
}
