package telegraph.engine.flow;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;
import telegraph.engine.Basis;
import telegraph.engine.QueryContext;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Morsels;
import telegraph.engine.source.Range;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Source;
import telegraph.ground.ArrivalOrder;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Runs the readers of a block: scans, and lookups as they are asked for.
///
/// Threads: any; each reader has a virtual thread.
public final class Feeds {
    private static final Duration RECONSIDERED_EVERY = Duration.ofMillis(5);

    /// How many lookups of an input begin before anything is known of them, where requests are to
    /// be saved.
    private static final int CAUTIOUS = 2;

    private final QueryContext context;
    private final Inbox inbox;
    private final UnitLedger ledger;
    private final Consumer<TelegraphException> failed;
    private final ArrivalOrder<Running> running = new ArrivalOrder<>();
    private final ArrivalOrder<Thread> pacers = new ArrivalOrder<>();
    private final Map<Integer, ScanGate> gates = new ConcurrentHashMap<>();
    private final Map<Integer, Race> races = new ConcurrentHashMap<>();
    private volatile boolean cancelled;

    /// What a reader is to fetch.
    ///
    /// @param columns the columns (indices in the schema) of the batches
    /// @param types of these columns
    public record Order(
            int input,
            Source source,
            int[] columns,
            List<Type> types,
            Map<Integer, List<Object>> constants,
            Map<Integer, Range> ranges,
            Region region,
            Meter meter) {}

    /// What a fetch is for.
    private record Running(Fetch fetch, int input, boolean scan) {}

    /// Lookups beside the scan of an input.
    private record Race(Places places, RowKeys keys, Lookups lookups) {}

    /// Hears that a fetch has ended.
    @FunctionalInterface
    private interface Ended {
        void run(boolean cut);
    }

    /// @param failed hears of the first reader that fails, and of the others
    public Feeds(
            QueryContext context,
            Inbox inbox,
            UnitLedger ledger,
            Consumer<TelegraphException> failed) {
        this.context = context;
        this.inbox = inbox;
        this.ledger = ledger;
        this.failed = failed;
    }

    /// Starts to read all rows.
    ///
    /// @param rowsWanted how many will do, or -1
    public void scan(Order order, long rowsWanted) {
        ScanRequest request =
                new ScanRequest(
                        order.columns(),
                        order.constants(),
                        order.ranges(),
                        context.ordered(),
                        rowsWanted,
                        ledger.side(order.input()) < 0
                                ? OptionalLong.empty()
                                : OptionalLong.of(seed(order.input())));
        inbox.feedBegins(order.input());
        start(
                order,
                order.source().scan(request),
                new Scan(order, races.get(order.input())),
                cut -> {
                    order.meter().done();
                    inbox.feedEnded(order.input());
                },
                true);
    }

    /// Where the chance of an input comes from, each its own: two lists of equally many pages that
    /// are sorted alike would be read side by side otherwise, and rows that belong together come
    /// together far more often than in a sample.
    private long seed(int input) {
        return input == 0
                ? context.seed()
                : new SplittableRandom(context.seed() + input).nextLong();
    }

    /// Takes what a scan brings.
    private final class Scan implements Fetch.Deliverer {
        private final Order order;
        private final Race race;

        /// @param race in which the scan is, or null
        private Scan(Order order, Race race) {
            this.order = order;
            this.race = race;
        }

        @Override
        public void deliver(int unit, Batch batch) throws InterruptedException {
            UnitLedger.Entry entry = ledger.scanned(order.input(), unit);
            try {
                boolean pages = race != null && race.places.isShared();
                List<Lookups.Key> keys = pages ? race.keys.of(batch) : List.of();
                inbox.put(new Arrival(order.input(), true, batch, unit, null, entry));
                if (pages) {
                    race.lookups.answered(keys, entry);
                }
            } finally {
                ledger.arrived(entry);
            }
            ScanGate gate = gates.get(order.input());
            if (gate != null) {
                gate.pass();
            }
        }

        @Override
        public boolean pull(Morsels morsels) throws InterruptedException, IOException {
            int input = order.input();
            inbox.pull(new PulledScan(input, morsels, order.meter(), ledger.drawing(input)));
            return true;
        }
    }

    /// Looks up every combination of the constants of a pattern; together they are all rows the
    /// query accepts.
    public Lookups scanByConstants(Order order, int[] pattern) {
        inbox.feedBegins(order.input());
        int most = Math.max(1, order.source().traits().lookupsMax());
        Lookups lookups =
                lookups(
                        order,
                        List.of(pattern),
                        new Lookups.Limits(most, Integer.MAX_VALUE, most),
                        true);
        List<List<Object>> combinations = List.of(List.of());
        for (int column : pattern) {
            List<List<Object>> longer = new ArrayList<>();
            for (List<Object> values : combinations) {
                for (Object value : order.constants().get(column)) {
                    List<Object> more = new ArrayList<>(values);
                    more.add(value);
                    longer.add(more);
                }
            }
            combinations = longer;
        }
        lookups.onIdle(() -> {
            order.meter().done();
            inbox.feedEnded(order.input());
        });
        ask(order, combinations, lookups);
        lookups.lastRequested();
        return lookups;
    }

