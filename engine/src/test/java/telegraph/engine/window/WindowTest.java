package telegraph.engine.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.Operators;
import telegraph.engine.SortKey;
import telegraph.engine.WindowSpec;
import telegraph.engine.WindowSpec.Bound;
import telegraph.engine.WindowSpec.Call;
import telegraph.engine.WindowSpec.Frame;
import telegraph.engine.WindowSpec.Function;
import telegraph.engine.operator.OperatorDriver;
import telegraph.engine.operator.OperatorDriver.Ordeal;
import telegraph.engine.operator.Table;
import telegraph.engine.vector.Quotient;
import telegraph.ground.TelegraphException;
import telegraph.memory.Micros;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Window functions over random rows, frames and orders give what their definitions say, row by
/// row.
class WindowTest {
    private static final int ID = 0;
    private static final int PART = 1;
    private static final int KEY = 2;
    private static final int INTEGER = 3;
    private static final int DECIMAL = 4;
    private static final int REAL = 5;
    private static final int TEXT = 6;
    private static final int NUMBER = 7;
    private static final int WIDE = 8;

    private static final List<Type> KEYS =
            List.of(
                    Type.INTEGER,
                    Type.BIGINT,
                    Type.DOUBLE,
                    Type.decimal(9, 2),
                    Type.decimal(38, 3),
                    Type.DATE,
                    Type.TIME,
                    Type.TIMESTAMP,
                    Type.INSTANT);

    private record Case(WindowSpec spec, Table table) {
        static Case random(RandomGenerator random, int rows) {
            List<Type> types =
                    List.of(
                            Type.INTEGER,
                            Table.randomTypes(random, 1).getFirst(),
                            KEYS.get(random.nextInt(KEYS.size())),
                            Type.INTEGER,
                            Type.decimal(9, 2),
                            Type.DOUBLE,
                            Type.TEXT,
                            Type.BIGINT,
                            Type.decimal(38, 3));
            Table table = Table.random(random, types, random.nextInt(rows), 30);
            for (int i = 0; i < table.rows().size(); i++) {
                List<Object> row = table.rows().get(i);
                row.set(ID, i);
                // Sums of whole numbers are exact in whatever order.
                row.set(INTEGER, random.nextInt(5) == 0 ? null : random.nextInt(100));
                row.set(REAL, random.nextInt(5) == 0 ? null : (double) random.nextInt(100));
                row.set(NUMBER, random.nextInt(5) == 0 ? null : 1L + random.nextInt(5));
                if (random.nextInt(8) == 0) {
                    row.set(WIDE, Double.NaN);
                }
            }
            boolean total = random.nextBoolean();
            Frame.Unit unit =
                    total
                            ? Frame.Unit.values()[random.nextInt(3)]
                            : random.nextBoolean() ? Frame.Unit.RANGE : Frame.Unit.GROUPS;
            List<SortKey> order = new ArrayList<>();
            if (random.nextInt(5) > 0) {
                order.add(new SortKey(KEY, random.nextBoolean(), random.nextBoolean()));
            }
            if (total) {
                order.add(new SortKey(ID, random.nextBoolean(), false));
            }
            boolean offsets = unit != Frame.Unit.RANGE || order.size() == 1;
            Frame frame = frame(random, unit, offsets && !order.isEmpty());
            int[] partition = random.nextInt(4) == 0 ? new int[0] : new int[] {PART};
            return new Case(new WindowSpec(partition, order, frame, calls(random, total)), table);
        }

        private static Frame frame(RandomGenerator random, Frame.Unit unit, boolean offsets) {
            while (true) {
                Bound start = bound(random, offsets);
                Bound end = bound(random, offsets);
                boolean allowed =
                        start.place() != Bound.Place.UNBOUNDED_FOLLOWING
                                && end.place() != Bound.Place.UNBOUNDED_PRECEDING
                                && start.place().compareTo(end.place()) <= 0;
                if (allowed) {
                    return new Frame(unit, start, end);
                }
            }
        }

        private static Bound bound(RandomGenerator random, boolean offsets) {
            Bound.Place[] places = Bound.Place.values();
            Bound.Place place = places[random.nextInt(places.length)];
            boolean counts = place == Bound.Place.PRECEDING || place == Bound.Place.FOLLOWING;
            if (counts && !offsets) {
                return Bound.CURRENT;
            }
            return new Bound(
                    place, counts ? BigDecimal.valueOf(random.nextInt(4)) : BigDecimal.ZERO);
        }

