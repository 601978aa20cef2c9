package telegraph.query.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import telegraph.engine.BatchStream;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.query.plan.Plan;
import telegraph.query.plan.RemainderGuard;
import telegraph.query.plan.Remainders;

/// A part of a plan that the engine has no operators for, run by Calcite's enumerable runtime a row
/// at a time over the streams below it.
///
/// Threads: one. Memory: what its operators gather is counted against its region.
final class Fragment implements BatchStream {
    private final EnumerableRel root;
    private final Map<String, StreamRows> inputs;
    private final List<BatchStream> streams;
    private final Plan plan;
    private final RemainderGuard guard;
    private final Region region;
    private final List<Type> types;
    private RowForm form;
    private Enumerator<?> rows;
    private BatchBuilder builder;
    private boolean closed;

    /// @param inputs by the keys of the leaves of `root`
    /// @param streams what the inputs read
    Fragment(
            EnumerableRel root,
            Map<String, StreamRows> inputs,
            List<BatchStream> streams,
            Surroundings surroundings) {
        this.root = root;
        this.inputs = inputs;
        this.streams = List.copyOf(streams);
        this.plan = surroundings.plan();
        this.guard = surroundings.guard();
        this.region = surroundings.region();
        this.types = RowForm.isStorable(root) ? RowForm.of(root).types() : List.of();
    }

    /// What a fragment runs in.
    ///
    /// @param region ends with the fragment
    record Surroundings(Plan plan, RemainderGuard guard, Region region) {}

    /// All its rows, as the runtime gives them; instead of [#next].
    Enumerable<?> rows() {
        Map<String, Object> values = new LinkedHashMap<>();
        var code = Remainders.compile(root, values);
        inputs.forEach((key, input) -> values.put(key, RowForm.bare(input, input.width())));
        values.putAll(guard.data());
        return guard.watch(code.bind(plan.data().with(values)), false);
    }

    @Override
    public List<Type> types() {
        return types;
    }

    @Override
    public Batch next() {
        if (rows == null) {
            form = RowForm.of(root);
            builder = new BatchBuilder(region, types);
            rows = rows().enumerator();
        }
        while (!builder.isFull() && rows.moveNext()) {
            form.append(RowForm.row(rows.current()), builder);
        }
        return builder.isEmpty() ? null : builder.build();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (rows != null) {
            rows.close();
            builder.close();
        }
        region.close();
        streams.forEach(BatchStream::close);
    }
}
