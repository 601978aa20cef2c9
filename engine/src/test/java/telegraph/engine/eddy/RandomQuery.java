package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import telegraph.engine.Block;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.source.Access;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.tuple.AccessChoice;
import telegraph.engine.tuple.Instance;
import telegraph.engine.vector.ColumnRef;
import telegraph.ground.TelegraphException;

/// A random query over random small sources, and its result by nested loops.
///
/// Two to five inputs of up to eight rows, three values and NULL, joined by a random connected
/// graph; scans, forms of one or two fields, and both in competition where a key is declared;
/// duplicate rows, rows delivered twice, tiny batches, random delays, some filters. A *crowd* has
/// up to twelve inputs, most of them in competition and joined by their keys, and mostly a result.
final class RandomQuery {
    private static final int COLUMNS = 4;
    private static final int CROWD_ROWS_MIN = 4;
    private static final List<String> POLICIES = RoutingPolicy.NAMES;

    final TestQuery query = new TestQuery();
    final List<TestSource> sources = new ArrayList<>();
    private final Random random;
    private final List<TestPredicate> filters = new ArrayList<>();

    private final boolean crowd;

    /// Draws what was not drawn from the beginning, so that seeds go on to mean what they meant.
    private final Random further;

    private RandomQuery(long seed, boolean crowd) {
        this.random = new Random(seed);
        this.crowd = crowd;
        this.further = new Random(~seed);
        query.seed = seed;
    }

    /// A query all of whose inputs can be reached.
    static RandomQuery of(long seed) {
        return of(seed, false);
    }

    /// One of many inputs, most of which can be scanned and looked up.
    static RandomQuery crowd(long seed) {
        return of(seed, true);
    }

    private static RandomQuery of(long seed, boolean crowd) {
        for (long attempt = 0; ; attempt++) {
            RandomQuery made = new RandomQuery(seed * 1_000_003 + attempt, crowd);
            made.make();
            try {
                made.deliverOnceWithoutCompetition();
                return made;
            } catch (TelegraphException e) {
                // This one cannot be asked; the next may.
                continue;
            }
        }
    }

    /// Only a source with several ways may deliver a row twice.
    private void deliverOnceWithoutCompetition() {
        for (Instance instance : new AccessChoice(query.block()).choose()) {
            TestSource source = sources.get(instance.index());
            if (instance.key().length == 0) {
                int once = source.rows.size() - source.twice.size();
                source.rows.subList(once, source.rows.size()).clear();
                source.twice.clear();
            }
        }
    }

    private void make() {
        int size = 2 + random.nextInt(crowd ? 11 : 4);
        for (int i = 0; i < size; i++) {
            sources.add(source(i));
        }
        join(size);
        for (int i = 0; i < size; i++) {
            chooseAccess(i);
            query.input(sources.get(i), constants(i));
        }
        filter(size);
        query.all();
        query.workers = 1 + random.nextInt(3);
        query.policy = POLICIES.get(random.nextInt(3));
        query.savesRequests = random.nextInt(3) == 0;
        sources.forEach(source -> source.pages = random.nextInt(6) - 1);
    }

    private TestSource source(int number) {
        TestSource source = TestSource.integers("t" + number, "id", "a", "b", "c");
        int rows = crowd ? CROWD_ROWS_MIN + random.nextInt(5) : random.nextInt(9);
        for (int r = 0; r < rows; r++) {
            source.row(r, value(), value(), value());
        }
        source.batchRows = 1 + random.nextInt(3);
        source.unitRows = random.nextBoolean() ? 0 : 1 + random.nextInt(4);
        source.local = random.nextBoolean();
        source.lookupsMax = 1 + random.nextInt(3);
        int pace = random.nextInt(3) * 100_000;
        source.beforeBatch = at -> nap(pace);
        int latency = random.nextInt(3) * 200_000;
        source.beforeLookup = at -> nap(latency);
        int slow = crowd && random.nextInt(3) == 0 ? random.nextInt(10) * 300_000 : 0;
        source.beforeScan = () -> nap(slow);
        return source;
    }

