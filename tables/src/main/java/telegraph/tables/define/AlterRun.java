package telegraph.tables.define;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Alteration;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Definition.Altered;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.ExistingRows;
import telegraph.tables.access.TableChanges;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.AssignmentCast;
import telegraph.tables.row.Counters;
import telegraph.tables.row.RowExpressions;
import telegraph.tables.row.StoredTable;

/// Changes a table, one alteration after another, alone with it.
///
/// Columns come and go without a look at the rows. Only where the bytes of rows change — the
/// primary key, a type, a default that is another one for each row — are they written anew, into
/// containers that take the place of the old ones when the transaction commits.
///
/// Threads: one.
public final class AlterRun {
    private final Ground ground;
    private final CatalogView view;
    private final Transaction transaction;

    public AlterRun(Ground ground) {
        this.ground = ground;
        this.view = ground.view();
        this.transaction = ground.transaction();
    }

    public void table(Definition.AlterTable alter) {
        if (alter.ifExists() && view.snapshot().find(alter.name()).isEmpty()) {
            ground.notice("there is no " + alter.kind().title() + " \"" + alter.name() + "\"");
            return;
        }
        if (alter.name().schema().equalsIgnoreCase(Snapshot.SYSTEM)) {
            view.requireSchema(alter.name().schema());
        }
        Optional<Entry> there = view.snapshot().find(alter.name());
        if (there.isPresent()
                && there.get() instanceof Entry.ViewEntry entry
                && alter.kind() != Altered.MATERIALIZED_VIEW) {
            view(entry, alter.alterations());
            return;
        }
        if (alter.kind() == Altered.VIEW) {
            view.require(alter.name(), "view");
        }
        TableDefinition table = altered(alter);
        ground.claim(table);
        TableName name = table.name();
        for (Alteration alteration : alter.alterations()) {
            name = alter(view.relation(name), alteration);
        }
    }

    public void index(Definition.AlterIndex rename) {
        Optional<TableDefinition> table = view.snapshot().indexed(rename.name());
        if (table.isEmpty() && rename.ifExists()) {
            ground.notice("there is no index \"" + rename.name() + "\"");
            return;
        }
        TableDefinition indexed =
                table.orElseThrow(() -> DropRun.unknownIndex(rename.name(), view.snapshot()));
        view.claim(transaction, indexed);
        Draft draft = new Draft(indexed, view.snapshot(), transaction::create);
        draft.renameIndex(rename.name().name(), rename.renamed());
        put(draft);
    }

