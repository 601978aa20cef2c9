package telegraph.engine.tuple;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import telegraph.engine.Block;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;

/// Chooses for each input of a block how its rows are fetched, or refuses the block.
///
/// An input is *reachable* if it can be scanned, if constants bind one of its patterns, or if
/// columns of reachable inputs do (R9). Without a declared key exactly one way is chosen for each
/// input, so that no row arrives twice (R7).
public final class AccessChoice {
    private final Block block;

    public AccessChoice(Block block) {
        this.block = block;
    }

    /// The inputs with their ways.
    ///
    /// @throws TelegraphException of kind INPUT if an input cannot be reached
    public List<Instance> choose() {
        int size = block.inputs().size();
        Instance[] chosen = new Instance[size];
        long reached = 0;
        for (int i = 0; i < size; i++) {
            Instance.Feed feed = feed(block.inputs().get(i));
            if (feed != Instance.Feed.NONE) {
                chosen[i] = instance(i, feed, List.of());
                reached |= 1L << i;
            }
        }
        boolean progress = true;
        while (progress) {
            progress = false;
            for (int i = 0; i < size; i++) {
                if (chosen[i] == null) {
                    Instance.Bind bind = bestBind(i, reached);
                    if (bind != null) {
                        chosen[i] = instance(i, Instance.Feed.NONE, List.of(bind));
                        reached |= 1L << i;
                        progress = true;
                    }
                }
            }
        }
        for (int i = 0; i < size; i++) {
            if (chosen[i] == null) {
                throw unreachable(i);
            }
        }
        long rivals = 0;
        for (int i = 0; i < size; i++) {
            Instance alone = chosen[i];
            chosen[i] = withOthers(alone);
            if (chosen[i].competes()) {
                if (reachableWithout(rivals | 1L << i, chosen)) {
                    rivals |= 1L << i;
                } else {
                    chosen[i] = alone;
                }
            }
        }
        return List.of(chosen);
    }

    /// Whether every input can be reached in the ways chosen, but for the scans of these, each from
    /// one neighbour that asks for its rows. Only then may lookups make their scans dispensable.
    private static boolean reachableWithout(long scans, Instance[] chosen) {
        long reached = 0;
        for (int round = 0; round < chosen.length; round++) {
            for (int i = 0; i < chosen.length; i++) {
                boolean fed = (scans >>> i & 1) == 0 && chosen[i].hasFeed();
                if (fed || hasNeighbourThatBinds(chosen[i], reached)) {
                    reached |= 1L << i;
                }
            }
        }
        return Long.bitCount(reached) == chosen.length;
    }

    private static Instance.Feed feed(Block.Input input) {
        if (input.source().access().scan()) {
            return Instance.Feed.SCAN;
        }
        return constantPattern(input).isPresent() ? Instance.Feed.CONSTANTS : Instance.Feed.NONE;
    }

    /// The first of an input's patterns for all of whose columns the query has constants.
    public static Optional<int[]> constantPattern(Block.Input input) {
        return input.source().access().binds().stream()
                .filter(columns -> allConstant(input, columns))
                .findFirst();
    }

    private static boolean allConstant(Block.Input input, int[] columns) {
        return Arrays.stream(columns).allMatch(c -> input.constants().containsKey(c));
    }

