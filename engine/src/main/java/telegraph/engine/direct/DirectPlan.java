package telegraph.engine.direct;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import telegraph.engine.Block;
import telegraph.engine.QueryContext;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.vector.ColumnRef;

/// The order in which the inputs of a block are read one after the other, and how: what constants
/// name one row of first, then what can be looked up by the columns there are.
///
/// | way    | rows of the input                                                            |
/// |--------|------------------------------------------------------------------------------|
/// | `SCAN` | read once, by constants and ranges, and combined with every tuple so far     |
/// | `LOOK` | asked for by the values that a tuple has                                     |
///
/// Threads: any; it never changes.
///
/// @param firstRows whether not all rows of the first input are read, but as many as it takes
record DirectPlan(List<Step> steps, boolean firstRows) {
    /// Inputs of which one more doubles what may come of it, as far as anybody knows.
    private static final int INPUTS_MAX = 8;

    /// How an input is read.
    enum Way {
        SCAN,
        LOOK
    }

    /// One input.
    ///
    /// @param bound the columns (indices in the schema) that a lookup gives values
    /// @param from where each of these values comes from; null for the constant
    /// @param equalities those that hold between it and the inputs before
    /// @param filtersAlone those about its rows alone, first those that cannot fail
    /// @param filters the others that can be decided from here on, in the same order
    /// @param oneRow whether a lookup finds at most one row
    record Step(
            int input,
            Way way,
            int[] bound,
            ColumnRef[] from,
            List<Block.Equality> equalities,
            int[] filtersAlone,
            int[] filters,
            boolean oneRow) {}

    /// The plan for a block, if it is likely that few rows have to be read for it, and all of them
    /// are at hand.
    ///
    /// @param first the input to begin with, or -1 for the best
    /// @param rowsMax more rows than that are not few
    static Optional<DirectPlan> of(Block block, QueryContext context, int first, int rowsMax) {
        boolean possible =
                !context.estimates()
                        && block.inputs().size() <= INPUTS_MAX
                        && block.inputs().stream().allMatch(input -> input.source().isAtHand());
        return possible
                ? new Maker(block, context, rowsMax, first >= 0).plan(first)
                : Optional.empty();
    }

    /// Which input comes next: the lower the better.
    private enum Rank {
        /// It has one row at most, or one for each tuple.
        ONE,
        /// A key or an index leads to its rows.
        BY_KEY,
        /// All of its rows are few.
        SMALL,
        /// It has to be read to its end, and is long.
        LONG,
        /// It cannot be read.
        UNREACHABLE
    }

    /// Makes a plan, once.
    private static final class Maker {
        private final Block block;
        private final QueryContext context;
        private final int rowsMax;
        private final List<Step> steps = new ArrayList<>();
        private final boolean[] held;
        private final boolean[] filtered;
        private final boolean firstRows;

        /// @param begins whether rows come in an order of which the first decide
        Maker(Block block, QueryContext context, int rowsMax, boolean begins) {
            this.block = block;
            this.context = context;
            this.rowsMax = rowsMax;
            this.held = new boolean[block.inputs().size()];
            this.filtered = new boolean[block.filters().size()];
            this.firstRows =
                    context.rowsWanted() >= 0
                            && context.rowsWanted() <= rowsMax
                            && (begins || block.output() instanceof Block.Output.Tuples);
        }

        Optional<DirectPlan> plan(int first) {
            if (first >= 0) {
                add(new Choice(first, Rank.BY_KEY, null, null));
            }
            while (steps.size() < held.length) {
                Choice best = null;
                for (int input = 0; input < held.length; input++) {
                    Choice choice = held[input] ? null : choice(input);
                    if (choice != null && (best == null || choice.isBetterThan(best))) {
                        best = choice;
                    }
                }
                boolean isLong = best.rank.compareTo(Rank.LONG) >= 0;
                if (best.rank == Rank.UNREACHABLE || isLong && !(firstRows && steps.isEmpty())) {
                    return Optional.empty();
                }
                add(best);
            }
            return Optional.of(new DirectPlan(List.copyOf(steps), firstRows));
        }

        /// @param bound null for a scan
        private record Choice(int input, Rank rank, int[] bound, ColumnRef[] from) {
            boolean isBetterThan(Choice other) {
                return rank.compareTo(other.rank) < 0;
            }
        }

