package telegraph.store;

/// How a transaction locks a whole container; the intentions (IS, IX) come with the single keys.
public enum TableMode {
    /// Intention to lock single keys shared.
    IS,
    /// Intention to lock single keys exclusively.
    IX,
    /// Everybody may read, nobody may change.
    S,
    /// S and IX: others may read, and this transaction alone may lock and change single keys.
    SIX,
    /// As S, and nobody else may prepare to change.
    U,
    /// For this transaction alone.
    X
}
