package telegraph.engine;

import java.util.List;
import java.util.Map;
import telegraph.engine.source.Range;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;

/// What an eddy executes: inputs, joined and filtered in whatever order proves best, then projected
/// or grouped.
///
/// Whoever runs one evaluates forks of its expressions, so that it may be run again, or by another,
/// whatever becomes of a run.
///
/// @param inputs the instances T1..Tk; a self join has two
/// @param equalities equi-join predicates
/// @param filters all other predicates, over one input or several, in the order of the query's text
/// @param output what leaves
public record Block(
        List<Input> inputs, List<Equality> equalities, List<Predicate> filters, Output output) {
    /// The most inputs of a block, since a tuple has a bit for each. A plan parts larger joins.
    public static final int INPUTS_MAX = 60;

    /// The most blocks that are aggregated together: each has workers of its own, with groups of
    /// their own.
    public static final int TOGETHER_MAX = 16;

    public Block {
        inputs = List.copyOf(inputs);
        equalities = List.copyOf(equalities);
        filters = List.copyOf(filters);
    }

    /// The same with predicates and computed columns for one more worker; the output is forked by
    /// whoever makes it.
    public Block fork() {
        List<Input> own = inputs;
        if (inputs.stream().anyMatch(input -> !input.computed.isEmpty())) {
            own = inputs.stream().map(Input::fork).toList();
        }
        return new Block(own, equalities, filters.stream().map(Predicate::fork).toList(), output);
    }

    /// One instance of a source.
    ///
    /// @param alias what EXPLAIN and progress call it
    /// @param columns the columns (indices in the schema) that the block uses
    /// @param constants for some columns (indices in the schema) the only values the query accepts:
    ///   the filters say so too, so a source may ignore them, unless they bind a pattern
    /// @param ranges for some columns (indices in the schema) between which values the query
    ///   accepts them; the filters say so too
    /// @param computed further columns computed from this input's own, such as a join key; they
    ///   count from `columns.length` on
    public record Input(
            String alias,
            Source source,
            int[] columns,
            Map<Integer, List<Object>> constants,
            Map<Integer, Range> ranges,
            List<Expression> computed) {
        public Input {
            constants = Map.copyOf(constants);
            ranges = Map.copyOf(ranges);
            computed = List.copyOf(computed);
        }

        /// The same instance of another source with the same columns.
        public Input over(Source other) {
            return new Input(alias, other, columns, constants, ranges, computed);
        }

        private Input fork() {
            List<Expression> own = computed.stream().map(Expression::fork).toList();
            return new Input(alias, source, columns, constants, ranges, own);
        }

        /// An input without ranges.
        public Input(
                String alias,
                Source source,
                int[] columns,
                Map<Integer, List<Object>> constants,
                List<Expression> computed) {
            this(alias, source, columns, constants, Map.of(), computed);
        }
    }

    /// `left = right`, over columns of two different inputs and of the same type; NULL equals
    /// nothing.
    public record Equality(ColumnRef left, ColumnRef right) {}

    /// What leaves the eddy.
    public sealed interface Output {
        /// What routes call the making of it.
        String name();

        Routes.Kind kind();

        /// Every tuple, as these columns.
        record Tuples(List<Expression> columns) implements Output {
            public Tuples {
                columns = List.copyOf(columns);
            }

            @Override
            public String name() {
                return "output";
            }

            @Override
            public Routes.Kind kind() {
                return Routes.Kind.OUTPUT;
            }
        }

        /// One row for each group: its keys, then its aggregates.
        ///
        /// @param keys what to group by; empty for one group of all, which is there even of no
        ///   tuples
        /// @param sets for each grouping set the indices of the keys it keeps; the others are NULL.
        ///   A plain GROUP BY is one set of all keys
        record Groups(List<Expression> keys, List<int[]> sets, List<Aggregate> aggregates)
                implements Output {
            public Groups {
                keys = List.copyOf(keys);
                sets = List.copyOf(sets);
                aggregates = List.copyOf(aggregates);
            }

            @Override
            public String name() {
                return "aggregate";
            }

            @Override
            public Routes.Kind kind() {
                return Routes.Kind.AGGREGATE;
            }
        }
    }
}