    /// Asks for all combinations: in random order if they are the units of a sample.
    private void ask(Order order, List<List<Object>> combinations, Lookups lookups) {
        UnitLedger.Entry lane = ledger.lane(order.input());
        if (ledger.side(order.input()) < 0) {
            combinations.forEach(v -> lookups.request(new Lookups.Key(0, v), lane));
            return;
        }
        List<List<Object>> drawn = new ArrayList<>(new LinkedHashSet<>(combinations));
        Collections.shuffle(drawn, new Random(seed(order.input())));
        ledger.drawing(order.input()).begin(new Frame(Basis.SAMPLED, drawn.size(), -1));
        for (int unit = 0; unit < drawn.size(); unit++) {
            UnitLedger.Entry entry = ledger.scanned(order.input(), unit);
            if (entry == lane) {
                ledger.open(lane); // one unit more than are followed
            }
            lookups.request(new Lookups.Key(0, drawn.get(unit)), lane, entry);
        }
    }

    /// The lookups that tuples may ask for.
    ///
    /// @param patterns the columns (indices in the schema) of each pattern
    /// @param waitingMax how many values may wait, or 0 for as many as the source needs to be busy
    public Lookups lookups(Order order, List<int[]> patterns, int waitingMax) {
        int most = Math.max(1, order.source().traits().lookupsMax());
        if (context.requests().isMinimised()) {
            // What waits cannot change its mind any more, and what the first find is not known yet.
            int waiting = waitingMax == 0 ? 1 : waitingMax;
            return lookups(
                    order,
                    patterns,
                    new Lookups.Limits(most, waiting, Math.min(most, CAUTIOUS)),
                    false);
        }
        int waiting = waitingMax == 0 ? Math.max(2 * most, 16) : waitingMax;
        return lookups(order, patterns, new Lookups.Limits(most, waiting, most), false);
    }

    private Lookups lookups(
            Order order, List<int[]> patterns, Lookups.Limits limits, boolean feed) {
        Source source = order.source();
        return new Lookups(
                inbox,
                ledger,
                order.region(),
                context.ticker(),
                limits,
                (lookups, asked) -> {
                    Lookups.Key key = asked.key;
                    int[] bound = patterns.get(key.bind());
                    LookupRequest request =
                            new LookupRequest(
                                    order.columns(), bound, key.values(), order.constants());
                    Bound filter = new Bound(order.columns(), bound, key.values());
                    LongAdder found = new LongAdder();
                    return start(
                            order,
                            // Asked for on the reader's own thread: a source that fails here
                            // fails like one that fails while it reads.
                            sink -> source.lookup(request).read(sink),
                            (unit, batch) ->
                                    found.add(
                                            deliver(
                                                    order,
                                                    feed,
                                                    filter.matching(batch),
                                                    batch,
                                                    lookups.entry(key))),
                            cut -> lookups.ended(asked, found.sum(), cut),
                            false);
                });
    }

    /// Passes the matching rows of an answer on; returns how many.
    private int deliver(
            Order order, boolean feed, int[] matching, Batch batch, UnitLedger.Entry entry)
            throws InterruptedException {
        int rows = matching == null ? batch.rows() : matching.length;
        if (rows == 0) {
            batch.unpin();
            return 0;
        }
        inbox.put(new Arrival(order.input(), feed, batch, entry.unit(), matching, entry));
        return rows;
    }

    private Fetch start(
            Order order, Reader reader, Fetch.Deliverer deliverer, Ended ended, boolean scan) {
        Race race = scan ? races.get(order.input()) : null;
        Fetch.Target target =
                new Fetch.Target(
                        order.source().name(),
                        order.region(),
                        order.types(),
                        order.meter(),
                        deliverer,
                        scan ? ledger.drawing(order.input()) : UnitTracker.UNHEARD,
                        race == null ? null : race.places);
        Fetch fetch =
                new Fetch(
                        "telegraph-" + context.query() + "-" + order.source().name(),
                        target,
                        reader,
                        (ending, failure) -> {
                            if (failure != null) {
                                failed.accept(failure);
                            }
                            try {
                                ended.run(ending.isCut());
                            } catch (RuntimeException | Error e) {
                                failed.accept(
                                        TelegraphException.bug(
                                                "a reader could not be ended: " + e, e));
                            } finally {
                                running.remove(new Running(ending, order.input(), scan));
                            }
                        });
        running.add(new Running(fetch, order.input(), scan));
        fetch.start();
        if (cancelled) {
            fetch.cancel();
        }
        return fetch;
    }

    /// Stops all readers; those that would start are stopped at once.
    public void cancel() {
        cancelled = true;
        running.forEach(one -> one.fetch.cancel());
        pacers.forEach(Thread::interrupt);
    }

