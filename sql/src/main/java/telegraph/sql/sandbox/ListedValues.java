package telegraph.sql.sandbox;

import java.util.List;
import java.util.OptionalLong;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.language.ast.TableLiteral;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// The values of a long list after IN, as a table of one column: TEXT, INTEGER if all of them are,
/// else BIGINT.
///
/// Threads: any.
record ListedValues(String name, List<Object> values, Type type) implements Source {
    private static final int BATCH_ROWS = 1_000;

    static ListedValues of(TableLiteral literal) {
        return new ListedValues(literal.title(), literal.arguments(), type(literal.arguments()));
    }

    private static Type type(List<Object> values) {
        if (values.getFirst() instanceof String) {
            return Type.TEXT;
        }
        boolean small =
                values.stream().allMatch(value -> (Long) value == ((Long) value).intValue());
        return small ? Type.INTEGER : Type.BIGINT;
    }

    @Override
    public Schema schema() {
        return new Schema(List.of(new Column(TableLiteral.VALUE, type)));
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Traits traits() {
        return new Traits(Traits.Order.UNKNOWN, OptionalLong.of(values.size()), new int[0], 1);
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> read(request.columns().length, sink);
    }

    private void read(int columns, Sink sink) throws InterruptedException {
        for (int start = 0; start < values.size(); start += BATCH_ROWS) {
            try (BatchBuilder builder = sink.builder()) {
                for (Object value :
                        values.subList(start, Math.min(values.size(), start + BATCH_ROWS))) {
                    if (columns > 0) {
                        builder.set(0, value);
                    }
                    builder.endRow();
                }
                sink.emit(builder.build());
            }
        }
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a list of values is scanned");
    }
}
