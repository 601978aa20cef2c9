package telegraph.engine.eddy;

import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import telegraph.engine.Ticker;
import telegraph.engine.Vector;
import telegraph.engine.stem.HashIndex;
import telegraph.engine.stem.Keys;
import telegraph.engine.stem.Ref;
import telegraph.engine.stem.Stem;
import telegraph.memory.Batch;

/// Finds the matches of tuples in a SteM and sends them on, a batch at a time.
///
/// Matches are found by hash and stamp, gathered as candidates, and then compared column by column.
/// The search pauses while a full batch of matches is routed to its end, and ends early when the
/// query has.
///
/// Threads: one worker.
final class Prober {
    private final WorkerState state;
    private final Onward onward;
    private final Ticker ticker;
    private final BooleanSupplier halted;
    private final ArrayDeque<Search> spare = new ArrayDeque<>();

    long lastNanos;

    /// Where matches go.
    @FunctionalInterface
    interface Onward {
        void route(TupleBatch matches) throws InterruptedException;
    }

    /// @param halted whether nobody wants matches any more
    Prober(WorkerState state, Ticker ticker, BooleanSupplier halted, Onward onward) {
        this.state = state;
        this.ticker = ticker;
        this.halted = halted;
        this.onward = onward;
    }

    /// Routes all matches of the selected tuples; returns how many there were. [#lastNanos] is then
    /// the time it took without routing them.
    long probe(TupleBatch tuples, Probe probe) throws InterruptedException {
        Search search = spare.isEmpty() ? new Search() : spare.pop();
        try {
            search.start(tuples, probe);
            return probe.index() < 0 ? search.walk() : search.follow();
        } finally {
            search.clear();
            lastNanos = search.nanos;
            spare.push(search);
        }
    }

    /// One probe under way.
    private final class Search {
        private final int[] hashes = new int[Batch.ROWS_MAX];
        private final int[] present = new int[Batch.ROWS_MAX];
        private final int[] parentAt = new int[Batch.ROWS_MAX];
        private TupleBatch tuples;
        private TupleBatch matches;
        private Probe probe;
        private Stem stem;
        private long[] targetRefs;
        private int found;
        private long total;
        private boolean stopped;
        private long since;
        private long nanos;

        void start(TupleBatch from, Probe by) {
            tuples = from;
            probe = by;
            stem = state.stem(by.target());
            total = 0;
            stopped = false;
            matches = null;
            nanos = 0;
            since = ticker.nanos();
            open();
        }

        private void open() {
            matches = state.take();
            matches.extend(tuples, probe.target());
            targetRefs = matches.refs[probe.target()];
            found = 0;
        }

        /// Follows the chains of an index.
        long follow() throws InterruptedException {
            Vector[] keys = new Vector[probe.keys().size()];
            for (int k = 0; k < keys.length; k++) {
                keys[k] = tuples.column(probe.keys().get(k), tuples.selection, tuples.count);
            }
            int kept = Keys.present(keys, tuples.selection, tuples.count, present);
            Keys.hash(keys, present, kept, hashes);
            for (int i = 0; i < kept && !halted.getAsBoolean(); i++) {
                int at = present[i];
                int hash = hashes[at];
                HashIndex.Table table = stem.table(probe.index(), hash);
                int entry = table == null ? 0 : table.first(hash);
                while (entry != 0 && !stopped) {
                    long ref = table.ref(entry);
                    if (stem.visible(Ref.batch(ref), tuples.stamp)) {
                        add(at, ref);
                    }
                    entry = table.next(entry, hash);
                }
            }
            return finish();
        }

        /// Pairs every tuple with every stored row.
        long walk() throws InterruptedException {
            int batches = stem.ids();
            for (int id = 0; id < batches && !halted.getAsBoolean(); id++) {
                if (!stem.visible(id, tuples.stamp)) {
                    continue;
                }
                int[] rows = stem.liveRows(id);
                for (int i = 0; i < tuples.count; i++) {
                    for (int row : rows) {
                        add(tuples.selection[i], Ref.of(id, row));
                    }
                    if (stopped) {
                        return total;
                    }
                }
            }
            return finish();
        }

        private void add(int at, long ref) throws InterruptedException {
            parentAt[found] = at;
            targetRefs[found] = ref;
            matches.copyTuple(tuples, at, found);
            matches.selection[found] = found;
            found++;
            if (found == Batch.ROWS_MAX) {
                flush();
                open();
                stopped = halted.getAsBoolean();
            }
        }

        private long finish() throws InterruptedException {
            flush();
            return total;
        }

        /// Compares the candidates and routes those that match.
        private void flush() throws InterruptedException {
            matches.count = found;
            int kept = found;
            for (Probe.Link link : probe.equalities()) {
                if (kept == 0) {
                    break;
                }
                Vector left = tuples.column(link.from(), tuples.selection, tuples.count);
                Vector right = matches.column(link.to(), matches.selection, kept);
                kept = Keys.equal(left, parentAt, right, matches.selection, kept);
                matches.count = kept;
            }
            total += kept;
            nanos += ticker.nanos() - since;
            if (kept > 0) {
                onward.route(matches);
            }
            since = ticker.nanos();
            state.give(matches);
            matches = null;
        }

        void clear() {
            nanos += ticker.nanos() - since;
            if (matches != null) {
                state.give(matches);
            }
            matches = null;
            tuples = null;
        }
    }
}