        private static List<Call> calls(RandomGenerator random, boolean total) {
            List<Call> all =
                    new ArrayList<>(
                            List.of(
                                    call(Function.RANK, Type.BIGINT),
                                    call(Function.DENSE_RANK, Type.BIGINT),
                                    call(Function.PERCENT_RANK, Type.DOUBLE),
                                    call(Function.CUME_DIST, Type.DOUBLE),
                                    call(Function.COUNT, Type.BIGINT),
                                    call(Function.COUNT, Type.BIGINT, TEXT),
                                    call(Function.SUM, Type.BIGINT, INTEGER),
                                    call(Function.SUM0, Type.BIGINT, INTEGER),
                                    call(Function.SUM, Type.decimal(38, 2), DECIMAL),
                                    call(Function.SUM, Type.decimal(38, 3), WIDE),
                                    call(Function.AVG, Type.decimal(38, 9), WIDE),
                                    call(Function.MIN, Type.decimal(38, 3), WIDE),
                                    call(Function.MAX, Type.decimal(38, 3), WIDE),
                                    call(Function.SUM, Type.DOUBLE, REAL),
                                    call(Function.AVG, Type.decimal(38, 6), INTEGER),
                                    call(Function.AVG, Type.DOUBLE, REAL),
                                    call(Function.MIN, Type.TEXT, TEXT),
                                    call(Function.MAX, Type.decimal(9, 2), DECIMAL)));
            if (total) {
                all.addAll(
                        List.of(
                                call(Function.ROW_NUMBER, Type.BIGINT),
                                call(Function.NTILE, Type.INTEGER, NUMBER),
                                call(Function.LAG, Type.TEXT, TEXT),
                                call(Function.LEAD, Type.INTEGER, INTEGER, NUMBER),
                                call(Function.LAG, Type.INTEGER, INTEGER, NUMBER, ID),
                                call(Function.FIRST_VALUE, Type.TEXT, TEXT),
                                call(Function.LAST_VALUE, Type.decimal(9, 2), DECIMAL),
                                call(Function.NTH_VALUE, Type.DOUBLE, REAL, NUMBER)));
            }
            int count = 1 + random.nextInt(4);
            return IntStream.range(0, count)
                    .mapToObj(i -> all.get(random.nextInt(all.size())))
                    .toList();
        }

        private static Call call(Function function, Type type, int... arguments) {
            return new Call(function, arguments, type);
        }

        List<List<Object>> expected() {
            Map<Object, List<List<Object>>> partitions = new HashMap<>();
            for (List<Object> row : table.rows()) {
                Object key = spec.partition().length == 0 ? 0 : Table.canonical(row.get(PART));
                partitions.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
            }
            List<List<Object>> out = new ArrayList<>();
            for (List<List<Object>> partition : partitions.values()) {
                partition.sort(Table.order(spec.order()));
                Oracle oracle = new Oracle(spec, partition);
                for (int i = 0; i < partition.size(); i++) {
                    List<Object> row = new ArrayList<>(partition.get(i));
                    for (Call call : spec.calls()) {
                        row.add(oracle.value(call, i));
                    }
                    out.add(row);
                }
            }
            return out;
        }

        OperatorDriver driver() {
            return new OperatorDriver(
                    List.of(table), (in, region) -> Operators.window(in.getFirst(), spec, region));
        }

        void check(Ordeal ordeal, RandomGenerator random) {
            assertEquals(
                    String.join("\n", Table.bag(expected())),
                    String.join("\n", Table.bag(driver().rows(ordeal, random))),
                    () -> spec + " over " + table.types());
        }
    }

