package telegraph.sql.coverage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.memory.BatchBuilder;

/// Rows in memory that can only be asked for by their first column, and whose answers take as long
/// as their values say: the great ones come late.
///
/// Threads: any.
final class Answers implements Source {
    /// How long an answer takes.
    @FunctionalInterface
    interface Latency {
        long micros(List<Object[]> rows);
    }

    private final String name;
    private final Schema schema;
    private final Map<Object, List<Object[]>> byKey = new HashMap<>();
    private final Latency latency;

    Answers(String name, List<Column> columns, List<Object[]> rows, Latency latency) {
        this.name = name;
        this.schema = new Schema(columns);
        this.latency = latency;
        for (Object[] row : rows) {
            byKey.computeIfAbsent(row[0], _ -> new ArrayList<>()).add(row);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Access access() {
        return new Access(false, List.of(new int[] {0}));
    }

    @Override
    public Traits traits() {
        return new Traits(Traits.Order.UNKNOWN, OptionalLong.empty(), new int[0], 64);
    }

    @Override
    public Reader scan(ScanRequest request) {
        throw new UnsupportedOperationException("rows must be asked for: name=" + name);
    }

    @Override
    public Reader lookup(LookupRequest request) {
        return sink -> {
            List<Object[]> rows = byKey.getOrDefault(request.values().getFirst(), List.of());
            long micros = latency.micros(rows);
            if (micros > 0) {
                Thread.sleep(micros / 1_000, (int) (micros % 1_000) * 1_000);
            }
            try (BatchBuilder builder = sink.builder()) {
                for (Object[] row : rows) {
                    Pages.put(row, request.columns(), builder);
                }
                sink.meter().addRows(builder.rows());
                sink.emit(builder.build());
            }
        };
    }
}
