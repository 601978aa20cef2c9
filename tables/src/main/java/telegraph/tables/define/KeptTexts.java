package telegraph.tables.define;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.TableName;
import telegraph.language.query.SequenceCalls;
import telegraph.language.query.SequenceCalls.Reference;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.AssignmentCast;
import telegraph.tables.row.RowExpressions;
import telegraph.tables.row.StatementMoment;

/// Makes sure that the expressions a definition keeps as text can be asked later.
final class KeptTexts {
    private KeptTexts() {}

    /// @throws TelegraphException of kind INPUT if a default or check makes no sense
    static void demand(TableDefinition table, Ground ground) {
        StatementMoment asked = ground.asked().kept();
        Snapshot snapshot = ground.view().snapshot();
        for (StoredColumn column : table.columns()) {
            column.byDefault().ifPresent(text -> demandNamed(table, text, snapshot));
            column.byDefault().ifPresent(text -> demandDefault(column, text, asked));
            column.generated()
                    .ifPresent(text -> GeneratedColumns.demand(table, column, text, asked));
        }
        for (TableDefinition.Check check : table.checks()) {
            demandCondition(table, check.text(), "CHECK", asked);
        }
        for (TableDefinition.Index index : table.indexes()) {
            index.condition().ifPresent(text -> demandCondition(table, text, asked));
        }
    }

    /// What holds of the rows of an index is the same whenever and by whomever it is asked.
    private static void demandCondition(TableDefinition table, String text, StatementMoment asked) {
        // Whoever changes rows later knows no types but those of the columns.
        StatementMoment later = asked.knowing(StatementMoment.Types.NONE);
        RowExpressions condition = demandCondition(table, text, "WHERE", later);
        if (!condition.isLasting() || condition.isZoned()) {
            throw TelegraphException.of(
                    SqlState.INVALID_OBJECT_DEFINITION,
                    "functions in index predicate must be marked IMMUTABLE: in WHERE ("
                            + text
                            + ")");
        }
    }

    /// Refuses a default that counts up a temporary sequence, but for one of a temporary table that
    /// says so, and one that is found where not all look for it: a bare name in a text that is kept
    /// is in `public`.
    private static void demandNamed(TableDefinition table, String text, Snapshot snapshot) {
        if (snapshot == snapshot.plain() || !text.contains("(")) {
            return;
        }
        for (Reference reference : SequenceCalls.of(Statements.query("SELECT " + text))) {
            Optional<TableName> name = SequenceCalls.tableName(reference.relation());
            Optional<TableName> found = name.map(snapshot::resolved);
            boolean temporary = found.filter(TableName::isTemporary).isPresent();
            if (temporary && (name.get().isBare() || !table.name().isTemporary())) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a default counts up a temporary sequence for a temporary table alone, and"
                                + " says so: DEFAULT "
                                + text
                                + ". Write pg_temp before the name");
            }
            if (found.isPresent() && name.get().isBare() && !found.get().isPublic()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a default names a sequence by its schema if that is not public: DEFAULT "
                                + text
                                + ". Write "
                                + found.get().qualified());
            }
        }
    }

    private static void demandDefault(StoredColumn column, String text, StatementMoment asked) {
        String what = "DEFAULT " + text;
        try {
            RowExpressions value = RowExpressions.of(List.of(text), List.of(), asked.inUtc());
            if (value.isLasting()) {
                AssignmentCast.fit(
                        value.of(new Object[0])[0], column.type(), column.name(), ZoneOffset.UTC);
            }
        } catch (TelegraphException e) {
            throw placed(e, what);
        }
    }

    private static RowExpressions demandCondition(
            TableDefinition table, String text, String word, StatementMoment asked) {
        try {
            RowExpressions.of(List.of(text), List.of(row(table)), asked.inUtc());
        } catch (TelegraphException e) {
            throw placed(e, word + " (" + text + ")");
        }
        try {
            // Only a condition is or is not false.
            return RowExpressions.of(
                    List.of("(" + text + ") IS NOT FALSE"), List.of(row(table)), asked.inUtc());
        } catch (TelegraphException e) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    (word.equals("CHECK") ? "a check" : "what an index is of")
                            + " is a condition, true or false: "
                            + word
                            + " ("
                            + text
                            + ")",
                    e);
        }
    }

    static RowExpressions.Row row(TableDefinition table) {
        return new RowExpressions.Row(table.name().name(), table);
    }

    /// The failure, with the text in the place of a position that is not the script's.
    static TelegraphException placed(TelegraphException e, String what) {
        return TelegraphException.of(
                e.state(), e.getMessage().replaceFirst(" at \\d+:\\d+", "") + ": in " + what, e);
    }
}
