package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.sql.value.CatalogType;

/// The functions `pg_proc` lists: those that types are read and written by, and those that queries
/// can call, with the numbers and signatures they have in PostgreSQL.
///
/// Threads: any; immutable.
final class RoutineList {
    private static final List<Routine> ALL = load();
    private static final Map<String, Routine> BY_NAME = byName();

    private RoutineList() {}

    /// A function.
    ///
    /// @param kind `f` function, `a` aggregate, `w` window function
    record Routine(
            long oid,
            String name,
            String kind,
            boolean set,
            long result,
            List<Long> arguments,
            String volatility,
            boolean strict) {}

    private static List<Routine> load() {
        List<Routine> all = new ArrayList<>();
        for (String line : CatalogType.lines(RoutineList.class, "routines.txt")) {
            String[] field = line.split("\\|", -1);
            all.add(
                    new Routine(
                            Long.parseLong(field[0]),
                            field[1],
                            field[2],
                            field[3].equals("t"),
                            Long.parseLong(field[4]),
                            field[5].isEmpty()
                                    ? List.of()
                                    : Arrays.stream(field[5].split(" "))
                                            .map(Long::valueOf)
                                            .toList(),
                            field[6],
                            field[7].equals("t")));
        }
        return List.copyOf(all);
    }

    private static Map<String, Routine> byName() {
        Map<String, Routine> byName = new LinkedHashMap<>();
        ALL.forEach(routine -> byName.putIfAbsent(routine.name(), routine));
        return Map.copyOf(byName);
    }

    static List<Routine> all() {
        return ALL;
    }

    static Optional<Routine> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    static Optional<Routine> find(long oid) {
        return ALL.stream().filter(routine -> routine.oid() == oid).findFirst();
    }

    /// The oid of the function of a name, or 0.
    static long oid(String name) {
        return find(name).map(Routine::oid).orElse(0L);
    }

    static String arguments(Routine routine) {
        return String.join(
                ", ",
                routine.arguments().stream()
                        .map(oid -> CatalogType.of(oid).map(CatalogType::sql).orElse("???"))
                        .toList());
    }

    static String result(Routine routine) {
        return (routine.set() ? "SETOF " : "")
                + CatalogType.of(routine.result()).map(CatalogType::sql).orElse("???");
    }
}
