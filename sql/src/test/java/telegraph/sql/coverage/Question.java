package telegraph.sql.coverage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Block;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.memory.Type;

/// A grouped block, written down a piece at a time, with the names of its aggregates; or several
/// whose tuples are aggregated together.
///
/// Every source is [Gated]. The first columns of its rows are the keys, then come the aggregates.
final class Question {
    final List<Gated> sources = new ArrayList<>();
    final List<String> names = new ArrayList<>();
    final List<Runnable> closings = new ArrayList<>();
    private final List<Block.Input> inputs = new ArrayList<>();
    private final List<Block.Equality> equalities = new ArrayList<>();
    private final List<Predicate> filters = new ArrayList<>();
    private final List<Expression> keys = new ArrayList<>();
    private final List<Aggregate> aggregates = new ArrayList<>();
    private final List<Question> others = new ArrayList<>();

    /// How many units each block has, where there are several.
    private final List<Long> units = new ArrayList<>();

    Question from(Source source) {
        Gated gated = new Gated(source);
        sources.add(gated);
        int[] columns = new int[source.schema().size()];
        Arrays.setAll(columns, c -> c);
        inputs.add(new Block.Input(source.name(), gated, columns, Map.of(), List.of()));
        return this;
    }

    /// Another query with the same keys and aggregates, whose tuples are aggregated with these.
    Question and(Question other) {
        others.add(other);
        sources.addAll(other.sources);
        return this;
    }

    /// Says how many units the only source has, of one query among others.
    Question units(long count) {
        units.add(count);
        return this;
    }

    /// The number of the cohort that there is when so many units may end: of several samples the
    /// sum of theirs, each of which ends at its last.
    int cohort(int number) {
        if (others.isEmpty()) {
            return number;
        }
        int sum = last(number);
        for (Question other : others) {
            sum += other.last(number);
        }
        return sum;
    }

    private int last(int number) {
        int last = 0;
        while (last < number && Experiment.size(last) < units.getFirst()) {
            last++;
        }
        return last;
    }

    Question closing(Runnable resource) {
        closings.add(resource);
        return this;
    }

    /// Joins `a.b = c.d`; each is an input's name and a column's.
    Question join(String left, String right) {
        equalities.add(new Block.Equality(ref(left), ref(right)));
        return this;
    }

    Question whereLess(String column, long than) {
        filters.add(new Field.Less(ref(column), than));
        return this;
    }

    Question groupBy(String column) {
        keys.add(field(column));
        return this;
    }

    Question count() {
        return aggregate("COUNT(*)", Function.COUNT, Optional.empty(), Optional.empty());
    }

    Question with(Function function, String column) {
        String name = function + "(" + column + ")";
        return aggregate(name, function, Optional.of(field(column)), Optional.empty());
    }

    Question withFilter(Function function, String column, String filtered, long than) {
        String name = function + "(" + column + ") FILTER " + filtered + " < " + than;
        Expression filter = new Field.Less(ref(filtered), than);
        return aggregate(name, function, Optional.of(field(column)), Optional.of(filter));
    }

    private Question aggregate(
            String name,
            Function function,
            Optional<Expression> argument,
            Optional<Expression> filter) {
        names.add(name);
        Type type = function == Function.COUNT ? Type.BIGINT : Type.DOUBLE;
        aggregates.add(new Aggregate(function, argument, false, filter, new int[0], type));
        return this;
    }

    /// COUNT, SUM, AVG and the spreads of a column.
    Question withAll(String column) {
        with(Function.COUNT, column).with(Function.SUM, column).with(Function.AVG, column);
        with(Function.VAR_POP, column).with(Function.VAR_SAMP, column);
        return with(Function.STDDEV_POP, column).with(Function.STDDEV_SAMP, column);
    }

    int keys() {
        return keys.size();
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>(List.of(block()));
        others.forEach(other -> blocks.add(other.block()));
        return blocks;
    }

    private Block block() {
        int[] set = new int[keys.size()];
        Arrays.setAll(set, k -> k);
        Block.Output.Groups output = new Block.Output.Groups(keys, List.of(set), aggregates);
        return new Block(inputs, equalities, filters, output);
    }

    private Expression field(String name) {
        ColumnRef ref = ref(name);
        return new Field(
                ref, inputs.get(ref.input()).source().schema().column(ref.column()).type());
    }

    private ColumnRef ref(String name) {
        String[] parts = name.split("\\.");
        for (int i = 0; i < inputs.size(); i++) {
            int column = inputs.get(i).source().schema().indexOf(parts[parts.length - 1]);
            if (column >= 0 && (parts.length == 1 || inputs.get(i).alias().equals(parts[0]))) {
                return new ColumnRef(i, column);
            }
        }
        throw new IllegalArgumentException("the column is of one of the sources: name=" + name);
    }
}
