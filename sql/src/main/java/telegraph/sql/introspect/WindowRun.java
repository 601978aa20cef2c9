package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.ValueOrder;

/// Computes the window functions of a SELECT: for each partition, in its order.
///
/// Threads: that of the statement.
final class WindowRun {
    private WindowRun() {}

    /// The frame at a row.
    @FunctionalInterface
    interface Rows {
        QueryFrame at(int row);
    }

    /// Functions that windows alone have.
    private static final Set<String> FUNCTIONS =
            Set.of("row_number", "rank", "dense_rank", "lag", "lead", "first_value", "last_value");

    static boolean isFunction(String name) {
        return FUNCTIONS.contains(name);
    }

    static void fill(List<Slots.Windowed> windows, int count, Rows rows, BindContext binding) {
        for (Slots.Windowed window : windows) {
            Map<List<Object>, List<Object[]>> partitions = new LinkedHashMap<>();
            for (int i = 0; i < count; i++) {
                QueryFrame frame = rows.at(i);
                Object[] key = window.partition().stream().map(b -> b.in(frame)).toArray();
                Object[] sorted =
                        SelectBinder.keyed(window.order(), frame, new Object[] {(long) i});
                partitions.computeIfAbsent(ValueOrder.key(key), _ -> new ArrayList<>()).add(sorted);
            }
            for (List<Object[]> partition : partitions.values()) {
                partition.sort(ValueOrder.by(window.keys()));
                new Partition(window, partition, rows, binding).fill();
            }
        }
    }

    /// The rows of a partition in order: the keys of each, and its number at the end.
    private record Partition(
            Slots.Windowed window, List<Object[]> sorted, Rows rows, BindContext binding) {
        void fill() {
            Object whole = whole();
            long rank = 0;
            long dense = 0;
            for (int i = 0; i < sorted.size(); i++) {
                boolean peer =
                        i > 0
                                && ValueOrder.by(window.keys())
                                                .compare(sorted.get(i - 1), sorted.get(i))
                                        == 0;
                rank = peer ? rank : i + 1;
                dense = peer ? dense : dense + 1;
                Object value =
                        switch (window.function()) {
                            case "row_number" -> i + 1L;
                            case "rank" -> rank;
                            case "dense_rank" -> dense;
                            case "lag" -> argument(i - 1);
                            case "lead" -> argument(i + 1);
                            case "first_value" -> argument(0);
                            case "last_value" -> argument(sorted.size() - 1);
                            default -> whole;
                        };
                frame(i).extras[window.slot()] = value;
            }
        }

        private QueryFrame frame(int i) {
            Object[] row = sorted.get(i);
            return rows.at(((Long) row[row.length - 1]).intValue());
        }

        private Object argument(int i) {
            return i < 0 || i >= sorted.size() ? null : window.arguments().getFirst().in(frame(i));
        }

        /// An aggregate over the whole partition.
        private Object whole() {
            Optional<ListAggregate> aggregate = ListAggregate.find(window.function());
            if (aggregate.isEmpty()) {
                return null;
            }
            if (!window.keys().isEmpty()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "in queries about the catalog an aggregate's window has no ORDER BY:"
                                + " function="
                                + window.function());
            }
            List<Object[]> values = new ArrayList<>();
            for (int i = 0; i < sorted.size(); i++) {
                QueryFrame frame = frame(i);
                values.add(window.arguments().stream().map(b -> b.in(frame)).toArray());
            }
            List<CatalogType> types = window.arguments().stream().map(Bound::type).toList();
            return binding.room()
                    .take(
                            aggregate
                                    .get()
                                    .of(
                                            values,
                                            aggregate.get().type(types),
                                            new CatalogFunction.Call(types, binding.around())));
        }
    }
}
