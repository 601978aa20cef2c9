package telegraph.tables.catalog;

import telegraph.language.ast.TableName;

/// A sequence: one that stands for itself, or that of an identity column.
///
/// How far it has counted is in the store, in a slot of a container. One that is changed within a
/// transaction goes on in another slot, which others see when that commits, so that the numbers
/// they take meanwhile are not undone with it.
///
/// @param slot its place in the container
public record Sequence(TableName name, int container, int slot, Counting counting) {
    /// Slots of identities are the ids of their columns at first, which are fewer than that.
    private static final int SLOTS = 1 << 11;

    /// The same in another slot.
    public Sequence moved(Counting other) {
        return new Sequence(name, container, slot + SLOTS, other);
    }

    public Sequence named(TableName other) {
        return new Sequence(other, container, slot, counting);
    }

    /// What it is known by as long as it is there, whatever its name.
    public long lasting() {
        return (long) container << Integer.SIZE | slot % SLOTS;
    }

    /// Whether it is counted in the same place.
    public boolean isAt(Sequence other) {
        return container == other.container && slot == other.slot;
    }
}
