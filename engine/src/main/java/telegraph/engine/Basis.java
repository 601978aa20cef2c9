package telegraph.engine;

/// What a running value rests on; the weaker a basis the later it stands.
public enum Basis {
    /// Everything that counts was read.
    EXACT,
    /// A random sample by design: an interval holds as often as it says.
    SAMPLED,
    /// What came so far, taken for a random sample because somebody declared that the order has
    /// nothing to do with the values: an interval holds if that is so.
    ASSUMED,
    /// What came so far. Nothing is said of the rest, except bounds that hold in any case.
    SO_FAR;

    /// How results write it.
    @Override
    public String toString() {
        return switch (this) {
            case EXACT -> "exact";
            case SAMPLED -> "sampled";
            case ASSUMED -> "assumed";
            case SO_FAR -> "so-far";
        };
    }

    /// The weaker of two.
    public Basis or(Basis other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
