package telegraph.engine.fold;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// The aggregates of a grouping: which arguments they have, and what is kept of each.
///
/// Arguments that are equal are evaluated once, and aggregates of the same values share what they
/// keep if they can.
///
/// Threads: one at a time. Memory: of what is collected, until [#close].
public final class Aggregates implements AutoCloseable {
    private final Aggregate[] all;
    private final List<Source> sources = new ArrayList<>();
    private final List<Fold> folds = new ArrayList<>();
    private final List<Source> foldSources = new ArrayList<>();

    /// By aggregate; the other is null, and for GROUPING both.
    private final Fold[] foldOf;

    private final Collected[] collectedOf;
    private final Source[] sourceOf;
    private final List<DistinctValues> distinct = new ArrayList<>();
    private final boolean collects;
    private final boolean stays;
    private int stateWords;

    /// The values of an argument at the positions that pass a filter.
    private static final class Source {
        private final Optional<Expression> argument;
        private final Optional<Expression> independent;
        private final Optional<Expression> filter;
        private final Expression ownArgument;
        private final Expression ownIndependent;
        private final Expression ownFilter;
        private final int[] chosen;
        private Vector passes;

        /// Of the argument, and of the independent one.
        private final Vector[] values = new Vector[2];

        private int[] selection;
        private int count;

        private Source(Aggregate aggregate) {
            this.argument = aggregate.argument();
            this.independent = aggregate.independent();
            this.filter = aggregate.filter();
            this.ownArgument = argument.map(Expression::fork).orElse(null);
            this.ownIndependent = independent.map(Expression::fork).orElse(null);
            this.ownFilter = filter.map(Expression::fork).orElse(null);
            this.chosen = filter.isPresent() ? new int[Batch.ROWS_MAX] : null;
        }

        private boolean isOf(Aggregate aggregate) {
            return argument.equals(aggregate.argument())
                    && independent.equals(aggregate.independent())
                    && filter.equals(aggregate.filter());
        }

        private void evaluate(Rows rows, int[] wanted, int wantedCount) {
            passes = ownFilter == null ? null : ownFilter.evaluate(rows, wanted, wantedCount);
            choose(wanted, wantedCount);
            if (ownArgument != null) {
                values[0] = ownArgument.evaluate(rows, selection, count);
            }
            if (ownIndependent != null) {
                values[1] = ownIndependent.evaluate(rows, selection, count);
            }
        }

        /// Turns to some of the positions evaluated.
        private void choose(int[] wanted, int wantedCount) {
            selection = wanted;
            count = wantedCount;
            if (passes == null) {
                return;
            }
            selection = chosen;
            count = 0;
            for (int i = 0; i < wantedCount; i++) {
                int at = wanted[i];
                if (!passes.nulls[at] && passes.longs[at] != 0) {
                    chosen[count++] = at;
                }
            }
        }
    }

    /// @param unitsKept whether to keep with each value, where values are kept, its unit
    public Aggregates(
            List<Aggregate> aggregates, Region region, Account account, boolean unitsKept) {
        this.all = aggregates.toArray(Aggregate[]::new);
        this.foldOf = new Fold[all.length];
        this.collectedOf = new Collected[all.length];
        this.sourceOf = new Source[all.length];
        boolean any = false;
        boolean ordered = false;
        for (int a = 0; a < all.length; a++) {
            Aggregate aggregate = all[a];
            if (aggregate.function() == Aggregate.Function.GROUPING) {
                continue;
            }
            sourceOf[a] = source(aggregate);
            if (aggregate.distinct() && !picksOne(aggregate.function())) {
                collectedOf[a] = distinct(a, region, account);
            } else if (aggregate.place().isPresent()) {
                collectedOf[a] = orderStatistic(a, account, unitsKept);
            } else {
                foldOf[a] = fold(a);
            }
            any |= collectedOf[a] != null;
            ordered |= aggregate.place().isPresent();
        }
        this.collects = any;
        this.stays = ordered;
        folds.forEach(f -> stateWords += f.words());
    }

    /// Whether repetitions of a value make no difference.
    private static boolean picksOne(Aggregate.Function function) {
        return switch (function) {
            case MIN, MAX, ANY_VALUE, SINGLE_VALUE, GROUPING -> true;
            case COUNT,
                    SUM,
                    SUM0,
                    AVG,
                    VAR_POP,
                    VAR_SAMP,
                    STDDEV_POP,
                    STDDEV_SAMP,
                    PERCENTILE_CONT,
                    PERCENTILE_DISC,
                    MODE,
                    COVAR_POP,
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
                    false;
        };
    }

    private DistinctValues distinct(int a, Region region, Account account) {
        DistinctValues values = new DistinctValues(all[a], region, account);
        distinct.add(values);
        return values;
    }

    private Source source(Aggregate aggregate) {
        for (Source source : sources) {
            if (source.isOf(aggregate)) {
                return source;
            }
        }
        Source source = new Source(aggregate);
        sources.add(source);
        return source;
    }

    /// Percentiles of the same values keep them once.
    private OrderStatistic orderStatistic(int a, Account account, boolean unitsKept) {
        for (int b = 0; b < a; b++) {
            if (OrderStatistic.share(all[b], all[a])) {
                return ((OrderStatistic) collectedOf[b]).sharing(all[a]);
            }
        }
        return new OrderStatistic(all[a], account, unitsKept);
    }