    private static boolean hasNeighbourThatBinds(Instance instance, long reached) {
        for (Instance.Bind bind : instance.binds()) {
            long neighbours = bind.neighbours() & reached;
            for (; neighbours != 0; neighbours &= neighbours - 1) {
                if (bind.boundBy(Long.lowestOneBit(neighbours))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// The pattern the fewest inputs must be combined for.
    private Instance.Bind bestBind(int input, long reached) {
        Instance.Bind best = null;
        for (Instance.Bind bind : binds(input)) {
            if (bind.boundBy(reached)
                    && (best == null || combined(bind, reached) < combined(best, reached))) {
                best = bind;
            }
        }
        return best;
    }

    /// How many inputs must be together to bind the pattern: one if some input alone does.
    private static int combined(Instance.Bind bind, long reached) {
        for (int i = 0; i < Long.SIZE; i++) {
            long one = reached & 1L << i;
            if (one != 0 && bind.boundBy(one)) {
                return 1;
            }
        }
        return bind.columns().length;
    }

    private List<Instance.Bind> binds(int input) {
        Block.Input in = block.inputs().get(input);
        List<Instance.Bind> all = new ArrayList<>();
        for (int[] columns : in.source().access().binds()) {
            List<Instance.Value> values =
                    Arrays.stream(columns).mapToObj(c -> value(input, c)).toList();
            if (values.stream().allMatch(Instance.Value::isPossible)) {
                boolean namesRow = holdsAll(columns, in.source().traits().key());
                all.add(new Instance.Bind(input, columns, values, namesRow));
            }
        }
        return all;
    }

    private static boolean holdsAll(int[] columns, int[] key) {
        return key.length > 0
                && Arrays.stream(key).allMatch(k -> Arrays.stream(columns).anyMatch(c -> c == k));
    }

    private Instance.Value value(int input, int schemaColumn) {
        Block.Input in = block.inputs().get(input);
        Optional<List<Object>> constants =
                Optional.ofNullable(in.constants().get(schemaColumn))
                        .map(values -> values.stream().distinct().toList());
        List<ColumnRef> joined = new ArrayList<>();
        for (Block.Equality e : block.equalities()) {
            if (isColumn(e.left(), input, schemaColumn)) {
                joined.add(e.right());
            } else if (isColumn(e.right(), input, schemaColumn)) {
                joined.add(e.left());
            }
        }
        return new Instance.Value(constants, joined);
    }

    private boolean isColumn(ColumnRef ref, int input, int schemaColumn) {
        int[] columns = block.inputs().get(input).columns();
        return ref.input() == input
                && ref.column() < columns.length
                && columns[ref.column()] == schemaColumn;
    }

    /// With a declared key every pattern that tuples can bind may compete with the way chosen.
    private Instance withOthers(Instance chosen) {
        int[] key = chosen.input().source().traits().key();
        if (key.length == 0 || chosen.feed() == Instance.Feed.CONSTANTS) {
            return chosen;
        }
        long others = (1L << block.inputs().size()) - 1 & ~(1L << chosen.index());
        List<Instance.Bind> usable =
                binds(chosen.index()).stream()
                        .filter(b -> b.boundBy(others) && b.neighbours() != 0)
                        .toList();
        int ways = usable.size() + (chosen.hasFeed() ? 1 : 0);
        return ways < 2 ? chosen : keyed(chosen, key, usable);
    }

    private Instance instance(int i, Instance.Feed feed, List<Instance.Bind> binds) {
        Block.Input input = block.inputs().get(i);
        List<Type> types = input.source().schema().types(input.columns());
        return new Instance(i, input, input.columns(), types, feed, binds, new int[0]);
    }

    private static Instance keyed(Instance chosen, int[] key, List<Instance.Bind> binds) {
        List<Integer> columns = new ArrayList<>(Arrays.stream(chosen.columns()).boxed().toList());
        int[] keyAt = new int[key.length];
        for (int k = 0; k < key.length; k++) {
            if (!columns.contains(key[k])) {
                columns.add(key[k]);
            }
            keyAt[k] = columns.indexOf(key[k]);
        }
        int[] all = columns.stream().mapToInt(Integer::intValue).toArray();
        List<Type> types = chosen.input().source().schema().types(all);
        return new Instance(
                chosen.index(), chosen.input(), all, types, chosen.feed(), binds, keyAt);
    }

    private TelegraphException unreachable(int i) {
        Source source = block.inputs().get(i).source();
        Schema schema = source.schema();
        int[] fewest = null;
        for (int[] columns : source.access().binds()) {
            int[] missing = Arrays.stream(columns).filter(c -> !value(i, c).isPossible()).toArray();
            // Joined only to inputs that cannot be reached themselves: all of it is missing.
            int[] needed = missing.length == 0 ? columns : missing;
            if (fewest == null || needed.length < fewest.length) {
                fewest = needed;
            }
        }
        String names = names(schema, fewest, " and ", c -> schema.column(c).name());
        String constants = names(schema, fewest, " AND ", c -> example(schema, c));
        return TelegraphException.input(
                "source \""
                        + source.name()
                        + "\" needs "
                        + names
                        + ": give it a constant ("
                        + constants
                        + ") or join it to a column");
    }

    private static String names(
            Schema schema,
            int[] columns,
            String between,
            java.util.function.IntFunction<String> name) {
        return Arrays.stream(columns).mapToObj(name).collect(Collectors.joining(between));
    }

    private static String example(Schema schema, int column) {
        boolean number =
                switch (schema.column(column).type().kind()) {
                    case INTEGER, BIGINT, DOUBLE, DECIMAL, BOOLEAN -> true;
                    case TEXT, DATE, TIME, TIMESTAMP, INSTANT -> false;
                };
        return schema.column(column).name() + (number ? " = …" : " = '…'");
    }
}