        private Choice choice(int input) {
            Block.Input in = block.inputs().get(input);
            int[] key = in.source().traits().key();
            boolean named = key.length > 0 && Arrays.stream(key).allMatch(c -> isOne(in, c));
            if (named && in.source().access().scan()) {
                return new Choice(input, Rank.ONE, null, null);
            }
            Choice lookup = lookup(input, key);
            if (lookup != null && lookup.rank == Rank.ONE) {
                return lookup;
            }
            Choice scan = scan(input);
            return lookup != null && scan.rank != Rank.BY_KEY ? lookup : scan;
        }

        private static boolean isOne(Block.Input input, int column) {
            List<Object> values = input.constants().get(column);
            return values != null && values.size() == 1;
        }

        private Choice scan(int input) {
            Block.Input in = block.inputs().get(input);
            if (!in.source().access().scan()) {
                return new Choice(input, Rank.UNREACHABLE, null, null);
            }
            if (in.source().path(request(in, rowsMax)).isPresent()) {
                return new Choice(input, Rank.BY_KEY, null, null);
            }
            OptionalLong rows = in.source().traits().rows();
            boolean few = rows.isPresent() && rows.getAsLong() <= rowsMax;
            return new Choice(input, few ? Rank.SMALL : Rank.LONG, null, null);
        }

        /// The way to ask for rows by what the tuples so far hold; null if there is none.
        private Choice lookup(int input, int[] key) {
            Block.Input in = block.inputs().get(input);
            Choice best = null;
            for (int[] bound : in.source().access().binds()) {
                ColumnRef[] from = new ColumnRef[bound.length];
                boolean joined = false;
                boolean possible = true;
                for (int b = 0; b < bound.length; b++) {
                    from[b] = isOne(in, bound[b]) ? null : equal(input, bound[b]);
                    joined |= from[b] != null;
                    possible &= from[b] != null || isOne(in, bound[b]);
                }
                if (possible && joined) {
                    boolean one =
                            key.length > 0
                                    && Arrays.stream(key)
                                            .allMatch(k ->
                                                    Arrays.stream(bound).anyMatch(b -> b == k));
                    Choice choice = new Choice(input, one ? Rank.ONE : Rank.BY_KEY, bound, from);
                    if (best == null || choice.isBetterThan(best)) {
                        best = choice;
                    }
                }
            }
            return best;
        }

        /// A column of the tuples so far that must be equal to one of an input; null if none must.
        private ColumnRef equal(int input, int schemaColumn) {
            int[] columns = block.inputs().get(input).columns();
            for (Block.Equality equality : block.equalities()) {
                for (int side = 0; side < 2; side++) {
                    ColumnRef own = side == 0 ? equality.left() : equality.right();
                    ColumnRef other = side == 0 ? equality.right() : equality.left();
                    if (own.input() == input
                            && own.column() < columns.length
                            && columns[own.column()] == schemaColumn
                            && held[other.input()]) {
                        return other;
                    }
                }
            }
            return null;
        }

        private void add(Choice choice) {
            held[choice.input] = true;
            List<Block.Equality> equalities = new ArrayList<>();
            for (Block.Equality equality : block.equalities()) {
                int left = equality.left().input();
                int right = equality.right().input();
                if (left == choice.input && held[right] || right == choice.input && held[left]) {
                    equalities.add(equality);
                }
            }
            boolean scan = choice.bound == null;
            steps.add(
                    new Step(
                            choice.input,
                            scan ? Way.SCAN : Way.LOOK,
                            choice.bound,
                            choice.from,
                            List.copyOf(equalities),
                            filters(choice.input),
                            filters(-1),
                            choice.rank == Rank.ONE));
        }

        /// @param alone the only input that they are about, or -1 for all that are held
        private int[] filters(int alone) {
            List<Integer> ready = new ArrayList<>();
            for (int throwing = 0; throwing < 2; throwing++) {
                for (int f = 0; f < filtered.length; f++) {
                    boolean now =
                            !filtered[f]
                                    && block.filters().get(f).canThrow() == (throwing == 1)
                                    && block.filters().get(f).columns().stream()
                                            .allMatch(column ->
                                                    alone < 0
                                                            ? held[column.input()]
                                                            : column.input() == alone);
                    if (now) {
                        filtered[f] = true;
                        ready.add(f);
                    }
                }
            }
            return ready.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /// Whether each row of the first input becomes one of the result.
    boolean isUnfiltered() {
        DirectPlan.Step first = steps.getFirst();
        return steps.size() == 1 && first.filtersAlone().length + first.filters().length == 0;
    }

    /// What a scan of an input is asked for.
    static ScanRequest request(Block.Input input, long rowsWanted) {
        return new ScanRequest(
                input.columns(),
                input.constants(),
                input.ranges(),
                true,
                rowsWanted,
                OptionalLong.empty());
    }
}