    private Fold fold(int a) {
        Aggregate aggregate = all[a];
        for (int b = 0; b < a; b++) {
            if (foldOf[b] != null
                    && sourceOf[b] == sourceOf[a]
                    && foldOf[b].serves(aggregate.function())) {
                return foldOf[b];
            }
        }
        Fold fold = add(Fold.of(aggregate, aggregate.filter().isEmpty()), sourceOf[a]);
        return aggregate.function() == Aggregate.Function.SINGLE_VALUE
                ? add(new Single(fold), sourceOf[a])
                : fold;
    }

    private Fold add(Fold fold, Source source) {
        folds.add(fold);
        foldSources.add(source);
        return fold;
    }

    /// Words of each group.
    public int stateWords() {
        return stateWords;
    }

    /// Whether anything is kept outside of the groups' rows.
    public boolean collects() {
        return collects;
    }

    /// Whether something is kept that cannot leave memory.
    public boolean stays() {
        return stays;
    }

    /// The distinct values that are kept, of one aggregate after another.
    public List<DistinctValues> distinct() {
        return distinct;
    }

    /// Gives each fold its place in the rows.
    public void place(GroupRows rows) {
        int word = 0;
        for (Fold fold : folds) {
            fold.place(rows.state(word));
            word += fold.words();
        }
    }

    /// Evaluates arguments and filters.
    public void evaluate(Rows rows, int[] selection, int count) {
        for (Source source : sources) {
            source.evaluate(rows, selection, count);
        }
    }

    /// Turns to some of the positions evaluated.
    public void choose(int[] selection, int count) {
        for (Source source : sources) {
            source.choose(selection, count);
        }
    }

    /// Adds the values chosen to what may ask for memory; if that is refused they may come again.
    public void collect(GroupRows rows, int[] groupOf, int[] units) {
        for (int f = 0; f < folds.size(); f++) {
            if (folds.get(f).asksForMemory()) {
                add(f, rows, groupOf);
            }
        }
        for (int a = 0; a < all.length; a++) {
            if (collectedOf[a] != null) {
                Source from = sourceOf[a];
                collectedOf[a].groups(rows.size());
                if (collectedOf[a] instanceof OrderStatistic kept) {
                    kept.add(groupOf, from.values[0], units, from.selection, from.count);
                } else {
                    collectedOf[a].add(groupOf, from.values[0], from.selection, from.count);
                }
            }
        }
    }

    /// Adds the values chosen to all else.
    public void fold(GroupRows rows, int[] groupOf) {
        for (int f = 0; f < folds.size(); f++) {
            if (!folds.get(f).asksForMemory()) {
                add(f, rows, groupOf);
            }
        }
    }

    private void add(int f, GroupRows rows, int[] groupOf) {
        Source from = foldSources.get(f);
        folds.get(f).add(rows, groupOf, from.values, from.selection, from.count);
    }

    /// Adds the values chosen to the sums of the units located last.
    public void addTo(UnitSums sums) {
        for (int a = 0; a < all.length; a++) {
            if (sourceOf[a] != null) {
                Source from = sourceOf[a];
                sums.add(a, from.values[0], from.selection, from.count);
            }
        }
    }

    /// The types of the columns that carry groups' states to another table.
    public List<Type> carried() {
        List<Type> types = new ArrayList<>();
        folds.forEach(f -> types.addAll(f.carried()));
        return types;
    }

    /// Sets columns from number `first` on to the states of groups.
    public void carry(GroupRows rows, int[] groups, int count, Vector[] to, int first) {
        int column = first;
        for (Fold fold : folds) {
            fold.carry(rows, groups, count, to, column);
            column += fold.carried().size();
        }
    }

    /// Adds states to groups: first those that may ask for memory, and may come again if it is
    /// refused.
    public void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        for (int pass = 0; pass < 2; pass++) {
            int column = first;
            for (Fold fold : folds) {
                if (fold.asksForMemory() == (pass == 0)) {
                    fold.merge(rows, groupOf, from, column, count);
                }
                column += fold.carried().size();
            }
        }
    }

    /// Adds what is collected of another's groups.
    public void mergeCollected(Aggregates other, GroupRows rows, int[] groupOf) {
        for (int a = 0; a < all.length; a++) {
            if (collectedOf[a] != null) {
                other.collectedOf[a].groups(groupOf.length);
                collectedOf[a].groups(rows.size());
                collectedOf[a].merge(other.collectedOf[a], groupOf, groupOf.length);
            }
        }
    }

    /// Sets position i to an aggregate of group `groups[i]`; not for GROUPING.
    public void write(int aggregate, GroupRows rows, int[] groups, int count, Vector to) {
        Fold fold = foldOf[aggregate];
        if (fold != null) {
            fold.write(all[aggregate].function(), rows, groups, count, to);
        } else {
            collectedOf[aggregate].groups(rows.size());
            collectedOf[aggregate].write(groups, count, to);
        }
    }

    /// What is kept of each group's values for an aggregate, or null if they are not kept.
    public OrderStatistic valuesOf(int aggregate) {
        return collectedOf[aggregate] instanceof OrderStatistic values ? values : null;
    }

    @Override
    public void close() {
        for (Collected collected : collectedOf) {
            if (collected != null) {
                collected.close();
            }
        }
    }
}
