package telegraph.sql.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import telegraph.engine.Access;
import telegraph.engine.BatchStream;
import telegraph.engine.Column;
import telegraph.engine.LookupRequest;
import telegraph.engine.Reader;
import telegraph.engine.ScanRequest;
import telegraph.engine.Schema;
import telegraph.engine.Sink;
import telegraph.engine.Source;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.sql.expression.Types;

/// The rows of a plan as a source for the block that stands on it.
///
/// Threads: as [Source]; each scan starts a run of its own.
final class DerivedSource implements Source {
    private final Schema schema;
    private final Supplier<PlanRun> runs;
    private final boolean local;

    DerivedSource(RelNode plan, Supplier<PlanRun> runs) {
        this.runs = runs;
        this.local = Locality.isLocal(plan);
        List<Column> columns = new ArrayList<>();
        for (RelDataTypeField field : plan.getRowType().getFieldList()) {
            columns.add(new Column(field.getName(), Types.physical(field.getType()).orElseThrow()));
        }
        this.schema = new Schema(columns);
    }

    @Override
    public String name() {
        return "derived";
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            PlanRun run = runs.get();
            try (Sink.Registration _ =
                    sink.closeOnCancel(() -> run.cancel("the query was cancelled"))) {
                BatchStream stream = run.stream();
                boolean all = isAll(request.columns());
                for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
                    sink.emit(all ? batch : only(request.columns(), batch, sink));
                }
            }
        };
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a derived input is scanned");
    }

    private boolean isAll(int[] columns) {
        if (columns.length != schema.size()) {
            return false;
        }
        for (int c = 0; c < columns.length; c++) {
            if (columns[c] != c) {
                return false;
            }
        }
        return true;
    }

    private static Batch only(int[] columns, Batch batch, Sink sink) {
        try (BatchBuilder builder = sink.builder()) {
            for (int row = 0; row < batch.rows(); row++) {
                for (int c = 0; c < columns.length; c++) {
                    builder.set(c, batch.valueAt(columns[c], row));
                }
                builder.endRow();
            }
            return builder.build();
        } finally {
            batch.unpin();
        }
    }
}
