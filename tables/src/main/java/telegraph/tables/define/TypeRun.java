package telegraph.tables.define;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Alteration;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Definition.TypeChange;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.ast.SqlType.UserType.Label;
import telegraph.language.ast.TableName;
import telegraph.store.Transaction;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// Makes, changes and drops types.
///
/// Each table has in its definition the types of its columns as they are, so that who reads or
/// changes rows asks nobody else. A type that changes is therefore changed in all of them, alone
/// with them.
///
/// Threads: one.
public final class TypeRun {
    private static final int LABELS_MAX = 1_000;
    private static final int LABEL_BYTES_MAX = 63;

    private final Ground ground;
    private final CatalogView view;
    private final Transaction transaction;

    public TypeRun(Ground ground) {
        this.ground = ground;
        this.view = ground.view();
        this.transaction = ground.transaction();
        view.lock(transaction);
    }

    public void create(Definition.CreateType create) {
        TableName name = view.lasting(create.name(), "type");
        view.requireFree(name, "");
        List<Label> labels = new ArrayList<>();
        Set<String> texts = new HashSet<>();
        for (String text : create.labels()) {
            demandLabel(text);
            if (!texts.add(text)) {
                throw TelegraphException.of(
                        SqlState.UNIQUE_VIOLATION,
                        "an enum has each value once: value=\"" + text + "\"");
            }
            labels.add(new Label((labels.size() + 1) * Enumeration.GAP, text));
        }
        put(new Entry.TypeEntry(new Enumeration(name, freeId(name), labels)));
    }

