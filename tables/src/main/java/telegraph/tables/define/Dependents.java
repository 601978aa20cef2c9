package telegraph.tables.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Mentions;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;

/// The views that stand on something that is about to change, found before and looked at after: one
/// that could be read and cannot any more depends on what went.
///
/// Threads: one.
final class Dependents {
    private final Ground ground;
    private final List<Entry.ViewEntry> readable = new ArrayList<>();

    /// The views that may stand on these tables or views, directly or by others.
    Dependents(Ground ground, List<TableName> names) {
        this.ground = ground;
        Snapshot snapshot = ground.view().snapshot();
        Set<String> mentioned = new HashSet<>();
        Set<TableName> known = new HashSet<>();
        for (TableName name : names) {
            mentioned.add(name.name().toLowerCase(Locale.ROOT));
            known.add(name.folded());
        }
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Entry entry : snapshot.entries()) {
                if (entry instanceof Entry.ViewEntry view
                        && !known.contains(view.name().folded())
                        && Mentions.names(view.query()).stream().anyMatch(mentioned::contains)) {
                    known.add(view.name().folded());
                    mentioned.add(view.name().name().toLowerCase(Locale.ROOT));
                    if (ground.isReadable(view)) {
                        readable.add(view);
                    }
                    grown = true;
                }
            }
        }
    }

    /// Refuses the change if a view cannot be read any more.
    ///
    /// @param what it is that they depend on, for messages
    void settle(String what) {
        List<Entry.ViewEntry> broken = broken();
        if (!broken.isEmpty()) {
            throw refused(what, titles(broken), "Drop them first");
        }
    }

    /// Drops the views that cannot be read any more, or refuses the change.
    ///
    /// @param what it is that they depend on, for messages
    void settle(String what, boolean cascade) {
        List<Entry.ViewEntry> broken = broken();
        if (!broken.isEmpty() && !cascade) {
            throw refused(what, titles(broken), "Drop them first, or use CASCADE");
        }
        for (Entry.ViewEntry view : broken) {
            ground.view().remove(ground.transaction(), view.name());
            ground.notice("view \"" + view.name() + "\" was dropped, too");
        }
    }

    private List<Entry.ViewEntry> broken() {
        return readable.stream().filter(view -> !ground.isReadable(view)).toList();
    }

    private static List<String> titles(List<Entry.ViewEntry> views) {
        return views.stream().map(view -> "view \"" + view.name() + "\"").toList();
    }

    static TelegraphException refused(String what, List<String> dependents, String advice) {
        return TelegraphException.of(
                SqlState.DEPENDENT_OBJECTS,
                what + " is needed by " + String.join(", ", dependents) + ". " + advice);
    }
}
