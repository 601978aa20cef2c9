package telegraph.language.ast;

import java.util.Optional;
import java.util.OptionalLong;

/// How a sequence is to count, as CREATE SEQUENCE, ALTER SEQUENCE or an identity says it. What it
/// says nothing of is empty.
///
/// @param type what its numbers are
/// @param minimum MINVALUE, or NO MINVALUE
/// @param maximum MAXVALUE, or NO MAXVALUE
/// @param restart RESTART
/// @param owner OWNED BY
/// @param name SEQUENCE NAME, of an identity alone
public record SequenceOptions(
        Optional<SqlType> type,
        OptionalLong increment,
        Optional<Bound> minimum,
        Optional<Bound> maximum,
        OptionalLong start,
        OptionalLong cache,
        Optional<Boolean> cycle,
        Optional<Restart> restart,
        Optional<Owner> owner,
        Optional<TableName> name) {
    /// Nothing said.
    public static final SequenceOptions NONE =
            new SequenceOptions(
                    Optional.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    /// AS a type, and nothing more.
    public static SequenceOptions of(SqlType type) {
        return new SequenceOptions(
                Optional.of(type),
                NONE.increment,
                NONE.minimum,
                NONE.maximum,
                NONE.start,
                NONE.cache,
                NONE.cycle,
                NONE.restart,
                NONE.owner,
                NONE.name);
    }

    /// A least or greatest number.
    ///
    /// @param value empty for that of the type
    public record Bound(OptionalLong value) {}

    /// @param with empty for the number that the sequence starts with
    public record Restart(OptionalLong with) {}

    /// The column that a sequence goes with.
    ///
    /// @param column empty for none
    public record Owner(Optional<Column> column) {}

    public record Column(TableName table, String name) {}

    /// Whether it says how to count, and not only whom it belongs to.
    public boolean counts() {
        return type.isPresent()
                || increment.isPresent()
                || minimum.isPresent()
                || maximum.isPresent()
                || start.isPresent()
                || cache.isPresent()
                || cycle.isPresent()
                || restart.isPresent();
    }
}