    private void put(Entry.TypeEntry entry) {
        if (entry.type().labels().size() > LABELS_MAX) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "an enum has at most " + LABELS_MAX + " values: type=" + entry.name());
        }
        view.put(transaction, entry);
    }

    /// A number that no other type has, the same for the same name wherever that can be.
    private int freeId(TableName name) {
        Set<Integer> taken = new HashSet<>();
        view.snapshot().types().forEach(type -> taken.add(type.id()));
        int id = name.folded().hashCode() & Enumeration.ID_MAX;
        while (taken.contains(id)) {
            id = id + 1 & Enumeration.ID_MAX;
        }
        return id;
    }

    private static void demandLabel(String text) {
        if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > LABEL_BYTES_MAX) {
            throw TelegraphException.of(
                    SqlState.INVALID_NAME,
                    "invalid enum label \""
                            + text
                            + "\": a value has 1 to "
                            + LABEL_BYTES_MAX
                            + " bytes");
        }
    }

    /// @throws TelegraphException of kind INPUT if there is no type of that name
    Entry.TypeEntry require(TableName name) {
        if (view.snapshot().find(name).orElse(null) instanceof Entry.TypeEntry entry) {
            return entry;
        }
        List<String> names =
                view.snapshot().types().stream().map(type -> type.name().toString()).toList();
        throw TelegraphException.of(
                SqlState.UNDEFINED_OBJECT,
                "type \"" + name + "\" does not exist" + Nearest.hint(name.toString(), names));
    }

    public void alter(Definition.AlterType alter) {
        Entry.TypeEntry entry = require(alter.name());
        Enumeration type = entry.type();
        switch (alter.change()) {
            case TypeChange.AddValue add -> {
                demandLabel(add.text());
                if (type.find(add.text()).isEmpty()) {
                    change(entry, with(type, added(type, add)), text -> text);
                } else if (add.ifNotExists()) {
                    ground.notice("enum label \"" + add.text() + "\" already exists, skipping");
                } else {
                    throw exists(add.text());
                }
            }
            case TypeChange.RenameValue rename -> {
                demandLabel(rename.to());
                Label before = label(type, rename.text());
                if (type.find(rename.to()).isPresent()) {
                    throw exists(rename.to());
                }
                List<Label> labels = new ArrayList<>(type.labels());
                labels.set(labels.indexOf(before), new Label(before.code(), rename.to()));
                change(
                        entry,
                        with(type, labels),
                        text -> text.equals(rename.text()) ? rename.to() : text);
            }
            case TypeChange.Move move -> {
                TableName name = view.lasting(move.to().within(type.name().schema()), "type");
                if (!name.folded().equals(type.name().folded())) {
                    view.requireFree(name, "");
                }
                change(entry, new Enumeration(name, type.id(), type.labels()), text -> text);
            }
        }
    }

    private static Enumeration with(Enumeration type, List<Label> labels) {
        return new Enumeration(type.name(), type.id(), labels);
    }

    private static TelegraphException exists(String text) {
        return TelegraphException.of(
                SqlState.DUPLICATE_OBJECT, "enum label \"" + text + "\" already exists");
    }

    private static Label label(Enumeration type, String text) {
        return type.find(text)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.INVALID_PARAMETER_VALUE,
                                "\"" + text + "\" is not an existing enum label"));
    }

    /// The values with one more, whose number is between those of its neighbours.
    private static List<Label> added(Enumeration type, TypeChange.AddValue add) {
        List<Label> labels = new ArrayList<>(type.labels());
        int at = labels.size();
        if (add.place().isPresent()) {
            int beside = labels.indexOf(label(type, add.place().get().text()));
            at = add.place().get().before() ? beside : beside + 1;
        }
        long code;
        if (labels.isEmpty()) {
            code = Enumeration.GAP;
        } else if (at == labels.size()) {
            code = labels.getLast().code() + Enumeration.GAP;
        } else if (at == 0) {
            code = labels.getFirst().code() - Enumeration.GAP;
        } else {
            long low = labels.get(at - 1).code();
            long high = labels.get(at).code();
            code = low + (high - low) / 2;
            if (code == low) {
                throw TelegraphException.of(
                        SqlState.PROGRAM_LIMIT,
                        "no more values come between two that others came between again and"
                                + " again: before=\""
                                + labels.get(at).text()
                                + "\". Make a new type, and alter the columns to that");
            }
        }
        labels.add(at, new Label(code, add.text()));
        return labels;
    }

    /// Puts a type in the place of another, and into the tables that have it.
    ///
    /// @param relabelled what a text is called from now on that was one of its values
    private void change(
            Entry.TypeEntry before, Enumeration after, UnaryOperator<String> relabelled) {
        Enumeration type = before.type();
        view.claim(transaction, before);
        List<TableDefinition> tables = users(type);
        List<TableName> names = new ArrayList<>(List.of(type.name()));
        tables.forEach(table -> names.add(table.name()));
        tables.forEach(table -> view.claim(transaction, table));
        Dependents dependents = new Dependents(ground, names);
        if (!after.name().folded().equals(type.name().folded())) {
            view.remove(transaction, type.name());
        }
        put(new Entry.TypeEntry(after, before.comments()));
        String title = title(type);
        for (TableDefinition table : tables) {
            TableDefinition changed = new TypedTable(table, type).with(after, relabelled);
            view.put(transaction, new Entry.TableEntry(changed));
        }
        for (TableDefinition table : tables) {
            demandTexts(view.relation(table.name()), title);
        }
        dependents.settle(title);
    }

    /// Refuses what leaves an expression of a table without a meaning.
    private void demandTexts(TableDefinition table, String title) {
        try {
            KeptTexts.demand(table, ground);
        } catch (TelegraphException e) {
            if (e.kind() != TelegraphException.Kind.INPUT) {
                throw e;
            }
            throw TelegraphException.of(
                    SqlState.DEPENDENT_OBJECTS,
                    title
                            + " is needed as it is by an expression of table \""
                            + table.name()
                            + "\", which is kept as text: "
                            + e.getMessage(),
                    e);
        }
    }

    private static String title(Enumeration type) {
        return "type \"" + type.name() + "\"";
    }

    /// The tables that have the type, or whose expressions name it.
    private List<TableDefinition> users(Enumeration type) {
        return view.snapshot().tables().stream()
                .filter(table -> new TypedTable(table, type).isUser())
                .toList();
    }

    public void drop(Definition.DropType drop) {
        for (TableName name : drop.names()) {
            if (drop.ifExists() && view.snapshot().find(name).isEmpty()) {
                ground.notice("type \"" + name + "\" does not exist, skipping");
                continue;
            }
            drop(require(name), drop.cascade());
        }
    }

    /// Drops a type, and the columns of it.
    void drop(Entry.TypeEntry entry, boolean cascade) {
        Enumeration type = entry.type();
        view.claim(transaction, entry);
        List<TableDefinition> tables = users(type);
        Dependents dependents = new Dependents(ground, List.of(type.name()));
        for (TableDefinition table : tables) {
            List<StoredColumn> columns = new TypedTable(table, type).columns();
            if (!columns.isEmpty() && !cascade) {
                throw Dependents.refused(
                        title(type),
                        columns.stream()
                                .map(column ->
                                        "column \""
                                                + column.name()
                                                + "\" of table \""
                                                + table.name()
                                                + "\"")
                                .toList(),
                        "Drop these first, or use CASCADE");
            }
            if (!columns.isEmpty() && table.materialized().isPresent()) {
                new DropRun(ground)
                        .materialized(
                                new Definition.DropMaterialized(List.of(table.name()), true, true));
                ground.notice("materialized view \"" + table.name() + "\" was dropped, too");
                continue;
            }
            for (StoredColumn column : columns) {
                new AlterRun(ground)
                        .table(
                                new Definition.AlterTable(
                                        table.name(),
                                        Definition.Altered.TABLE,
                                        false,
                                        List.of(
                                                new Alteration.DropColumn(
                                                        column.name(), false, true))));
                ground.notice(
                        "column \""
                                + column.name()
                                + "\" of table \""
                                + table.name()
                                + "\" was dropped, too");
            }
        }
        view.remove(transaction, type.name());
        for (TableDefinition table : tables) {
            view.snapshot().table(table.name()).ifPresent(left -> demandTexts(left, title(type)));
        }
        dependents.settle(title(type), cascade);
    }
}