    /// Its pages and lookups are in each other's way, and some of them are late.
    private void share(TestSource source) {
        source.shares = true;
        source.unitRows = 0;
        boolean latePages = further.nextBoolean();
        boolean lateLookups = further.nextBoolean();
        int one = 1 + further.nextInt(3);
        TestSource.Pause page = source.beforeBatch;
        TestSource.Pause lookup = source.beforeLookup;
        source.beforeBatch = at -> late(page, at, latePages && at > 0 && at % one == 0);
        source.beforeLookup = at -> late(lookup, at, lateLookups && at % one == 0);
    }

    private static void late(TestSource.Pause pause, int at, boolean late)
            throws InterruptedException, java.io.IOException {
        pause.at(at);
        nap(late ? 20_000_000 : 0);
    }

    private static void nap(long nanos) {
        if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
    }

    private Integer value() {
        if (crowd) {
            return random.nextInt(40) == 0 ? null : random.nextInt(CROWD_ROWS_MIN);
        }
        int drawn = random.nextInt(10);
        return drawn == 9 ? null : drawn % 3;
    }

    private void join(int size) {
        for (int i = 1; i < size; i++) {
            edge(random.nextInt(i), i);
        }
        for (int extra = random.nextInt(3); extra > 0; extra--) {
            int left = random.nextInt(size);
            int right = random.nextInt(size);
            if (left != right) {
                edge(left, right);
            }
        }
    }

    private void edge(int left, int right) {
        boolean key = crowd && random.nextInt(4) > 0;
        query.equal(left, 1 + random.nextInt(3), right, key ? 0 : 1 + random.nextInt(3));
    }

    private void chooseAccess(int i) {
        TestSource source = sources.get(i);
        int kind = crowd && random.nextInt(4) > 0 ? 7 : random.nextInt(10);
        if (kind < 4) {
            return;
        }
        List<Integer> joined = joinedColumns(i);
        Collections.shuffle(joined, random);
        int fields = Math.min(joined.size(), 1 + random.nextInt(2));
        List<int[]> patterns = new ArrayList<>();
        patterns.add(joined.subList(0, fields).stream().mapToInt(c -> c).sorted().toArray());
        if (random.nextInt(3) == 0) {
            patterns.add(new int[] {joined.getLast()});
        }
        boolean competes = kind >= 7;
        source.access = new Access(competes && kind != 9, patterns);
        if (competes) {
            source.key = new int[] {0};
            if (further.nextBoolean()) {
                share(source);
            }
            for (Object[] row : List.copyOf(source.rows)) {
                if (source.access.scan() && random.nextInt(3) == 0) {
                    source.rows.add(row);
                    source.twice.add(row);
                }
            }
        }
    }

    private List<Integer> joinedColumns(int i) {
        List<Integer> columns = new ArrayList<>();
        for (Block.Equality e : query.equalities) {
            for (ColumnRef ref : List.of(e.left(), e.right())) {
                if (ref.input() == i && !columns.contains(ref.column())) {
                    columns.add(ref.column());
                }
            }
        }
        return columns;
    }

    /// Now and then the query accepts only some values of a field, and says so in a filter too.
    private Map<Integer, List<Object>> constants(int i) {
        TestSource source = sources.get(i);
        Map<Integer, List<Object>> constants = new HashMap<>();
        if (!source.access.binds().isEmpty() && random.nextInt(4) == 0) {
            int column = source.access.binds().getFirst()[0];
            List<Object> accepted = List.of(random.nextInt(3), random.nextInt(3));
            constants.put(column, accepted);
            TestPredicate filter =
                    TestPredicate.of(
                            "t" + i + "." + column + " in " + accepted,
                            v -> v[0] != null && accepted.contains(v[0]),
                            new ColumnRef(i, column));
            filters.add(filter);
            query.filter(filter);
        }
        return constants;
    }

    private void filter(int size) {
        for (int n = random.nextInt(3); n > 0; n--) {
            int left = random.nextInt(size);
            int right = random.nextInt(size);
            int sum = random.nextInt(4);
            TestPredicate filter =
                    TestPredicate.of(
                            "sum <> " + sum,
                            v ->
                                    v[0] != null
                                            && v[1] != null
                                            && (Integer) v[0] + (Integer) v[1] != sum,
                            new ColumnRef(left, 1 + random.nextInt(3)),
                            new ColumnRef(right, 1 + random.nextInt(3)));
            filters.add(filter);
            query.filter(filter);
        }
    }

