package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.aggregate.Grouping;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// Blocks made so alike that their groups can be merged.
///
/// Aggregates of equal arguments share what they keep of a group. In one block `sum(x), avg(x)` may
/// be of one column and in another of two; so arguments count as equal only if they are in every
/// block.
///
/// Threads: any.
final class Alike {
    private Alike() {}

    /// The blocks, whose arguments are equal where they have one number.
    ///
    /// @throws IllegalArgumentException if their groups are not of the same keys and aggregates
    static List<Block> of(List<Block> blocks) {
        List<Block.Output.Groups> all = blocks.stream().map(Together::groups).toList();
        Block.Output.Groups first = all.getFirst();
        all.forEach(groups -> demandSame(first, groups));
        int[] arguments = numbers(all, Aggregate::argument);
        int[] independents = numbers(all, Aggregate::independent);
        int[] filters = numbers(all, Aggregate::filter);
        List<Block> alike = new ArrayList<>();
        for (int b = 0; b < blocks.size(); b++) {
            List<Aggregate> aggregates = new ArrayList<>();
            for (int a = 0; a < first.aggregates().size(); a++) {
                Aggregate of = all.get(b).aggregates().get(a);
                aggregates.add(
                        new Aggregate(
                                of.function(),
                                numbered(arguments[a], of.argument()),
                                numbered(independents[a], of.independent()),
                                of.distinct(),
                                numbered(filters[a], of.filter()),
                                of.groupingKeys(),
                                of.place(),
                                of.type()));
            }
            Block block = blocks.get(b);
            alike.add(
                    new Block(
                            block.inputs(),
                            block.equalities(),
                            block.filters(),
                            new Block.Output.Groups(all.get(b).keys(), first.sets(), aggregates)));
        }
        return alike;
    }

    private static void demandSame(Block.Output.Groups one, Block.Output.Groups other) {
        boolean same =
                Grouping.types(one).equals(Grouping.types(other))
                        && shapes(one).equals(shapes(other));
        if (!same) {
            throw new IllegalArgumentException(
                    "blocks that are aggregated together have the same keys and aggregates: one="
                            + shapes(one)
                            + " other="
                            + shapes(other));
        }
    }

    private static List<String> shapes(Block.Output.Groups groups) {
        return groups.aggregates().stream()
                .map(a ->
                        a.function()
                                + (a.distinct() ? " distinct " : " ")
                                + a.argument().map(Expression::type)
                                + a.independent().map(Expression::type)
                                + a.filter().isPresent()
                                + a.place())
                .toList();
    }

    /// For each aggregate the first whose expression is equal in every block.
    private static int[] numbers(
            List<Block.Output.Groups> all, Function<Aggregate, Optional<Expression>> of) {
        int[] numbers = new int[all.getFirst().aggregates().size()];
        for (int a = 0; a < numbers.length; a++) {
            int b = 0;
            while (!isEqual(all, of, a, b)) {
                b++;
            }
            numbers[a] = b;
        }
        return numbers;
    }

    private static boolean isEqual(
            List<Block.Output.Groups> all,
            Function<Aggregate, Optional<Expression>> of,
            int a,
            int b) {
        return all.stream()
                .allMatch(groups ->
                        of.apply(groups.aggregates().get(a))
                                .equals(of.apply(groups.aggregates().get(b))));
    }

    private static Optional<Expression> numbered(int number, Optional<Expression> of) {
        return of.map(expression -> new Numbered(number, expression));
    }

    /// An expression that equals those of its number.
    private static final class Numbered implements Expression {
        private final int number;
        private final Expression of;

        private Numbered(int number, Expression of) {
            this.number = number;
            this.of = of;
        }

        @Override
        public Type type() {
            return of.type();
        }

        @Override
        public List<ColumnRef> columns() {
            return of.columns();
        }

        @Override
        public Optional<ColumnRef> bareColumn() {
            return of.bareColumn();
        }

        @Override
        public boolean canThrow() {
            return of.canThrow();
        }

        @Override
        public Vector evaluate(Rows rows, int[] selection, int count) {
            return of.evaluate(rows, selection, count);
        }

        @Override
        public void release(Rows rows) {
            of.release(rows);
        }

        @Override
        public Expression fork() {
            return new Numbered(number, of.fork());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Numbered numbered && numbered.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }
}
