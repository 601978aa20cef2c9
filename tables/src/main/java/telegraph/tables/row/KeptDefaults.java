package telegraph.tables.row;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import telegraph.language.Statements;
import telegraph.language.ast.SqlType;
import telegraph.language.query.SequenceCalls;
import telegraph.language.query.SequenceCalls.Reference;
import telegraph.tables.catalog.StoredColumn;

/// The defaults of a table's columns: what is the same for every row is computed once and kept.
///
/// Threads: any.
public final class KeptDefaults {
    /// What asks for nothing but the moment of the statement; so common that it is not planned.
    private static final Set<String> NOW =
            Set.of("now()", "current_timestamp", "localtimestamp", "transaction_timestamp()");

    private final List<StoredColumn> columns;

    /// For each column its value for all rows, if that is known; null for those not asked for yet.
    private final AtomicReferenceArray<Optional<Object>> constants;

    /// For each column the sequence that is all its default asks for; null for those not asked for.
    private final AtomicReferenceArray<Reference> counted;

    KeptDefaults(List<StoredColumn> columns) {
        this.columns = columns;
        this.constants = new AtomicReferenceArray<>(columns.size());
        this.counted = new AtomicReferenceArray<>(columns.size());
    }

    /// The default of one column within a statement.
    public interface Default {
        Object forRow();
    }

    public Default at(int index, StatementMoment asked) {
        StoredColumn column = columns.get(index);
        if (column.byDefault().isEmpty()) {
            return () -> null;
        }
        Optional<Object> known = constants.get(index);
        if (known != null) {
            return known(known);
        }
        if (counted.get(index) != null) {
            return counted(counted.get(index), asked);
        }
        String text = column.byDefault().get();
        if (NOW.contains(text.strip().toLowerCase(Locale.ROOT))) {
            Optional<Object> now = now(column, asked);
            if (now.isPresent()) {
                return known(now);
            }
        }
        Optional<Reference> sequence =
                SequenceCalls.ofNext(Statements.query("SELECT " + text).query());
        if (sequence.isPresent()) {
            counted.set(index, sequence.get());
            return counted(sequence.get(), asked);
        }
        RowExpressions kept = RowExpressions.of(List.of(text), List.of(), asked.inUtc().kept());
        if (!kept.isLasting()) {
            RowExpressions each = RowExpressions.of(List.of(text), List.of(), asked.kept());
            return () -> each.of(new Object[0])[0];
        }
        Object value =
                AssignmentCast.fit(
                        kept.of(new Object[0])[0], column.type(), column.name(), ZoneOffset.UTC);
        constants.set(index, Optional.ofNullable(value));
        return () -> value;
    }

    private static Default known(Optional<Object> value) {
        return () -> value.orElse(null);
    }

    private static Default counted(Reference sequence, StatementMoment asked) {
        Reference kept = sequence.kept();
        asked.sequences().demand(Set.of(kept));
        return () -> asked.sequences().next(kept.key());
    }

    private static Optional<Object> now(StoredColumn column, StatementMoment asked) {
        LocalDateTime local =
                LocalDateTime.ofInstant(asked.now(), asked.zone().toZoneId())
                        .truncatedTo(ChronoUnit.MICROS);
        if (column.type().length() != SqlType.MICROSECONDS && column.type().isTime()) {
            return Optional.empty(); // its digits are to be rounded
        }
        return switch (column.type().name()) {
            case TIMESTAMPTZ -> Optional.of(asked.now().truncatedTo(ChronoUnit.MICROS));
            case TIMESTAMP -> Optional.of(local);
            case DATE -> Optional.of(local.toLocalDate());
            case TIME -> Optional.of(local.toLocalTime());
            case BOOLEAN,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    REAL,
                    DOUBLE,
                    NUMERIC,
                    TEXT,
                    VARCHAR,
                    CHAR,
                    BYTEA,
                    INTERVAL,
                    UUID,
                    JSON,
                    JSONB,
                    ARRAY,
                    ENUM ->
                    Optional.empty();
        };
    }
}
