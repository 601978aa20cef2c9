package telegraph.engine;

import java.util.List;
import java.util.Optional;
import telegraph.engine.join.Join;
import telegraph.engine.join.PipelinedDistinct;
import telegraph.engine.join.PipelinedJoin;
import telegraph.engine.join.Sets;
import telegraph.engine.operator.Calc;
import telegraph.engine.operator.Group;
import telegraph.engine.operator.Limit;
import telegraph.engine.operator.Literals;
import telegraph.engine.operator.ProjectSet;
import telegraph.engine.operator.Union;
import telegraph.engine.sort.Sort;
import telegraph.engine.sort.Top;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.window.Window;
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

    /// Each row once for each element of its sets, which are over input 0 and stand behind its
    /// columns.
    ///
    /// @param kept whether a row without elements stays, with NULLs
    /// @param counted whether the number of the element comes last, from 1
    public static BatchStream projectSet(
            BatchStream in, List<SetFunction> sets, boolean kept, boolean counted, Region region) {
        return new ProjectSet(in, sets, kept, counted, region);
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

    /// As [#join] for streams that are slow: both are read at the same time, and each row comes out
    /// as soon as it is certain.
    ///
    /// @param leftFirst whether the left rows are thought to be fewer
    public static BatchStream pipelinedJoin(
            JoinSpec spec, BatchStream left, BatchStream right, boolean leftFirst, Region region) {
        return PipelinedJoin.of(spec, left, right, leftFirst, region);
    }

    /// The first rows in order; peers come in any.
    public static BatchStream top(BatchStream in, List<SortKey> keys, Slice slice, Region region) {
        return Top.fits(in, slice, region)
                ? new Top(in, keys, slice, region)
                : new Limit(new Sort(in, keys, region), slice, region);
    }

    /// Each different row once; NULLs are equal.
    public static BatchStream distinct(BatchStream in, Region region) {
        return Sets.distinct(in, region);
    }

    /// As [#distinct] for a stream that is slow: a row comes out when it first comes.
    public static BatchStream pipelinedDistinct(BatchStream in, Region region) {
        return new PipelinedDistinct(in, region);
    }

    /// As [#pipelinedDistinct], but all that is new in a batch is out before the next one is asked
    /// for.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE from the stream, if the rows
    ///   that are kept apart do not fit in memory
    public static BatchStream promptDistinct(BatchStream in, Region region) {
        return PipelinedDistinct.prompt(in, region);
    }

    /// The rows that are in both; with `all` as often as where they are less often, else once.
    public static BatchStream intersect(
            BatchStream left, BatchStream right, boolean all, Region region) {
        Sets.Operation operation = all ? Sets.Operation.INTERSECT_ALL : Sets.Operation.INTERSECT;
        return Sets.of(operation, left, right, region);
    }

    /// The left rows that are not in the right ones; with `all` as often as they are there more
    /// often, else once.
    public static BatchStream except(
            BatchStream left, BatchStream right, boolean all, Region region) {
        Sets.Operation operation = all ? Sets.Operation.EXCEPT_ALL : Sets.Operation.EXCEPT;
        return Sets.of(operation, left, right, region);
    }

    /// Every row with one column more for each window function, ordered by partition, then as the
    /// window is.
    public static BatchStream window(BatchStream in, WindowSpec spec, Region region) {
        return Window.of(in, spec, region);
    }
}
