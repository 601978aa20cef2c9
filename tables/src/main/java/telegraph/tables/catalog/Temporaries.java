package telegraph.tables.catalog;

import java.util.function.Supplier;
import telegraph.language.ast.TableName;

/// What of the catalog is one session's: its temporary tables, which nobody else sees, and where it
/// looks for bare names.
///
/// They are in the store like all others, in containers of their own, and their entries among those
/// of the catalog, under a schema that is the session's. So they commit and roll back with
/// everything else, and what a process that died left behind is found when the catalog is read. No
/// shared snapshot has them, and making one keeps nobody from changing definitions.
///
/// Threads: any.
public final class Temporaries {
    private final String schema;
    private final Published published = new Published(() -> Snapshot.EMPTY);
    private final Supplier<SearchPath> search;
    private volatile Layered last;

    /// @param shared what all sessions share
    /// @param own the temporary tables
    /// @param search where bare names are looked for
    private record Layered(Snapshot shared, Snapshot own, SearchPath search, Snapshot all) {}

    /// @param session a number that no other session has that is there now
    /// @param search where the session looks for bare names now
    public Temporaries(long session, Supplier<SearchPath> search) {
        this.schema = TableName.temporarySchema(session);
        this.search = search;
    }

    /// The schema that they are in.
    public String schema() {
        return schema;
    }

    /// The schema's own entry.
    Entry entry() {
        return Entry.SchemaEntry.of(schema);
    }

    Published published() {
        return published;
    }

    /// Whether there have never been any.
    public boolean areNone() {
        return published.snapshot() == Snapshot.EMPTY;
    }

    /// What is committed of them, over what is shared.
    public Snapshot over(Snapshot shared) {
        return over(shared, published.settled());
    }

    /// The same one for the same ones.
    Snapshot over(Snapshot shared, Snapshot own) {
        SearchPath now = search.get();
        Layered known = last;
        if (known == null
                || known.shared != shared
                || known.own != own
                || !known.search.equals(now)) {
            known = new Layered(shared, own, now, shared.seen(now, schema, own));
            last = known;
        }
        return known.all;
    }
}
