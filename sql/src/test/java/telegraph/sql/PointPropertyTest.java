package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;

/// A statement about one row does the same with and without a plan.
///
/// Strategy: two tables of the same random definition, each with a session. Random statements go to
/// one as prepared ones, and with the values in their text, through the planner, to the other; what
/// they find or change, and the code of a failure, must be the same, and so must the tables at the
/// end. Now and then a session begins, commits or rolls back, and definitions change, while the
/// prepared statements stay.
class PointPropertyTest {
    private static final Map<String, List<Object>> VALUES =
            Map.ofEntries(
                    Map.entry("INTEGER", List.of(0, 1, -1, 7, Integer.MAX_VALUE, 1L << 40)),
                    Map.entry("SMALLINT", List.of(0, 1, -1, 32_767, 40_000)),
                    Map.entry("BIGINT", List.of(0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE)),
                    Map.entry(
                            "NUMERIC(6, 2)",
                            List.of(
                                    0,
                                    new BigDecimal("1.50"),
                                    new BigDecimal("-1.5"),
                                    new BigDecimal("1.005"),
                                    9_999,
                                    10_000)),
                    Map.entry(
                            "NUMERIC(30, 5)",
                            List.of(
                                    1,
                                    new BigDecimal("12345678901234567890.12345"),
                                    new BigDecimal("-0.00001"))),
                    Map.entry("DOUBLE PRECISION", List.of(0.0, -0.0, 1, 1.5, -1e300, 0.1)),
                    Map.entry("REAL", List.of(0.0, 0.1, 1.5, -3, 1e30)),
                    Map.entry("TEXT", List.of("", "a", "b", "a b", "a\0b", "ü☃", "it's")),
                    Map.entry("VARCHAR(5)", List.of("", "a", "abcde", "abcdef", "ab   ", "abcde ")),
                    Map.entry("CHAR(4)", List.of("", "a", "abcd", "abcde", "a ")),
                    Map.entry("BOOLEAN", List.of(true, false)),
                    Map.entry(
                            "DATE",
                            List.of(
                                    LocalDate.of(2024, 2, 29),
                                    LocalDate.of(1900, 1, 1),
                                    LocalDate.EPOCH)),
                    Map.entry(
                            "TIME",
                            List.of(LocalTime.MIDNIGHT, LocalTime.of(23, 59, 59, 5_000_000))),
                    Map.entry(
                            "TIMESTAMP",
                            List.of(
                                    LocalDateTime.of(2024, 2, 29, 1, 2, 3),
                                    LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000))),
                    Map.entry(
                            "TIMESTAMP WITH TIME ZONE",
                            List.of(Instant.EPOCH, Instant.parse("2024-02-29T01:02:03.004Z"))),
                    Map.entry("UUID", List.of(new UUID(1, 2), new UUID(-1, -2))),
                    Map.entry(
                            "BYTEA", List.of(new byte[0], new byte[] {0, 1, -1}, new byte[] {5})));

    private final List<String> log = new ArrayList<>();
    private final Map<String, Prepared> kept = new HashMap<>();
    private Random random;
    private Session direct;
    private Session planned;
    private List<String> names;
    private List<String> types;
    private List<String> keys;
    private int carriedOut;

    @Test
    void aStatementDoesTheSameWithAndWithoutAPlan() throws InterruptedException {
        compare(20_261_121L, 160);
        assertTrue(carriedOut > 60, "statements without a plan: " + carriedOut);
    }

    @Test
    @Tag("slow")
    void aStatementDoesTheSameWithAndWithoutAPlanForManyTables() throws InterruptedException {
        for (long seed = 0; seed < 40; seed++) {
            compare(seed, 200);
        }
    }

    private void compare(long seed, int steps) throws InterruptedException {
        System.out.println("PointPropertyTest seed=" + seed);
        random = new Random(seed);
        kept.clear();
        log.clear();
        try (Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of());
                Session one = telegraph.session();
                Session other = telegraph.session()) {
            direct = one;
            planned = other;
            define();
            for (int i = 0; i < steps; i++) {
                step();
            }
            both("ROLLBACK");
            assertEquals(
                    asked(planned, "SELECT * FROM g ORDER BY " + String.join(", ", keys)),
                    asked(direct, "SELECT * FROM f ORDER BY " + String.join(", ", keys)),
                    this::story);
            assertEquals(0, telegraph.memoryUsed());
        }
    }

    private String story() {
        return log.size() + " steps:\n" + String.join(";\n", log) + ";\n";
    }

    private void define() throws InterruptedException {
        names = new ArrayList<>();
        types = new ArrayList<>();
        List<String> all = VALUES.keySet().stream().sorted().toList();
        int columns = 2 + random.nextInt(4);
        for (int c = 0; c < columns; c++) {
            names.add("c" + c);
            types.add(all.get(random.nextInt(all.size())));
        }
        keys = new ArrayList<>(names.subList(0, 1 + random.nextInt(Math.min(2, columns))));
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < columns; c++) {
            text.append(names.get(c)).append(' ').append(types.get(c));
            if (!keys.contains(names.get(c)) && random.nextInt(4) == 0) {
                text.append(random.nextBoolean() ? " UNIQUE" : " NOT NULL");
            }
            text.append(", ");
        }
        both("CREATE TABLE @ (" + text + "PRIMARY KEY (" + String.join(", ", keys) + "))");
    }

    private void both(String sql) throws InterruptedException {
        log.add(sql);
        assertEquals(
                asked(planned, sql.replace("@", "g")),
                asked(direct, sql.replace("@", "f")),
                this::story);
    }

    private void step() throws InterruptedException {
        switch (random.nextInt(20)) {
            case 0 -> both("BEGIN");
            case 1 -> both("COMMIT");
            case 2 -> both("ROLLBACK");
            case 3 -> {
                if (direct.transactionState() == TransactionState.IDLE) {
                    alter();
                }
            }
            default -> statement();
        }
    }

    private void alter() throws InterruptedException {
        int last = names.size() - 1;
        if (random.nextBoolean() && names.size() < 7) {
            String name = "d" + log.size();
            both("ALTER TABLE @ ADD COLUMN " + name + " INTEGER DEFAULT " + random.nextInt(3));
            names.add(name);
            types.add("INTEGER");
        } else if (!keys.contains(names.get(last)) && names.size() > 2) {
            both("ALTER TABLE @ DROP COLUMN " + names.get(last));
            names.remove(last);
            types.remove(last);
        }
    }

    private void statement() throws InterruptedException {
        List<Object> values = new ArrayList<>();
        String text =
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> insert(values);
                    case 3 -> update(values);
                    case 4 -> "DELETE FROM @" + where(values);
                    default -> select() + where(values);
                };
        Prepared statement = kept.computeIfAbsent(text.replace("@", "f"), direct::prepare);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof Integer whole) {
                statement.set(i + 1, whole.longValue());
            } else {
                statement.set(i + 1, values.get(i));
            }
        }
        Prepared same = planned.prepare(text.replace("@", "g"));
        for (int i = 0; i < values.size(); i++) {
            same.set(i + 1, values.get(i));
        }
        log.add(statement.statement());
        assertEquals(asked(planned, same.statement()), carriedOut(statement), this::story);
    }

    private String select() {
        return random.nextBoolean()
                ? "SELECT * FROM @"
                : "SELECT "
                        + names.stream()
                                .filter(name -> random.nextInt(3) > 0)
                                .map(name -> random.nextBoolean() ? name : name + " AS x" + name)
                                .collect(Collectors.joining(", ", keys.getFirst() + ", ", ""))
                                .replaceAll(", $", "")
                        + " FROM @";
    }

    private String insert(List<Object> values) {
        List<String> columns = new ArrayList<>();
        List<String> places = new ArrayList<>();
        for (String name : names) {
            if (keys.contains(name) || random.nextInt(4) > 0) {
                columns.add(name);
                places.add(place(name, values));
            }
        }
        String list =
                columns.size() == names.size() && random.nextBoolean()
                        ? ""
                        : " (" + String.join(", ", columns) + ")";
        return "INSERT INTO @" + list + " VALUES (" + String.join(", ", places) + ")";
    }

    private String update(List<Object> values) {
        List<String> assignments = new ArrayList<>();
        String column = names.get(random.nextInt(names.size()));
        String type = types.get(names.indexOf(column));
        boolean exact = type.contains("INT") || type.startsWith("NUM");
        if (exact && random.nextBoolean()) {
            values.add(random.nextInt(3));
            assignments.add(column + " = " + column + (random.nextBoolean() ? " + ?" : " - ?"));
        } else {
            assignments.add(column + " = " + place(column, values));
        }
        return "UPDATE @ SET " + String.join(", ", assignments) + where(values);
    }

    private String where(List<Object> values) {
        List<String> conditions = new ArrayList<>();
        List<String> shuffled = new ArrayList<>(keys);
        if (random.nextBoolean()) {
            java.util.Collections.reverse(shuffled);
        }
        for (String key : shuffled) {
            conditions.add(key + " = " + place(key, values));
        }
        return " WHERE " + String.join(" AND ", conditions);
    }

    /// A place for a value of a column's type, or of any other, or a NULL.
    private String place(String column, List<Object> values) {
        String type = types.get(names.indexOf(column));
        if (random.nextInt(25) == 0) {
            List<String> all = VALUES.keySet().stream().sorted().toList();
            type = all.get(random.nextInt(all.size()));
        }
        List<Object> pool = VALUES.get(type);
        values.add(random.nextInt(25) == 0 ? null : pool.get(random.nextInt(pool.size())));
        return "?";
    }

    private List<String> carriedOut(Prepared statement) throws InterruptedException {
        try {
            if (!statement.carryOut(false)) {
                return asked(direct, statement.statement());
            }
        } catch (TelegraphException e) {
            carriedOut++;
            return List.of("failed " + e.state());
        }
        carriedOut++;
        if (!statement.isQuery()) {
            return List.of("changed " + statement.changed());
        }
        List<String> lines = new ArrayList<>();
        PointRow row = statement.row();
        lines.add(row.columns().toString());
        if (statement.hasRow()) {
            Object[] values = new Object[row.columns().size()];
            for (int c = 0; c < values.length; c++) {
                values[c] = row.valueAt(c);
                assertEquals(values[c] == null, row.isNull(c));
                if (values[c] instanceof Integer || values[c] instanceof Long) {
                    assertEquals(((Number) values[c]).longValue(), row.wholeAt(c));
                }
            }
            lines.add(Arrays.toString(values));
        }
        return lines;
    }

    private static List<String> asked(Session session, String sql) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        session.start(sql, events::add).join();
        for (Event event : events) {
            switch (event) {
                case Event.Columns columns -> lines.add(columns.columns().toString());
                case Event.Rows rows ->
                        rows.rows().forEach(values -> lines.add(Arrays.toString(values)));
                case Event.End end -> {
                    if (lines.isEmpty()) {
                        String[] words = end.tag().split(" ");
                        lines.add(
                                words.length > 1 && !words[0].equals("CREATE")
                                        ? "changed " + words[words.length - 1]
                                        : end.tag());
                    }
                }
                case Event.Failed failed -> {
                    return List.of("failed " + failed.cause().state());
                }
                case Event.Snapshot _,
                        Event.Sources _,
                        Event.Routing _,
                        Event.Copy _,
                        Event.Notice _ -> {}
            }
        }
        return lines;
    }
}
