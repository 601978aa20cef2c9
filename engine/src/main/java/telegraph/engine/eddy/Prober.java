package telegraph.engine.eddy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.BooleanSupplier;
import telegraph.engine.stem.Candidates;
import telegraph.engine.stem.KeyHashes;
import telegraph.engine.stem.Ref;
import telegraph.engine.stem.StemReader;
import telegraph.engine.tuple.Probe;
import telegraph.engine.tuple.TupleBatch;
import telegraph.engine.tuple.WorkerState;
import telegraph.engine.vector.Vector;
import telegraph.ground.Ticker;
import telegraph.memory.Batch;

/// Finds the matches of tuples in a SteM and sends them on, a batch at a time.
///
/// An index gives the newest row of each tuple's key. If no key has several rows, a tuple that has
/// a match holds it from then on, where it is. Else matches are gathered in batches of their own,
/// and the search pauses while a full one is routed to its end. What an index does not decide,
/// hashes and further columns, is compared column by column.
///
/// Threads: one worker.
final class Prober {
    private static final int[] ITSELF = itself();

    private final WorkerState state;
    private final Onward onward;
    private final Ticker ticker;
    private final BooleanSupplier halted;
    private final ArrayDeque<Search> spare = new ArrayDeque<>();

    long lastNanos;

    /// Where matches go.
    interface Onward {
        void route(TupleBatch matches) throws InterruptedException;

        /// Some tuples' rows have left memory.
        void await(TupleBatch tuples, Probe probe, Candidates away);
    }

    /// @param halted whether nobody wants matches any more
    Prober(WorkerState state, Ticker ticker, BooleanSupplier halted, Onward onward) {
        this.state = state;
        this.ticker = ticker;
        this.halted = halted;
        this.onward = onward;
    }

    private static int[] itself() {
        int[] positions = new int[Batch.ROWS_MAX];
        for (int at = 0; at < positions.length; at++) {
            positions[at] = at;
        }
        return positions;
    }

    /// Routes all matches of the selected tuples; returns how many there were. [#lastNanos] is then
    /// the time it took without routing them. The tuples are used up, unless they must ask for rows
    /// of the target.
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
        private final Candidates candidates = new Candidates();
        private final int[] parentAt = new int[Batch.ROWS_MAX];
        private final long[] walked = new long[Batch.ROWS_MAX];
        private TupleBatch tuples;
        private TupleBatch matches;
        private Probe probe;
        private StemReader stored;
        private boolean compared;
        private long[] targetRefs;
        private int found;
        private long total;
        private boolean stopped;
        private long since;
        private long nanos;

        void start(TupleBatch from, Probe by) {
            tuples = from;
            probe = by;
            stored = state.reader(by.target());
            compared = true;
            total = 0;
            stopped = false;
            matches = null;
            nanos = 0;
            since = ticker.nanos();
        }

        private void open() {
            matches = state.take();
            matches.extend(tuples, probe.target());
            targetRefs = matches.refs[probe.target()];
            found = 0;
        }

        /// Asks an index.
        long follow() throws InterruptedException {
            Vector[] keys = new Vector[probe.keys().size()];
            for (int k = 0; k < keys.length; k++) {
                keys[k] = tuples.column(probe.keys().get(k), tuples.selection, tuples.count);
            }
            stored.find(probe.index(), keys, tuples.selection, tuples.count, candidates);
            if (candidates.awayCount > 0) {
                onward.await(tuples, probe, candidates);
            }
            compared = candidates.hashed || probe.equalities().size() > keys.length;
            boolean all = stored.seesAll(tuples.stamp);
            if (!candidates.chained && !probe.mustAsk()) {
                return join(all);
            }
            followChains(all);
            return finish();
        }

        /// Lets each tuple hold its only match, where it is.
        private long join(boolean all) throws InterruptedException {
            long[] refs = tuples.refsFor(probe.target());
            long[] newest = candidates.refs;
            int[] positions = candidates.positions;
            int[] selection = tuples.selection;
            long stamp = tuples.stamp;
            long[] stamps = tuples.stamps;
            int kept = 0;
            for (int i = 0; i < candidates.count; i++) {
                int at = positions[i];
                long ref = newest[at];
                if (ref != Ref.NONE && isVisible(all, ref, stamps == null ? stamp : stamps[at])) {
                    refs[at] = ref;
                    selection[kept++] = at;
                }
            }
            tuples.count = kept;
            tuples.join(probe.target());
            matches = tuples;
            found = kept;
            compare(ITSELF);
            total = matches.count;
            TupleBatch joined = matches;
            matches = null;
            nanos += ticker.nanos() - since;
            if (total > 0) {
                onward.route(joined);
            }
            since = ticker.nanos();
            return total;
        }

        private boolean isVisible(boolean all, long ref, long stamp) {
            return all || stored.isVisible(ref, stamp);
        }

        private void followChains(boolean all) throws InterruptedException {
            open();
            long[] stamps = tuples.stamps;
            int[] positions = candidates.positions;
            for (int i = 0; i < candidates.count && !stopped; i++) {
                int at = positions[i];
                long stamp = stamps == null ? tuples.stamp : stamps[at];
                long ref = candidates.refs[at];
                while (ref != Ref.NONE && !stopped) {
                    if (isVisible(all, ref, stamp)) {
                        add(at, ref);
                    }
                    ref = stored.older(probe.index(), ref);
                }
            }
        }

        /// Pairs every tuple with every stored row.
        long walk() throws InterruptedException {
            List<StemReader.Walk> pages = stored.walks();
            if (pages == null) {
                stored.allAway(tuples.selection, tuples.count, candidates);
                onward.await(tuples, probe, candidates);
                return 0;
            }
            open();
            long[] stamps = tuples.stamps;
            for (StemReader.Walk page : pages) {
                if (halted.getAsBoolean()) {
                    break;
                }
                int rows = stamps == null ? page.visible(tuples.stamp, walked) : 0;
                for (int i = 0; i < tuples.count && !stopped; i++) {
                    int at = tuples.selection[i];
                    if (stamps != null) {
                        rows = page.visible(stamps[at], walked);
                    }
                    for (int row = 0; row < rows; row++) {
                        add(at, walked[row]);
                    }
                }
                if (stopped) {
                    return total;
                }
            }
            return finish();
        }

        private void add(int at, long ref) throws InterruptedException {
            parentAt[found] = at;
            targetRefs[found] = ref;
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
            matches.copyTuples(tuples, parentAt, found);
            matches.selectFirst(found);
            compare(parentAt);
            total += matches.count;
            nanos += ticker.nanos() - since;
            if (matches.count > 0) {
                onward.route(matches);
            }
            since = ticker.nanos();
            state.give(matches);
            matches = null;
        }

        /// Keeps the matches that are equal in every column.
        private void compare(int[] tupleAt) {
            if (!compared) {
                return;
            }
            int kept = matches.count;
            for (Probe.Link link : probe.equalities()) {
                if (kept == 0) {
                    break;
                }
                Vector left = tuples.column(link.from(), tuples.selection, tuples.count);
                Vector right = matches.column(link.to(), matches.selection, kept);
                kept = KeyHashes.equal(left, tupleAt, right, matches.selection, kept);
                matches.count = kept;
            }
        }

        void clear() {
            nanos += ticker.nanos() - since;
            if (matches != null && matches != tuples) {
                state.give(matches);
            }
            matches = null;
            tuples = null;
        }
    }
}
