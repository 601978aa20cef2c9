package telegraph.query.plan;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.language.ast.DeclaredColumns;
import telegraph.query.translate.SourceTable;

/// What of a source a plan may go by. Two with the same have the same plans.
///
/// @param declared the types of the columns as PostgreSQL writes them
/// @param primaryKey its columns, of which others may be functions
/// @param binds what it can be asked for, as in [telegraph.engine.source.Access]
/// @param magnitude how large it is, to the next power of two from a thousand rows on; -1 if it
///   does not know. A plan is right whatever it is
record SourceFacts(
        Schema schema,
        List<String> declared,
        List<Integer> primaryKey,
        boolean scan,
        List<List<Integer>> binds,
        int magnitude) {
    private static final long FEW_ROWS = 1_000;

    static SourceFacts of(Source source) {
        Schema schema = source.schema();
        List<String> declared =
                IntStream.range(0, schema.size())
                        .mapToObj(column -> SourceTable.declared(source, column))
                        .toList();
        return new SourceFacts(
                schema,
                declared,
                source instanceof DeclaredColumns columns ? columns.primaryKey() : List.of(),
                source.access().scan(),
                source.access().binds().stream()
                        .map(bind -> Arrays.stream(bind).boxed().toList())
                        .toList(),
                magnitude(source.traits().rows()));
    }

    private static int magnitude(OptionalLong rows) {
        return rows.isEmpty()
                ? -1
                : Long.SIZE - Long.numberOfLeadingZeros(Math.max(FEW_ROWS, rows.getAsLong()));
    }

    long bytes() {
        return (long) schema.size() * Footprint.OBJECT;
    }
}