    /// The definitions, row by row.
    private record Oracle(
            WindowSpec spec,
            List<List<Object>> rows,
            int[] peerStarts,
            int[] peerEnds,
            int[] groups) {
        Oracle(WindowSpec spec, List<List<Object>> rows) {
            this(spec, rows, new int[rows.size()], new int[rows.size()], new int[rows.size()]);
            for (int i = 1; i < rows.size(); i++) {
                peerStarts[i] = peers(i - 1, i) ? peerStarts[i - 1] : i;
                groups[i] = groups[i - 1] + (peers(i - 1, i) ? 0 : 1);
            }
            for (int i = rows.size() - 1; i >= 0; i--) {
                boolean last = i == rows.size() - 1 || !peers(i, i + 1);
                peerEnds[i] = last ? i + 1 : peerEnds[i + 1];
            }
        }

        private boolean peers(int a, int b) {
            return Table.order(spec.order()).compare(rows.get(a), rows.get(b)) == 0;
        }

        private int firstPeer(int i) {
            return peerStarts[i];
        }

        private int afterPeers(int i) {
            return peerEnds[i];
        }

        private int group(int i) {
            return groups[i];
        }

        private List<List<Object>> frame(int i) {
            return IntStream.range(0, rows.size())
                    .filter(j -> stands(j, i, spec.frame().start()) >= 0)
                    .filter(j -> stands(j, i, spec.frame().end()) <= 0)
                    .mapToObj(rows::get)
                    .toList();
        }

        /// Whether row j comes before a bound of row i's frame, at it, or after.
        private int stands(int j, int i, Bound bound) {
            int sign = bound.place() == Bound.Place.PRECEDING ? -1 : 1;
            int offset = sign * bound.offset().intValue();
            return switch (bound.place()) {
                case UNBOUNDED_PRECEDING -> 1;
                case UNBOUNDED_FOLLOWING -> -1;
                case CURRENT -> standsToCurrent(j, i);
                case PRECEDING, FOLLOWING ->
                        switch (spec.frame().unit()) {
                            case ROWS -> Integer.compare(j, i + offset);
                            case GROUPS -> Integer.compare(group(j), group(i) + offset);
                            case RANGE -> inRange(j, i, offset);
                        };
            };
        }

        private int standsToCurrent(int j, int i) {
            if (spec.frame().unit() == Frame.Unit.ROWS) {
                return Integer.compare(j, i);
            }
            return groups[j] == groups[i] ? 0 : Integer.compare(j, i);
        }

        private int inRange(int j, int i, int offset) {
            SortKey key = spec.order().getFirst();
            Object mine = rows.get(i).get(key.column());
            Object other = rows.get(j).get(key.column());
            if (mine == null || other == null) {
                return mine == other ? 0 : Integer.compare(j, i);
            }
            int sign = key.descending() ? -1 : 1;
            if (mine.getClass() != other.getClass() || mine.equals(Double.NaN)) {
                // NaN among decimals, to which no offset leads.
                return sign * Table.compare(other, mine);
            }
            if (mine instanceof Double d) {
                return sign * Double.compare((Double) other + 0.0, d + sign * offset + 0.0);
            }
            BigDecimal edge = number(mine).add(BigDecimal.valueOf((long) sign * offset));
            return sign * number(other).compareTo(edge);
        }

        private static BigDecimal number(Object value) {
            return switch (value) {
                case LocalDate d -> BigDecimal.valueOf(d.toEpochDay());
                case LocalTime t -> BigDecimal.valueOf(Micros.of(t));
                case LocalDateTime t -> BigDecimal.valueOf(Micros.of(t));
                case Instant t -> BigDecimal.valueOf(Micros.of(t));
                default -> new BigDecimal(value.toString());
            };
        }

        Object value(Call call, int i) {
            int[] arguments = call.arguments();
            int n = rows.size();
            List<Object> row = rows.get(i);
            List<List<Object>> frame = frame(i);
            List<Object> values =
                    arguments.length == 0
                            ? List.of()
                            : frame.stream()
                                    .map(r -> r.get(arguments[0]))
                                    .filter(Objects::nonNull)
                                    .toList();
            return switch (call.function()) {
                case ROW_NUMBER -> i + 1L;
                case RANK -> firstPeer(i) + 1L;
                case DENSE_RANK -> group(i) + 1L;
                case PERCENT_RANK -> n == 1 ? 0.0 : (double) firstPeer(i) / (n - 1);
                case CUME_DIST -> (double) afterPeers(i) / n;
                case NTILE -> {
                    Long buckets = (Long) row.get(arguments[0]);
                    yield buckets == null ? null : tile(i, n, buckets.intValue());
                }
                case LAG, LEAD -> shifted(call, i);
                case FIRST_VALUE -> frame.isEmpty() ? null : frame.getFirst().get(arguments[0]);
                case LAST_VALUE -> frame.isEmpty() ? null : frame.getLast().get(arguments[0]);
                case NTH_VALUE -> {
                    Long number = (Long) row.get(arguments[1]);
                    yield number == null || number > frame.size()
                            ? null
                            : frame.get(number.intValue() - 1).get(arguments[0]);
                }
                case COUNT -> (long) (arguments.length == 0 ? frame.size() : values.size());
                case SUM, SUM0, AVG -> {
                    if (values.isEmpty()) {
                        yield call.function() == Function.SUM0 ? (Object) 0L : null;
                    }
                    yield sum(call, values);
                }
                case MIN -> values.stream().min(Table::compare).orElse(null);
                case MAX -> values.stream().max(Table::compare).orElse(null);
            };
        }

        private static Object sum(Call call, List<Object> values) {
            if (values.contains(Double.NaN)) {
                return Double.NaN;
            }
            BigDecimal sum =
                    values.stream()
                            .map(v -> new BigDecimal(v.toString()))
                            .reduce(BigDecimal.ZERO, BigDecimal::add);
            BigDecimal value =
                    call.function() == Function.AVG
                            ? Quotient.of(
                                    sum, BigDecimal.valueOf(values.size()), call.type().scale())
                            : sum;
            return switch (call.type().kind()) {
                case BIGINT -> value.longValueExact();
                case DOUBLE ->
                        call.function() == Function.AVG
                                ? (Object) (sum.doubleValue() / values.size())
                                : (Object) value.doubleValue();
                default -> value.setScale(call.type().scale(), RoundingMode.HALF_UP);
            };
        }

        private Object shifted(Call call, int i) {
            int[] arguments = call.arguments();
            Long by = arguments.length > 1 ? (Long) rows.get(i).get(arguments[1]) : (Long) 1L;
            if (by == null) {
                return null;
            }
            long j = call.function() == Function.LAG ? i - by : i + by;
            if (j >= 0 && j < rows.size()) {
                return rows.get((int) j).get(arguments[0]);
            }
            return arguments.length > 2 ? rows.get(i).get(arguments[2]) : null;
        }

        /// Rows dealt out one after the other, as many buckets as possible one row larger.
        private static Integer tile(int i, int rows, int buckets) {
            int row = 0;
            for (int bucket = 1; ; bucket++) {
                row += rows / buckets + (bucket <= rows % buckets ? 1 : 0);
                if (i < row) {
                    return bucket;
                }
            }
        }
    }

