package telegraph.engine.tuple;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;

/// Several filters as one, those that can throw after those that cannot.
///
/// Threads: as [Predicate].
record AllOf(List<Predicate> parts) implements Predicate {
    AllOf {
        parts =
                parts.stream()
                        .sorted((a, b) -> Boolean.compare(a.canThrow(), b.canThrow()))
                        .toList();
    }

    @Override
    public List<ColumnRef> columns() {
        Set<ColumnRef> columns = new LinkedHashSet<>();
        parts.forEach(p -> columns.addAll(p.columns()));
        return List.copyOf(columns);
    }

    @Override
    public boolean canThrow() {
        return parts.stream().anyMatch(Predicate::canThrow);
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        int left = count;
        for (Predicate part : parts) {
            left = part.narrow(rows, selection, left);
        }
        return left;
    }

    @Override
    public Predicate fork() {
        return new AllOf(parts.stream().map(Predicate::fork).toList());
    }

    @Override
    public String toString() {
        return parts.stream().map(Object::toString).collect(Collectors.joining(" AND "));
    }
}
