package telegraph.engine;

import java.util.List;
import java.util.Optional;
import telegraph.engine.operator.Calc;
import telegraph.engine.operator.Group;
import telegraph.engine.operator.Join;
import telegraph.engine.operator.Limit;
import telegraph.engine.operator.Literals;
import telegraph.engine.operator.Sort;
import telegraph.engine.operator.Union;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Operators over streams of batches: each gives a stream, owns those it is given, and takes its
/// memory from a region of its own below `region`.
///
/// Operators that collect rows meet a lack of memory by writing batches to the query's spill file.
/// What a stream hands out lies in its memory: it counts until the stream is closed.
public final class Operators {
    private Operators() {}

    /// Rows given as the Java values that stand for their types ([telegraph.memory.Batch#valueAt]).
    public static BatchStream values(List<Type> types, List<Object[]> rows, Region region) {
        return new Literals(types, rows, region);
    }

    /// The rows for which the condition is true, as these columns. Condition and columns are over
    /// input 0.
    public static BatchStream calc(
            BatchStream in,
            Optional<Predicate> condition,
            List<Expression> columns,
            Region region) {
        return new Calc(in, condition, columns, region);
    }

    /// A row for each group of rows: its keys, then its aggregates, over input 0.
    public static BatchStream group(BatchStream in, Block.Output.Groups groups, Region region) {
        return new Group(in, groups, region);
    }

    /// Some of the rows, in their order.
    public static BatchStream limit(BatchStream in, Slice slice, Region region) {
        return new Limit(in, slice, region);
    }

    /// The rows of all streams, one stream after the other. All have the same types.
    public static BatchStream unionAll(List<BatchStream> inputs) {
        return new Union(inputs);
    }

    /// All rows in order; peers come in any.
    public static BatchStream sort(BatchStream in, List<SortKey> keys, Region region) {
        return new Sort(in, keys, region);
    }

    /// Pairs of rows, or rows by whether they have a partner. The right rows are kept in memory, as
    /// far as there is room, and the left ones read one after the other.
    public static BatchStream join(
            JoinSpec spec, BatchStream left, BatchStream right, Region region) {
        return Join.of(spec, left, right, false, region);
    }

    /// As [#join], but the left rows are kept: for where they are fewer.
    public static BatchStream joinKeepingLeft(
            JoinSpec spec, BatchStream left, BatchStream right, Region region) {
        return Join.of(spec, left, right, true, region);
    }
}
