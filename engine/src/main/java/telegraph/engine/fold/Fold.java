package telegraph.engine.fold;

import static telegraph.engine.fold.GroupRows.LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// What is kept of the values of one argument in each group's row: a few words, however many values
/// there are. SUM, AVG and COUNT of one argument share one.
///
/// The first word counts: how many values there are, or, if every tuple comes here, how many were
/// NULL, since [GroupRows#tally] knows how many tuples there are. So values without NULLs cost no
/// counting.
///
/// Threads: one at a time. Memory: the rows'.
public abstract sealed class Fold
        permits Count, ExactSum, RealSum, Variance, Regression, Extreme, TextExtreme, Single {
    private final boolean tallied;
    private final int words;
    private int at;

    /// @param tallied whether every tuple comes here
    /// @param words of its state
    Fold(boolean tallied, int words) {
        this.tallied = tallied;
        this.words = words;
    }

    /// Words of its state.
    int words() {
        return words;
    }

    /// Takes a place in the groups' rows.
    void place(int offset) {
        at = offset;
    }

    /// Where in a row its state begins, in bytes.
    final int at() {
        return at;
    }

    /// The types of the columns that carry the state to another table.
    List<Type> carried() {
        return new ArrayList<>(Collections.nCopies(words, Type.BIGINT));
    }

    /// Whether to add may ask for memory. If that is refused some values were added; they may come
    /// again, which does nothing.
    boolean asksForMemory() {
        return false;
    }

    /// Adds the values at the selected positions to the groups `groupOf[position]`.
    ///
    /// @param values null for COUNT(*)
    abstract void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count);

    /// Adds the values of one argument or the pairs of two.
    void add(GroupRows rows, int[] groupOf, Vector[] arguments, int[] selection, int count) {
        add(rows, groupOf, arguments[0], selection, count);
    }

    /// Sets the columns of [#carried] to the state of groups, the i-th one's at position i.
    void carry(GroupRows rows, int[] groups, int count, Vector[] to, int first) {
        for (int w = 0; w < words; w++) {
            to[first + w].hasNoNulls();
            KeyWords.readWords(rows, groups, count, at + 8 * w, to[first + w].longs);
        }
    }

    /// Adds the state at position i to group `groupOf[i]`.
    abstract void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count);

    /// Sets position i to the result of group `groups[i]`.
    abstract void write(
            Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to);

    /// Counts the selected positions; NULLs of `values` are no values.
    final void count(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        if (tallied && (values == null || values.isNullFree())) {
            return;
        }
        MemorySegment to = rows.segment();
        int width = rows.width();
        boolean[] nulls = values == null ? null : values.nulls;
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            boolean isNull = nulls != null && nulls[position];
            if (isNull == tallied) {
                long offset = (long) groupOf[position] * width + at;
                to.set(LONG, offset, to.get(LONG, offset) + 1);
            }
        }
    }

    /// Adds counts of another table.
    final void mergeCounts(GroupRows rows, int[] groupOf, Vector from, int count) {
        addWords(rows, groupOf, at, from.longs, count);
    }

    public static void addWords(GroupRows rows, int[] groupOf, int offset, long[] from, int count) {
        MemorySegment to = rows.segment();
        int width = rows.width();
        for (int i = 0; i < count; i++) {
            long word = (long) groupOf[i] * width + offset;
            to.set(LONG, word, to.get(LONG, word) + from[i]);
        }
    }

    /// How many values a group has.
    final long values(GroupRows rows, int group) {
        long counted = rows.get(group, at);
        return tallied ? rows.get(group, rows.tally()) - counted : counted;
    }

    /// A new one for an aggregate of every value; for SINGLE_VALUE the one that keeps it.
    ///
    /// @param tallied whether every tuple comes to it
    static Fold of(Aggregate aggregate, boolean tallied) {
        return switch (aggregate.function()) {
            case COUNT -> new Count(tallied);
            case SUM, SUM0, AVG -> {
                Type type = aggregate.argument().orElseThrow().type();
                yield switch (type.kind()) {
                    case DOUBLE -> new RealSum(tallied);
                    case BOOLEAN, INTEGER, BIGINT, DECIMAL, DATE, TIME, TIMESTAMP, INSTANT, TEXT ->
                            new ExactSum(type, tallied);
                };
            }
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
                    new Variance(aggregate.argument().orElseThrow().type(), tallied);
            case COVAR_POP,
                    COVAR_SAMP,
                    CORR,
                    REGR_COUNT,
                    REGR_SLOPE,
                    REGR_INTERCEPT,
                    REGR_R2,
                    REGR_AVGX,
                    REGR_AVGY,
                    REGR_SXX,
                    REGR_SYY,
                    REGR_SXY ->
                    new Regression(
                            aggregate.argument().orElseThrow().type(),
                            aggregate.independent().orElseThrow().type());
            // Any value will do; the least is the same one in whatever order rows come.
            case MIN, ANY_VALUE -> extreme(aggregate, true);
            case MAX -> extreme(aggregate, false);
            case SINGLE_VALUE -> extreme(aggregate, true);
            case PERCENTILE_CONT, PERCENTILE_DISC, MODE, GROUPING ->
                    throw new IllegalArgumentException("no fold: " + aggregate.function());
        };
    }

    private static Fold extreme(Aggregate aggregate, boolean least) {
        Type type = aggregate.argument().orElseThrow().type();
        return type.kind() == Type.Kind.TEXT ? new TextExtreme(least) : new Extreme(type, least);
    }

    /// Whether what is kept for one aggregate will do for another of the same values.
    boolean serves(Aggregate.Function function) {
        return switch (this) {
            case Count _ -> function == Aggregate.Function.COUNT;
            case ExactSum _, RealSum _ ->
                    function == Aggregate.Function.COUNT
                            || function == Aggregate.Function.SUM
                            || function == Aggregate.Function.SUM0
                            || function == Aggregate.Function.AVG;
            case Variance _ ->
                    function == Aggregate.Function.COUNT
                            || function == Aggregate.Function.VAR_POP
                            || function == Aggregate.Function.VAR_SAMP
                            || function == Aggregate.Function.STDDEV_POP
                            || function == Aggregate.Function.STDDEV_SAMP;
            case Regression _ -> function.isOfPairs();
            case Extreme _, TextExtreme _, Single _ -> false;
        };
    }
}
