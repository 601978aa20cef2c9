package telegraph.query.plan;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.JoinType;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.function.Predicate2;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;
import telegraph.query.function.TextFunctions;
import telegraph.query.value.Allowance;

/// Watches over one run of a remainder: stops it when the query is cancelled, and counts the rows
/// it keeps on the heap, and the texts its expressions make, against the query's region.
///
/// Threads: the one that runs the remainder. The region is closed by whoever made the guard.
public final class RemainderGuard {
    /// The key under which generated code finds the guard in its data context.
    static final String KEY = "guard";

    private static final long ROW_BYTES = 32;
    private static final long VALUE_BYTES = 24;
    private static final long CHARGE_STEP = 64 * 1024;

    private final Region region;
    private final BooleanSupplier cancelled;
    private final Allowance allowance;
    private long uncharged;

    public RemainderGuard(Region region, BooleanSupplier cancelled, Allowance allowance) {
        this.region = region;
        this.cancelled = cancelled;
        this.allowance = allowance;
    }

    /// What generated code looks for in its data context.
    public Map<String, Object> data() {
        return Map.of(KEY, this, Allowance.KEY, allowance);
    }

    /// Between two rows: throws if the query is to stop.
    public void check() {
        if (cancelled.getAsBoolean()) {
            throw TelegraphException.cancelled("the query was cancelled");
        }
        allowance.nextRow();
    }

    /// The same rows, watched; if `kept`, each counts against the region until the query ends.
    public <T> Enumerable<T> watch(Enumerable<T> rows, boolean kept) {
        return watch(rows, kept, new int[0]);
    }

    /// As [#watch(Enumerable, boolean)], where some columns are texts that an aggregate made of all
    /// those of a group. Called by generated code.
    public <T> Enumerable<T> watch(Enumerable<T> rows, boolean kept, int[] joined) {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<T> enumerator() {
                return new Watched<>(rows.enumerator(), kept, joined);
            }
        };
    }

    private void demandShort(Object row, int[] joined) {
        for (int column : joined) {
            Object value = row instanceof Object[] fields ? fields[column] : row;
            if (value instanceof String text) {
                TextFunctions.made(allowance, "string_agg", text);
            }
        }
    }

    /// A join that no key leads, one row after the other. Called by generated code.
    public <L, R, T> Enumerable<T> join(
            Enumerable<L> left,
            Enumerable<R> right,
            Predicate2<L, R> fits,
            Function2<L, R, T> pair,
            JoinType type) {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<T> enumerator() {
                return new LoopJoin<>(
                        left.enumerator(),
                        right.enumerator(),
                        fits,
                        pair,
                        type,
                        RemainderGuard.this::check);
            }
        };
    }

    /// Counts a row against the region until that is closed.
    public void keep(Object row) {
        uncharged += ROW_BYTES + bytes(row);
        if (uncharged >= CHARGE_STEP) {
            region.charge(uncharged);
            uncharged = 0;
        }
    }

    /// About how many bytes of the heap a value takes.
    public static long bytes(Object value) {
        return switch (value) {
            case null -> 8;
            case Object[] row -> {
                long sum = 0;
                for (Object field : row) {
                    sum += bytes(field);
                }
                yield sum;
            }
            case String text -> VALUE_BYTES + 16 + text.length();
            case List<?> list -> VALUE_BYTES + list.stream().mapToLong(RemainderGuard::bytes).sum();
            default -> VALUE_BYTES;
        };
    }

    /// Asks for each row once: generated code computes a row each time that it is asked for.
    private final class Watched<T> implements Enumerator<T> {
        private final Enumerator<T> rows;
        private final boolean kept;
        private final int[] joined;
        private T current;

        Watched(Enumerator<T> rows, boolean kept, int[] joined) {
            this.rows = rows;
            this.kept = kept;
            this.joined = joined;
        }

        @Override
        public T current() {
            return current;
        }

        @Override
        public boolean moveNext() {
            check();
            current = null;
            if (!rows.moveNext()) {
                return false;
            }
            current = rows.current();
            demandShort(current, joined);
            if (kept) {
                keep(current);
            }
            return true;
        }

        @Override
        public void reset() {
            rows.reset();
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