    /// Breaks a rule, and makes threads meet between its steps.
    RandomQuery under(RoutingRules rules) {
        Random pauses = new Random(query.seed);
        query.rules =
                new RoutingRules(
                        rules.broken(),
                        () -> {
                            int drawn;
                            synchronized (pauses) {
                                drawn = pauses.nextInt(4);
                            }
                            nap(drawn * 50_000L);
                        },
                        rules.eviction());
        return this;
    }

    /// The same over sources at hand: all of them can be scanned, and give each row once.
    RandomQuery atHand() {
        for (TestSource source : sources) {
            source.rows
                    .subList(source.rows.size() - source.twice.size(), source.rows.size())
                    .clear();
            source.twice.clear();
            source.access = new Access(true, source.access.binds());
            source.rowsKnown = OptionalLong.of(source.rows.size());
            source.atHand = true;
            source.beforeScan = () -> {};
            source.beforeBatch = at -> {};
            source.beforeLookup = at -> {};
        }
        query.direct = true;
        return this;
    }

    /// Lets partitions leave memory at random moments, and little of them be loaded at once.
    ///
    /// @param byStamp whether probes that waited keep to their stamps
    /// @param replayed whether they are made up for
    RandomQuery evicting(boolean byStamp, boolean replayed) {
        Random moments = new Random(query.seed);
        int oneIn = 1 + moments.nextInt(4);
        long loadedMax = moments.nextInt(3) == 0 ? 1 : 1 << 20;
        RoutingRules.Eviction eviction =
                new RoutingRules.Eviction(
                        () -> {
                            synchronized (moments) {
                                return moments.nextInt(oneIn) == 0;
                            }
                        },
                        byStamp,
                        replayed,
                        loadedMax);
        query.rules = new RoutingRules(query.rules.broken(), query.rules.pause(), eviction);
        query.spills = true;
        return this;
    }

    /// What the result must be, sorted.
    List<String> expected() {
        List<String> results = new ArrayList<>();
        extend(new Object[sources.size()][], 0, results);
        Collections.sort(results);
        return results;
    }

    private void extend(Object[][] tuple, int depth, List<String> results) {
        if (depth == tuple.length) {
            if (filters.stream().allMatch(f -> passes(f, tuple))) {
                List<Object> values = new ArrayList<>();
                for (Object[] row : tuple) {
                    values.addAll(Arrays.asList(row).subList(0, COLUMNS));
                }
                results.add(values.toString());
            }
            return;
        }
        TestSource source = sources.get(depth);
        for (Object[] row : source.rows.subList(0, source.rows.size() - source.twice.size())) {
            tuple[depth] = row;
            if (joins(tuple, depth)) {
                extend(tuple, depth + 1, results);
            }
        }
    }

    private static boolean passes(TestPredicate filter, Object[][] tuple) {
        Object[] values =
                filter.columns().stream().map(c -> tuple[c.input()][c.column()]).toArray();
        return filter.test().test(values);
    }

    private boolean joins(Object[][] tuple, int last) {
        for (Block.Equality e : query.equalities) {
            if (Math.max(e.left().input(), e.right().input()) == last) {
                Object left = tuple[e.left().input()][e.left().column()];
                Object right = tuple[e.right().input()][e.right().column()];
                if (left == null || !left.equals(right)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("workers=").append(query.workers).append(" policy=").append(query.policy);
        text.append(query.savesRequests ? " saves requests" : "");
        for (TestSource s : sources) {
            text.append("\n").append(s.name).append(" scan=").append(s.access.scan());
            text.append(" unit=").append(s.unitRows);
            s.access.binds().forEach(b -> text.append(" bind=").append(Arrays.toString(b)));
            text.append(" key=").append(Arrays.toString(s.key)).append(" rows=");
            s.rows.forEach(r -> text.append(Arrays.toString(r)));
        }
        text.append("\n").append(query.equalities).append("\n").append(query.filters);
        return text.toString();
    }
}