    /// What is altered. Of a materialized view, names alone are.
    private TableDefinition altered(Definition.AlterTable alter) {
        boolean named = alter.alterations().stream().allMatch(AlterRun::isOfNames);
        if (alter.kind() == Altered.MATERIALIZED_VIEW && !named) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "of a materialized view the names and the schema are altered: view="
                            + alter.name()
                            + ". Drop it and create it again");
        }
        TableDefinition table = named ? view.relation(alter.name()) : view.table(alter.name());
        if (alter.kind() == Altered.MATERIALIZED_VIEW && table.materialized().isEmpty()) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "\"" + table.name() + "\" is not a materialized view");
        }
        return table;
    }

    private static boolean isOfNames(Alteration alteration) {
        return alteration instanceof Alteration.RenameTable
                || alteration instanceof Alteration.RenameColumn
                || alteration instanceof Alteration.SetSchema;
    }

    /// Makes one alteration, and returns the name that the table has then.
    private TableName alter(TableDefinition table, Alteration alteration) {
        Draft draft = new Draft(table, view.snapshot(), transaction::create);
        switch (alteration) {
            case Alteration.AddColumn add -> addColumn(table, draft, add);
            case Alteration.DropColumn drop -> dropColumn(table, draft, drop);
            case Alteration.AddConstraint add -> {
                addConstraint(table, draft, add.constraint());
                if (add.later()) {
                    ground.notice("NOT VALID is not waited for: all rows keep the constraint");
                }
            }
            case Alteration.ValidateConstraint validate -> draft.require(validate.constraint());
            case Alteration.DropConstraint drop -> dropConstraint(table, draft, drop);
            case Alteration.RenameTable rename -> {
                return rename(table, draft, new TableName(table.name().schema(), rename.name()));
            }
            case Alteration.SetSchema set -> {
                return rename(table, draft, new TableName(set.schema(), table.name().name()));
            }
            case Alteration.RenameColumn rename -> {
                Dependents dependents = new Dependents(ground, List.of(table.name()));
                draft.renameColumn(rename.column(), rename.name());
                put(draft);
                dependents.settle(column(table, rename.column()));
            }
            case Alteration.Tune tune -> ground.notice(tune.what() + " does nothing here");
            case Alteration.RenameConstraint rename -> {
                draft.renameConstraint(rename.constraint(), rename.name());
                put(draft);
            }
            case Alteration.DeferConstraint defer -> {
                draft.defer(defer.constraint(), defer.deferral());
                put(draft);
            }
            case Alteration.SetDefault set -> setDefault(draft, set);
            case Alteration.DropDefault drop -> {
                StoredColumn column = draft.column(drop.column());
                requireNoIdentity(table, column, "DROP DEFAULT");
                requireGiven(table, column);
                draft.replace(column.withDefault(Optional.empty()));
                put(draft);
            }
            case Alteration.DropExpression drop -> dropExpression(table, draft, drop);
            case Alteration.SetNotNull set -> {
                StoredColumn column = draft.column(set.column());
                rows(table).demandNotNull(table.indexOfId(column.id()));
                draft.replace(column.withNotNull(true));
                put(draft);
            }
            case Alteration.DropNotNull drop -> dropNotNull(table, draft, drop.column());
            case Alteration.SetIdentity set -> setIdentity(table, draft, set);
            case Alteration.SetCounting set -> setCounting(table, draft, set);
            case Alteration.SetType set -> setType(table, draft, set);
        }
        return table.name();
    }

    private TableDefinition put(Draft draft) {
        TableDefinition after = draft.definition();
        view.put(transaction, new Entry.TableEntry(after));
        return after;
    }

    private ExistingRows rows(TableDefinition table) {
        return new ExistingRows(new StoredTable(table), transaction);
    }

    private static String column(TableDefinition table, String column) {
        return "column \"" + column + "\" of table \"" + table.name() + "\"";
    }

    private void addColumn(TableDefinition table, Draft draft, Alteration.AddColumn add) {
        TableColumn column = add.column();
        SqlType type = NamedTypes.found(column.type(), table.name(), view.snapshot());
        if (add.ifNotExists() && table.indexOf(column.name()) >= 0) {
            ground.notice(column(table, column.name()) + " exists already, and stays as it is");
            return;
        }
        Optional<RowExpressions> value = byDefault(column);
        boolean rows = rows(table).any();
        boolean each =
                rows
                        && (column.identity() != Identity.NONE
                                || column.generated().isPresent()
                                || value.filter(v -> !v.isLasting()).isPresent());
        Optional<Object> constant =
                each || value.isEmpty()
                        ? Optional.empty()
                        : Optional.ofNullable(
                                AssignmentCast.fit(
                                        value.get().of(new Object[0])[0],
                                        type,
                                        column.name(),
                                        ZoneOffset.UTC));
        if (column.notNull() && rows && !each && constant.isEmpty()) {
            throw TelegraphException.of(
                    SqlState.NOT_NULL_VIOLATION,
                    column(table, column.name())
                            + " would be NULL in rows that are there. Give it a DEFAULT");
        }
        draft.add(column, constant.map(String::valueOf));
        if (each) {
            rewrite(table, draft, row -> row, column.name());
        } else {
            KeptTexts.demand(put(draft), ground);
        }
        for (Constraint constraint : add.constraints()) {
            TableDefinition now = view.table(table.name());
            addConstraint(now, new Draft(now, view.snapshot(), transaction::create), constraint);
        }
    }

    private Optional<RowExpressions> byDefault(TableColumn column) {
        try {
            return column.byDefault()
                    .map(text ->
                            RowExpressions.of(List.of(text), List.of(), ground.asked().inUtc()));
        } catch (TelegraphException e) {
            throw KeptTexts.placed(e, "DEFAULT " + column.byDefault().orElse(""));
        }
    }

    private void dropColumn(TableDefinition table, Draft draft, Alteration.DropColumn drop) {
        if (drop.ifExists() && table.indexOf(drop.column()) < 0) {
            ground.notice("there is no " + column(table, drop.column()));
            return;
        }
        StoredColumn column = draft.column(drop.column());
        if (table.columns().size() == 1) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "a table has at least one column: "
                            + column(table, column.name())
                            + " is the last. Use DROP TABLE");
        }
        List<StoredColumn> generated = GeneratedColumns.of(table, column, ground.asked());
        if (!generated.isEmpty()) {
            dropColumn(table, column, generated, drop.cascade());
            return;
        }
        Dependents dependents = new Dependents(ground, List.of(table.name()));
        boolean keyed =
                table.primaryKey().filter(k -> k.columns().contains(column.id())).isPresent();
        List<Integer> free = new ArrayList<>();
        if (keyed) {
            draft.dropConstraint(table.primaryKey().orElseThrow().name(), free);
        }
        free.addAll(draft.drop(column));
        new SequenceRun(ground)
                .dropOwned(
                        table.name(),
                        drop.cascade(),
                        other -> !other.name().equals(table.name()),
                        id -> id == column.id());
        if (keyed) {
            int gone = table.indexOfId(column.id());
            rewrite(table, draft, row -> without(row, gone), "");
        } else {
            put(draft);
            free.forEach(transaction::drop);
        }
        new Unreferred(ground).settle(table.name(), drop.cascade());
        dependents.settle(column(table, column.name()), drop.cascade());
    }

    /// Drops a column, and before it those that are computed of it.
    private void dropColumn(
            TableDefinition table,
            StoredColumn column,
            List<StoredColumn> generated,
            boolean cascade) {
        if (!cascade) {
            throw Dependents.refused(
                    column(table, column.name()),
                    generated.stream().map(one -> column(table, one.name())).toList(),
                    "Drop these first, or use CASCADE");
        }
        List<StoredColumn> going = new ArrayList<>(generated);
        going.add(column);
        for (StoredColumn one : going) {
            alter(view.table(table.name()), new Alteration.DropColumn(one.name(), false, true));
        }
        generated.forEach(one -> ground.notice(column(table, one.name()) + " was dropped, too"));
    }

    private void dropExpression(
            TableDefinition table, Draft draft, Alteration.DropExpression drop) {
        StoredColumn column = draft.column(drop.column());
        if (column.generated().isPresent()) {
            draft.replace(column.withGenerated(Optional.empty()));
            put(draft);
        } else if (drop.ifExists()) {
            ground.notice(
                    column(table, column.name()) + " is not a stored generated column, and stays");
        } else {
            throw TelegraphException.of(
                    SqlState.NOT_IN_PREREQUISITE_STATE,
                    column(table, column.name()) + " is not a stored generated column");
        }
    }

    private static void requireGiven(TableDefinition table, StoredColumn column) {
        if (column.generated().isPresent()) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    column(table, column.name())
                            + " is a generated column. Use ALTER TABLE … ALTER COLUMN … DROP"
                            + " EXPRESSION");
        }
    }

    private static Object[] without(Object[] row, int index) {
        Object[] rest = new Object[row.length - 1];
        System.arraycopy(row, 0, rest, 0, index);
        System.arraycopy(row, index + 1, rest, index, rest.length - index);
        return rest;
    }

    private void addConstraint(TableDefinition table, Draft draft, Constraint constraint) {
        draft.add(constraint);
        TableDefinition after = draft.definition();
        switch (constraint) {
            case Constraint.PrimaryKey _ -> rewrite(table, draft, row -> row, "");
            case Constraint.Unique _ -> {
                put(draft);
                try (Region region = ground.region()) {
                    rows(after).index(after.indexes().getLast().name(), region);
                }
            }
            case Constraint.Check _ -> {
                KeptTexts.demand(after, ground);
                TableDefinition.Check check = after.checks().getLast();
                rows(after).demandCheck(check.name(), check.text(), ground.asked());
                put(draft);
            }
            case Constraint.ForeignKey _ -> {
                TableDefinition.ForeignKey key = after.foreignKeys().getLast();
                put(draft);
                StoredTable parent = ground.tables().table(key.table());
                transaction.lock(parent.container(), TableMode.S);
                rows(after).demandReferred(key, parent);
            }
        }
    }

    private void dropConstraint(
            TableDefinition table, Draft draft, Alteration.DropConstraint drop) {
        List<Integer> free = new ArrayList<>();
        boolean key =
                table.primaryKey()
                        .filter(k -> k.name().equalsIgnoreCase(drop.constraint()))
                        .isPresent();
        if (!draft.dropConstraint(drop.constraint(), free)) {
            if (!drop.ifExists()) {
                draft.require(drop.constraint());
            }
            ground.notice(
                    "table \""
                            + table.name()
                            + "\" has no constraint \""
                            + drop.constraint()
                            + "\"");
            return;
        }
        if (key) {
            rewrite(table, draft, row -> row, "");
        } else {
            put(draft);
            free.forEach(transaction::drop);
        }
        new Unreferred(ground).settle(table.name(), drop.cascade());
    }

    private TableName rename(TableDefinition table, Draft draft, TableName name) {
        if (name.folded().equals(table.name().folded())) {
            draft.rename(name);
            put(draft);
            return name;
        }
        if (view.snapshot().isTemporary(name) != table.name().isTemporary()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "cannot move objects into or out of temporary schemas: table=" + table.name());
        }
        view.requireFree(name, "");
        Dependents dependents = new Dependents(ground, List.of(table.name()));
        draft.rename(name);
        for (Sequence sequence : draft.definition().sequences()) {
            if (!name.folded().schema().equals(table.name().folded().schema())) {
                view.requireFree(sequence.name(), "");
            }
        }
        new SequenceRun(ground).renamed(table.name(), name);
        view.remove(transaction, table.name());
        put(draft);
        for (TableDefinition other : view.snapshot().referring(table.name())) {
            Draft changed = new Draft(other, view.snapshot(), transaction::create);
            changed.retarget(table.name(), name);
            put(changed);
        }
        dependents.renamed(table.name(), name, "table \"" + table.name() + "\"");
        return name;
    }

    /// Gives a view another name, or moves it to another schema.
    private void view(Entry.ViewEntry entry, List<Alteration> alterations) {
        Entry.ViewEntry now = entry;
        for (Alteration alteration : alterations) {
            TableName name =
                    switch (alteration) {
                        case Alteration.RenameTable rename ->
                                new TableName(now.name().schema(), rename.name());
                        case Alteration.SetSchema set -> now.name().in(set.schema());
                        default ->
                                throw TelegraphException.of(
                                        SqlState.FEATURE_NOT_SUPPORTED,
                                        "of a view the name and the schema are altered: view="
                                                + now.name()
                                                + ". CREATE OR REPLACE VIEW replaces it");
                    };
            now = renamed(now, name);
        }
    }

    private Entry.ViewEntry renamed(Entry.ViewEntry entry, TableName said) {
        TableName name = view.lasting(said, "view");
        Entry.ViewEntry after =
                new Entry.ViewEntry(name, entry.columns(), entry.query(), entry.comments());
        if (!name.folded().equals(entry.name().folded())) {
            view.requireFree(name, "");
            Dependents dependents = new Dependents(ground, List.of(entry.name()));
            view.claim(transaction, entry);
            view.remove(transaction, entry.name());
            view.put(transaction, after);
            dependents.renamed(entry.name(), name, "view \"" + entry.name() + "\"");
        } else {
            view.put(transaction, after);
        }
        return after;
    }

    private void setDefault(Draft draft, Alteration.SetDefault set) {
        StoredColumn column = draft.column(set.column());
        requireNoIdentity(draft.definition(), column, "SET DEFAULT");
        requireGiven(draft.definition(), column);
        draft.replace(column.withDefault(Optional.of(set.text())));
        KeptTexts.demand(draft.definition(), ground);
        put(draft);
    }

    private static void requireNoIdentity(TableDefinition table, StoredColumn column, String what) {
        if (column.identity() != Identity.NONE) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    what + " is not for identities: " + column(table, column.name()));
        }
    }

    private void dropNotNull(TableDefinition table, Draft draft, String name) {
        StoredColumn column = draft.column(name);
        requireNoIdentity(table, column, "DROP NOT NULL");
        if (table.primaryKey().filter(k -> k.columns().contains(column.id())).isPresent()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "the columns of a primary key are NOT NULL: " + column(table, column.name()));
        }
        draft.replace(column.withNotNull(false));
        put(draft);
    }

    private void setIdentity(TableDefinition table, Draft draft, Alteration.SetIdentity set) {
        StoredColumn column = draft.column(set.column());
        boolean had = column.identity() != Identity.NONE;
        if (set.identity() == Identity.NONE && !had && !set.ifExists()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    column(table, column.name()) + " is no identity");
        }
        if (set.identity() != Identity.NONE && column.generated().isPresent()) {
            throw TelegraphException.of(
                    SqlState.NOT_IN_PREREQUISITE_STATE,
                    column(table, column.name()) + " is a generated column");
        }
        if (set.identity() != Identity.NONE && column.byDefault().isPresent()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    column(table, column.name()) + " has a DEFAULT. Drop it first");
        }
        if (set.identity() != Identity.NONE && !isWhole(column.type())) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "an identity column is a smallint, integer or bigint: "
                            + column(table, column.name())
                            + " type="
                            + column.type());
        }
        if (set.identity() == Identity.NONE) {
            draft.unnumber(column);
            put(draft);
        } else if (had) {
            draft.replace(column.withIdentity(set.identity()));
            put(draft);
            if (set.counting().counts()) {
                setCounting(
                        view.table(table.name()),
                        draft,
                        new Alteration.SetCounting(column.name(), set.counting()));
            }
        } else {
            number(table, draft, set);
        }
    }

    /// Makes a column that is there an identity. It goes on after the values that are there, unless
    /// it says where it starts.
    private void number(TableDefinition table, Draft draft, Alteration.SetIdentity set) {
        StoredColumn column = draft.column(set.column());
        int index = table.indexOfId(column.id());
        rows(table).demandNotNull(index);
        draft.number(column, set.identity(), set.counting());
        TableDefinition after = put(draft);
        Counters counters = ground.counters();
        for (TableDefinition.Numbering other : table.numberings()) {
            Sequence before = table.sequence(other.column());
            Counters.Reached reached = counters.reached(before, view.isNew(before));
            counters.reach(after.sequence(other.column()), reached, true);
        }
        Sequence sequence = after.sequence(column.id());
        if (set.counting().start().isEmpty() && sequence.counting().increment() > 0) {
            long[] last = {sequence.counting().min() - 1};
            rows(table)
                    .forEach(row -> last[0] = Math.max(last[0], ((Number) row[index]).longValue()));
            if (last[0] >= sequence.counting().min() && last[0] <= sequence.counting().max()) {
                counters.reach(sequence, new Counters.Reached(last[0], true), true);
            }
        }
        if (table.counters() != 0 && view.isNewCounters(table)) {
            transaction.drop(table.counters());
        }
    }

    private void setCounting(TableDefinition table, Draft draft, Alteration.SetCounting set) {
        StoredColumn column = draft.column(set.column());
        if (column.identity() == Identity.NONE) {
            throw TelegraphException.of(
                    SqlState.NOT_IN_PREREQUISITE_STATE,
                    column(table, column.name()) + " is no identity");
        }
        new SequenceRun(ground).identity(table, column.id(), set.counting());
    }

    private static boolean isWhole(SqlType type) {
        return type.physical().equals(Type.INTEGER) || type.physical().equals(Type.BIGINT);
    }

    private void setType(TableDefinition table, Draft draft, Alteration.SetType set) {
        StoredColumn column = draft.column(set.column());
        SqlType type = NamedTypes.found(set.type(), table.name(), view.snapshot());
        int index = table.indexOfId(column.id());
        Dependents dependents = new Dependents(ground, List.of(table.name()));
        requireUnreferred(table, column, type);
        requireUncomputed(table, column, set);
        if (column.identity() != Identity.NONE && !isWhole(type)) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "an identity column is a smallint, integer or bigint: "
                            + column(table, column.name())
                            + " type="
                            + type);
        }
        draft.type(column, type);
        if (column.identity() != Identity.NONE && type.name() != column.type().name()) {
            SequenceOptions said = SequenceOptions.of(type);
            draft.renumber(
                    column.id(),
                    new SequenceRun(ground).changed(table.sequence(column.id()), said));
        }
        KeptTexts.demand(draft.definition(), ground);
        Optional<RowExpressions> using =
                set.using().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                RowExpressions.of(
                                        List.of(set.using()),
                                        List.of(KeptTexts.row(table)),
                                        ground.asked()));
        rewrite(
                table,
                draft,
                row -> {
                    Object value = using.map(u -> u.of(row)[0]).orElse(row[index]);
                    Object[] changed = row.clone();
                    changed[index] =
                            AssignmentCast.fit(
                                    value, type, column.name(), ground.asked().zone().toZoneId());
                    return changed;
                },
                "");
        dependents.settle(column(table, column.name()));
    }

    private void requireUncomputed(
            TableDefinition table, StoredColumn column, Alteration.SetType set) {
        for (StoredColumn generated : GeneratedColumns.of(table, column, ground.asked())) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "cannot alter type of a column used by a generated column: "
                            + column(table, column.name())
                            + " generated column="
                            + generated.name());
        }
        if (column.generated().isPresent() && !set.using().isEmpty()) {
            throw TelegraphException.of(
                    SqlState.INVALID_COLUMN_DEFINITION,
                    "cannot specify USING when altering type of generated column: "
                            + column(table, column.name()));
        }
    }

    private void requireUnreferred(TableDefinition table, StoredColumn column, SqlType type) {
        boolean refers =
                table.foreignKeys().stream().anyMatch(k -> k.columns().contains(column.id()));
        boolean referred =
                view.snapshot().referring(table.name()).stream()
                        .flatMap(other -> other.foreignKeys().stream())
                        .filter(k -> k.table().folded().equals(table.name().folded()))
                        .anyMatch(k -> k.referenced().contains(column.id()));
        if ((refers || referred) && !References.isSame(type, column.type())) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    "a column of a foreign key keeps its type: "
                            + column(table, column.name())
                            + ". Drop the foreign key first");
        }
    }

    /// Writes all rows anew, as the draft has them, into containers of their own.
    ///
    /// @param change makes of each row one of the draft
    /// @param added a column after the others that the rows are given values for, or empty
    private void rewrite(
            TableDefinition table, Draft draft, UnaryOperator<Object[]> change, String added) {
        draft.fresh();
        draft.forgetMissing();
        TableDefinition after = put(draft);
        KeptTexts.demand(after, ground);
        StoredTable fresh = ground.tables().table(after.name());
        TableChanges changes = ground.changes();
        int width = after.columns().size();
        boolean[] given = new boolean[width];
        Arrays.fill(given, true);
        if (!added.isEmpty()) {
            given[width - 1] = false;
        }
        rows(table)
                .forEach(row -> {
                    Object[] changed = Arrays.copyOf(change.apply(row), width);
                    if (!added.isEmpty()) {
                        changes.complete(fresh, changed, given);
                    }
                    changes.insert(fresh, changed);
                });
        changes.end();
        transaction.drop(table.container());
        table.indexes().forEach(index -> transaction.drop(index.container()));
    }
}
