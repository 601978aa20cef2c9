package telegraph.engine.flow;

/// What a worker does next.
public sealed interface WorkItem permits Arrival, Parked, Replay, Unit {
    /// What it is part of.
    UnitLedger.Entry entry();
}
