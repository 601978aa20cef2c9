package telegraph.sql.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import telegraph.engine.Access;
import telegraph.engine.Column;
import telegraph.engine.LookupRequest;
import telegraph.engine.Reader;
import telegraph.engine.ScanRequest;
import telegraph.engine.Schema;
import telegraph.engine.Sink;
import telegraph.engine.Source;
import telegraph.memory.BatchBuilder;
import telegraph.memory.TelegraphException;
import telegraph.sql.expression.Types;
import telegraph.sql.expression.Values;

/// The rows of a plan as a source for the block that stands on it.
///
/// Threads: as [Source]; each scan starts a run of its own.
final class DerivedSource implements Source {
    private final Schema schema;
    private final List<RelDataTypeField> fields;
    private final Supplier<PlanRun> runs;

    DerivedSource(RelNode plan, Supplier<PlanRun> runs) {
        this.fields = plan.getRowType().getFieldList();
        this.runs = runs;
        List<Column> columns = new ArrayList<>();
        for (RelDataTypeField field : fields) {
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
    public Reader scan(ScanRequest request) {
        return sink -> {
            PlanRun run = runs.get();
            try (Sink.Registration _ =
                    sink.closeOnCancel(() -> run.cancel("the query was cancelled"))) {
                run.forEach(rows -> emit(rows, request.columns(), sink));
            }
        };
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a derived input is scanned");
    }

    private void emit(List<Object[]> rows, int[] columns, Sink sink) {
        try (BatchBuilder builder = sink.builder()) {
            for (Object[] row : rows) {
                for (int c = 0; c < columns.length; c++) {
                    Values.fromInternal(
                            builder, c, row[columns[c]], fields.get(columns[c]).getType());
                }
                builder.endRow();
                if (builder.isFull()) {
                    sink.emit(builder.build());
                }
            }
            if (!builder.isEmpty()) {
                sink.emit(builder.build());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }
}
