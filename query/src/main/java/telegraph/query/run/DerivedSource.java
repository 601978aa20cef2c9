package telegraph.query.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import telegraph.engine.BatchStream;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.memory.Batch;
import telegraph.query.value.Types;

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
        if (!isAll(request.columns())) {
            throw new IllegalStateException(
                    "a derived input has the columns that are read and no others: columns="
                            + Arrays.toString(request.columns()));
        }
        return sink -> {
            PlanRun run = runs.get();
            try (Sink.Registration _ =
                    sink.closeOnCancel(() -> run.cancel("the query was cancelled"))) {
                BatchStream stream = run.stream();
                for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
                    sink.emit(batch);
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
}
