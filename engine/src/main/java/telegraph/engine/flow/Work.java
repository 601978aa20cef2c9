package telegraph.engine.flow;

/// What a worker does next.
public sealed interface Work permits Arrival, Parked, Replay, Unit {
    /// What it is part of.
    Ledger.Entry entry();
}