    @Test
    void windowFunctionsGiveWhatTheirDefinitionsSay() {
        Seeds.run(
                60,
                (seed, random) -> {
                    Case window = Case.random(random, 120);
                    for (int batchRows : new int[] {1, 7, 4096}) {
                        window.check(Ordeal.easy(batchRows), random);
                    }
                });
    }

    @Test
    void windowsThatDoNotFitGiveWhatTheirDefinitionsSay() {
        Seeds.run(
                6,
                (seed, random) ->
                        Case.random(random, 1_200).check(Ordeal.hard(random, 512 << 10), random));
    }

    @Test
    void anotherFrameWouldBeNoticed() {
        int[] noticed = {0};
        Seeds.run(
                60,
                (seed, random) -> {
                    Case window = Case.random(random, 80);
                    Frame frame = window.spec.frame();
                    Frame other = new Frame(frame.unit(), frame.start(), Bound.CURRENT);
                    WindowSpec spec = window.spec;
                    Case changed =
                            new Case(
                                    new WindowSpec(
                                            spec.partition(), spec.order(), other, spec.calls()),
                                    window.table);
                    if (!Table.bag(changed.expected()).equals(Table.bag(window.driver().rows()))) {
                        noticed[0]++;
                    }
                });
        assertTrue(noticed[0] > 10, "noticed=" + noticed[0]);
    }

    @Test
    void bucketsAndNumbersMustBePositive() {
        List<Type> types = List.of(Type.INTEGER);
        Table table = new Table(types, List.of(List.of(0)));
        for (Function function : List.of(Function.NTILE, Function.NTH_VALUE)) {
            int[] arguments = function == Function.NTILE ? new int[] {0} : new int[] {0, 0};
            WindowSpec spec =
                    new WindowSpec(
                            new int[0],
                            List.of(),
                            Frame.ALL,
                            List.of(new Call(function, arguments, Type.INTEGER)));
            OperatorDriver driver =
                    new OperatorDriver(
                            List.of(table),
                            (in, region) -> Operators.window(in.getFirst(), spec, region));
            TelegraphException e = assertThrows(TelegraphException.class, driver::rows);
            assertEquals(TelegraphException.Kind.INPUT, e.kind());
        }
    }

    @Test
    void anEndInBetweenLeavesNothing() {
        Seeds.run(
                20,
                (seed, random) -> {
                    Case window = Case.random(random, 3_000);
                    Ordeal hard = Ordeal.hard(random, 512 << 10);
                    window.driver().closeAfter(random.nextInt(3), hard, random);
                    window.driver().cancelAfter(random.nextInt(4), hard, random);
                });
    }
}