    /// Stops the scan of an input whose rows nobody needs any more.
    public void cancelScan(int input) {
        cancelAll(input, true);
    }

    /// Stops the lookups of an input all of whose rows are there.
    public void cancelLookups(int input) {
        cancelAll(input, false);
    }

    private void cancelAll(int input, boolean scan) {
        for (Running one : running) {
            if (one.input == input && one.scan == scan) {
                one.fetch.cancel();
            }
        }
    }

    /// Lets lookups compete with the scan of the same input for the places they share. Beside a
    /// scan that shares none a value is looked up while that takes less time than the scan is
    /// likely to need to come to it; and where requests are to be saved, while that takes fewer
    /// than the scan.
    ///
    /// @param names by pattern, whether its values name a row
    /// @param askAgain whether what was cut off is asked for again; only tests say no
    public void race(
            Order order, List<int[]> patterns, boolean[] names, Lookups lookups, boolean askAgain) {
        int input = order.input();
        long started = context.ticker().nanos();
        inbox.tokens().rivals(input);
        ledger.rivals(input);
        boolean saved = context.requests().isMinimised() && !order.source().isLocal();
        Places places =
                new Places(
                        Math.max(1, order.source().traits().lookupsMax()),
                        context.ticker(),
                        () -> order.meter().progress().unitsTotal(),
                        () -> inbox.tokens().isScanNeeded(input));
        int[][] columns = new int[names.length][];
        for (int p = 0; p < names.length; p++) {
            // Where requests are saved nobody looks which values the scan has answered.
            columns[p] = names[p] && !saved ? placesOf(patterns.get(p), order.columns()) : null;
        }
        RowKeys keys = new RowKeys(columns, order.region());
        DoublePredicate pays =
                latency ->
                        latency
                                < inbox.lanes()
                                        .nanosToScan(input, context.ticker().nanos() - started);
        if (saved) {
            ScanGate gate =
                    new ScanGate(input, inbox.tokens(), order.meter(), lookups, context.ticker());
            gates.put(input, gate);
            pays = _ -> gate.lookupsPay();
        } else {
            places.whenFreed(lookups::reconsider);
            races.put(input, new Race(places, keys, lookups));
        }
        lookups.compete(
                new Lookups.Rivalry(places, pays, !saved, ledger.lane(input), keys, askAgain));
    }

    /// Where batches have the columns of a pattern, or null if they lack one.
    private static int[] placesOf(int[] pattern, int[] columns) {
        int[] places = new int[pattern.length];
        for (int i = 0; i < pattern.length; i++) {
            places[i] = -1;
            for (int c = 0; c < columns.length; c++) {
                places[i] = columns[c] == pattern[i] ? c : places[i];
            }
            if (places[i] < 0) {
                return null;
            }
        }
        return places;
    }

    /// Lets [#race] ask again and again whether lookups pay.
    public void startRace(Lookups lookups) {
        Thread pacer =
                Thread.ofVirtual()
                        .name("telegraph-" + context.query() + "-race")
                        .unstarted(() -> pace(lookups));
        pacers.add(pacer);
        pacer.start();
    }

    private void pace(Lookups lookups) {
        try {
            while (!cancelled && lookups.reconsider()) {
                context.ticker().sleep(RECONSIDERED_EVERY);
            }
        } catch (InterruptedException e) {
            lookups.stop();
        }
    }

    /// Waits until every reader has ended.
    public void join() throws InterruptedException {
        while (!running.isEmpty()) {
            for (Running one : running) {
                one.fetch.join();
            }
        }
        for (Thread pacer : pacers) {
            pacer.join();
        }
    }

    /// Lets through what a lookup asked for. A source may answer with rows that merely resemble it;
    /// those might come again from another lookup.
    private record Bound(int[] columns, int[] bound, List<Object> values) {
        /// The matching rows, or null if all match.
        int[] matching(Batch batch) {
            int[] kept = new int[batch.rows()];
            int count = 0;
            for (int row = 0; row < batch.rows(); row++) {
                if (matches(batch, row)) {
                    kept[count++] = row;
                }
            }
            return count == batch.rows() ? null : Arrays.copyOf(kept, count);
        }

        private boolean matches(Batch batch, int row) {
            for (int b = 0; b < bound.length; b++) {
                for (int c = 0; c < columns.length; c++) {
                    if (columns[c] == bound[b] && !same(batch.valueAt(c, row), values.get(b))) {
                        return false;
                    }
                }
            }
            return true;
        }

        private static boolean same(Object stored, Object asked) {
            if (stored instanceof BigDecimal left && asked instanceof BigDecimal right) {
                return left.compareTo(right) == 0;
            }
            if (stored instanceof Double left && asked instanceof Double right) {
                return left.doubleValue() == right.doubleValue() || left.equals(right);
            }
            if (stored instanceof Number left
                    && asked instanceof Number right
                    && !(stored instanceof BigDecimal)
                    && !(asked instanceof BigDecimal)) {
                return left.longValue() == right.longValue();
            }
            return asked.equals(stored);
        }
    }
}
