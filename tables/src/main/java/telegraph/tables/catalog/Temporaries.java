package telegraph.tables.catalog;

import telegraph.language.ast.TableName;

/// The temporary tables of one session, which nobody else sees.
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
    private volatile Layered last = new Layered(Snapshot.EMPTY, Snapshot.EMPTY, Snapshot.EMPTY);

    /// @param shared what all sessions share
    /// @param own the temporary tables
    private record Layered(Snapshot shared, Snapshot own, Snapshot all) {}

    /// @param session a number that no other session has that is there now
    public Temporaries(long session) {
        this.schema = TableName.temporarySchema(session);
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

    /// The same one for the same two.
    Snapshot over(Snapshot shared, Snapshot own) {
        if (own == Snapshot.EMPTY) {
            return shared;
        }
        Layered known = last;
        if (known.shared != shared || known.own != own) {
            known = new Layered(shared, own, shared.behind(schema, own));
            last = known;
        }
        return known.all;
    }
}
