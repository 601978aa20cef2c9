package telegraph.sql.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import telegraph.testkit.Seeds;

/// The numbered transactions of one clerk, and what its tables hold after each: both follow from
/// the seed alone, so that whoever knows the number of the last one knows all rows.
///
/// | table        | columns                                   | indexes besides the primary key  |
/// |--------------|-------------------------------------------|----------------------------------|
/// | `step0`      | `one` is 1, `n` the last transaction      |                                  |
/// | `parent0`    | `a`, `b`, `c`, `e`                        | `b` unique, `c`; some come and go |
/// | `child0`     | `id`, `a` refers to `parent0`, `d`        | `a`; some come and go            |
/// | `extra0_17`  | `a`, `b`, made by transaction 17          | `b` unique                       |
///
/// Threads: one.
final class Course {
    private static final int ROWS_MAX = 120;
    private static final int EXTRAS_MAX = 3;

    private final long seed;
    private final int clerk;
    private final TreeMap<Integer, Parent> parents = new TreeMap<>();
    private final TreeMap<Integer, Child> children = new TreeMap<>();
    private final TreeMap<String, TreeMap<Integer, Integer>> extras = new TreeMap<>();
    private final TreeSet<String> indexes = new TreeSet<>();
    private final List<String> statements = new ArrayList<>();
    private RandomGenerator random;
    private long number = -1;
    private int keys;

    private record Parent(Integer b, String c, String e) {}

    private record Child(int a, String d) {}

    /// @param clerk part of the names of the tables
    Course(long seed, int clerk) {
        this.seed = seed;
        this.clerk = clerk;
    }

    /// What is there before the first transaction.
    List<String> start() {
        return List.of(
                        "CREATE TABLE step# (one INTEGER PRIMARY KEY, n BIGINT)",
                        "CREATE TABLE parent# (a INTEGER PRIMARY KEY, b INTEGER UNIQUE, c TEXT, e TEXT)",
                        "CREATE INDEX ON parent# (c)",
                        "CREATE TABLE child# (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES parent#"
                                + " ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, d TEXT)",
                        "CREATE INDEX ON child# (a)",
                        "INSERT INTO step# VALUES (1, -1)")
                .stream()
                .map(this::named)
                .toList();
    }

    private String named(String statement) {
        return statement.replace("#", Integer.toString(clerk));
    }

    /// The statements of the next transaction, after which the tables are as [#tables] says.
    List<String> next() {
        number++;
        random = Seeds.random((seed * 31 + clerk) * 1_000_003 + number);
        statements.clear();
        int steps = 1 + random.nextInt(4);
        for (int i = 0; i < steps; i++) {
            step();
        }
        add("UPDATE step# SET n = " + number + " WHERE one = 1");
        return List.copyOf(statements);
    }

    long number() {
        return number;
    }

    /// For each table the rows that it holds in order of its key.
    Map<String, List<String>> tables() {
        Map<String, List<String>> tables = new TreeMap<>();
        tables.put(named("step#"), List.of("[1, " + number + "]"));
        List<String> rows = new ArrayList<>();
        parents.forEach((a, p) -> rows.add("[%d, %s, %s, %s]".formatted(a, p.b, p.c, p.e)));
        tables.put(named("parent#"), List.copyOf(rows));
        rows.clear();
        children.forEach((id, c) -> rows.add("[%d, %d, %s]".formatted(id, c.a, c.d)));
        tables.put(named("child#"), List.copyOf(rows));
        extras.forEach((name, of) -> {
            List<String> own = new ArrayList<>();
            of.forEach((a, b) -> own.add("[%d, %d]".formatted(a, b)));
            tables.put(name, own);
        });
        return tables;
    }

    /// The names of the indexes that came and have not gone.
    TreeSet<String> indexes() {
        return new TreeSet<>(indexes);
    }

    private void add(String statement) {
        statements.add(named(statement));
    }

    private void step() {
        int kind = random.nextInt(20);
        if (parents.size() < 5 || kind < 5 && parents.size() < ROWS_MAX) {
            insertParents();
        } else if (kind < 9) {
            insertChild();
        } else if (kind < 11) {
            updateParents();
        } else if (kind < 13) {
            updateParent();
        } else if (kind < 14) {
            moveChildren();
        } else if (kind < 16) {
            deleteParent();
        } else if (kind < 18) {
            index();
        } else {
            extra();
        }
    }

