package telegraph.tables.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Mentions;
import telegraph.language.TableMentions;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;

/// The views that stand on something that is about to change, found before and looked at after: one
/// that could be read and cannot any more depends on what went.
///
/// Threads: one.
final class Dependents {
    private final Ground ground;
    private final List<Entry> readable = new ArrayList<>();

    /// The views that may stand on these tables or views, directly or by others.
    Dependents(Ground ground, List<TableName> names) {
        this.ground = ground;
        Snapshot snapshot = ground.view().snapshot();
        Set<String> mentioned = new HashSet<>();
        Set<TableName> known = new HashSet<>();
        for (TableName name : names) {
            if (!name.isTemporary()) {
                mentioned.add(name.name().toLowerCase(Locale.ROOT));
                known.add(name.folded());
            }
        }
        boolean grown = !known.isEmpty(); // no view stands on what is temporary
        while (grown) {
            grown = false;
            for (Entry entry : snapshot.entries()) {
                Optional<String> query = query(entry);
                if (query.isPresent()
                        && !known.contains(entry.name().folded())
                        && Mentions.names(query.get()).stream().anyMatch(mentioned::contains)) {
                    known.add(entry.name().folded());
                    mentioned.add(entry.name().name().toLowerCase(Locale.ROOT));
                    if (isReadable(entry)) {
                        readable.add(entry);
                    }
                    grown = true;
                }
            }
        }
    }

    /// The query of a view, materialized or not.
    private static Optional<String> query(Entry entry) {
        return switch (entry) {
            case Entry.ViewEntry view -> Optional.of(view.query());
            case Entry.TableEntry table ->
                    table.definition().materialized().map(TableDefinition.Materialized::text);
            case Entry.SourceEntry _,
                    Entry.SequenceEntry _,
                    Entry.TypeEntry _,
                    Entry.SchemaEntry _ ->
                    Optional.empty();
        };
    }

    /// A view has its columns, too, which its query must still give.
    private boolean isReadable(Entry entry) {
        Entry now = ground.view().snapshot().find(entry.name()).orElse(entry);
        return ground.isReadable(
                now instanceof Entry.ViewEntry view
                        ? "SELECT * FROM " + view.name().qualified()
                        : query(now).orElseThrow());
    }

    /// Refuses the change if a view cannot be read any more.
    ///
    /// @param what it is that they depend on, for messages
    void settle(String what) {
        List<Entry> broken = broken();
        if (!broken.isEmpty()) {
            throw refused(what, titles(broken), "Drop them first");
        }
    }

    /// Lets the views know the new name of what they stand on, or refuses it if they cannot be read
    /// by that either.
    ///
    /// @param what it is that they depend on, for messages
    void renamed(TableName before, TableName after, String what) {
        for (Entry entry : broken()) {
            String text = query(entry).orElseThrow();
            TableMentions.renamed(text, before, after)
                    .filter(other -> !other.equals(text))
                    .ifPresent(
                            other -> ground.view().put(ground.transaction(), retold(entry, other)));
        }
        settle(what);
    }

    private static Entry retold(Entry entry, String text) {
        return switch (entry) {
            case Entry.ViewEntry view ->
                    new Entry.ViewEntry(view.name(), view.columns(), text, view.comments());
            case Entry.TableEntry table -> new Entry.TableEntry(table.definition().asked(text));
            case Entry.SourceEntry _,
                    Entry.SequenceEntry _,
                    Entry.TypeEntry _,
                    Entry.SchemaEntry _ ->
                    entry;
        };
    }

    /// Drops the views that cannot be read any more, or refuses the change.
    ///
    /// @param what it is that they depend on, for messages
    void settle(String what, boolean cascade) {
        List<Entry> broken = broken();
        if (!broken.isEmpty() && !cascade) {
            throw refused(what, titles(broken), "Drop them first, or use CASCADE");
        }
        for (Entry view : broken) {
            ground.view().remove(ground.transaction(), view.name());
            if (view instanceof Entry.TableEntry table) {
                ground.transaction().drop(table.definition().container());
                table.definition()
                        .indexes()
                        .forEach(index -> ground.transaction().drop(index.container()));
            }
            ground.notice(title(view) + " was dropped, too");
        }
    }

    private List<Entry> broken() {
        return readable.stream().filter(view -> !isReadable(view)).toList();
    }

    private static List<String> titles(List<Entry> views) {
        return views.stream().map(Dependents::title).toList();
    }

    private static String title(Entry view) {
        return view.kind() + " \"" + view.name() + "\"";
    }

    static TelegraphException refused(String what, List<String> dependents, String advice) {
        return TelegraphException.of(
                SqlState.DEPENDENT_OBJECTS,
                what + " is needed by " + String.join(", ", dependents) + ". " + advice);
    }
}
