package telegraph.tables.define;

import java.util.ArrayList;
import java.util.List;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.catalog.TableDefinition.ForeignKey;

/// Finds the foreign keys that have nothing to refer to any more, because a key of their table
/// went.
///
/// Threads: one.
final class Unreferred {
    private final Ground ground;

    Unreferred(Ground ground) {
        this.ground = ground;
    }

    /// Drops the foreign keys to a table that refer to no key of it, or refuses the change.
    void settle(TableName name, boolean cascade) {
        CatalogView view = ground.view();
        TableDefinition table = view.table(name);
        for (TableDefinition other : view.snapshot().referring(name)) {
            List<ForeignKey> broken = new ArrayList<>();
            for (ForeignKey key : other.foreignKeys()) {
                if (key.table().folded().equals(name.folded())
                        && !References.isUnique(table, key.referenced())) {
                    broken.add(key);
                }
            }
            if (broken.isEmpty()) {
                continue;
            }
            if (!cascade) {
                throw Dependents.refused(
                        "a key of table \"" + name + "\"",
                        broken.stream()
                                .map(key ->
                                        "foreign key \""
                                                + key.name()
                                                + "\" of table \""
                                                + other.name()
                                                + "\"")
                                .toList(),
                        "Drop these first, or use CASCADE");
            }
            ground.claim(other);
            Draft draft = new Draft(other, view.snapshot(), ground.transaction()::create);
            broken.forEach(draft::dropForeignKey);
            view.put(ground.transaction(), new Entry.TableEntry(draft.definition()));
        }
    }
}