    /// A key that is there.
    private static int some(TreeMap<Integer, ?> of, RandomGenerator random) {
        return of.floorKey(of.firstKey() + random.nextInt(of.lastKey() - of.firstKey() + 1));
    }

    private Integer free() {
        int b = random.nextInt(10_000);
        boolean taken = parents.values().stream().anyMatch(p -> Objects.equals(p.b, b));
        return taken || random.nextInt(8) == 0 ? null : b;
    }

    /// Now and then one that does not fit in a page.
    private String text() {
        int length = random.nextInt(20) == 0 ? random.nextInt(30_000) : random.nextInt(300);
        return Character.toString('a' + random.nextInt(26)).repeat(length);
    }

    private String word() {
        return "w" + random.nextInt(12);
    }

    private void insertParents() {
        List<String> rows = new ArrayList<>();
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            Parent parent = new Parent(free(), word(), text());
            int a = keys++;
            parents.put(a, parent);
            rows.add("(%d, %s, '%s', '%s')".formatted(a, parent.b, parent.c, parent.e));
        }
        if (random.nextInt(3) == 0) {
            insertChild(); // of one that is not there yet, perhaps
        }
        add("INSERT INTO parent# VALUES " + String.join(", ", rows));
    }

    private void insertChild() {
        int id = keys++;
        Child child = new Child(some(parents, random), word());
        children.put(id, child);
        add("INSERT INTO child# VALUES (%d, %d, '%s')".formatted(id, child.a, child.d));
    }

    private void updateParents() {
        String from = word();
        String to = word();
        parents.replaceAll((a, p) -> p.c.equals(from) ? new Parent(p.b, to, p.e) : p);
        add("UPDATE parent# SET c = '%s' WHERE c = '%s'".formatted(to, from));
    }

    private void updateParent() {
        int a = some(parents, random);
        Parent parent = new Parent(free(), parents.get(a).c, text());
        parents.put(a, parent);
        add("UPDATE parent# SET b = %s, e = '%s' WHERE a = %d".formatted(parent.b, parent.e, a));
    }

    private void moveChildren() {
        int from = some(parents, random);
        int to = some(parents, random);
        String d = word();
        children.replaceAll((id, c) -> c.a == from ? new Child(to, d) : c);
        add("UPDATE child# SET a = %d, d = '%s' WHERE a = %d".formatted(to, d, from));
    }

    private void deleteParent() {
        int first = some(parents, random);
        int last = first + random.nextInt(10);
        parents.subMap(first, true, last, true).clear();
        children.values().removeIf(child -> child.a >= first && child.a <= last);
        add("DELETE FROM parent# WHERE a BETWEEN %d AND %d".formatted(first, last));
    }

    private void index() {
        String column =
                List.of("parent# (c, b)", "child# (d)", "child# (d, a)").get(random.nextInt(3));
        String name = named("i#_" + column.replaceAll("[^a-z]+", "_").replaceAll("_$", ""));
        if (indexes.remove(name)) {
            add("DROP INDEX " + name);
        } else {
            indexes.add(name);
            add("CREATE INDEX " + name + " ON " + column);
        }
    }

    private void extra() {
        if (extras.size() == EXTRAS_MAX || !extras.isEmpty() && random.nextInt(3) == 0) {
            String name = extras.firstKey();
            if (random.nextBoolean()) {
                extras.remove(name);
                add("DROP TABLE " + name);
            } else {
                extras.get(name).clear();
                add("TRUNCATE " + name);
            }
            return;
        }
        String name = named("extra#_" + keys++);
        TreeMap<Integer, Integer> rows = new TreeMap<>();
        parents.forEach((a, p) -> {
            if (p.b != null) {
                rows.put(a, p.b);
            }
        });
        extras.put(name, rows);
        add("CREATE TABLE " + name + " (a INTEGER PRIMARY KEY, b INTEGER UNIQUE)");
        add("INSERT INTO " + name + " SELECT a, b FROM parent# WHERE b IS NOT NULL");
    }
}
