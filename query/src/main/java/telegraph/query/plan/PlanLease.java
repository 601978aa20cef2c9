package telegraph.query.plan;

/// A plan for as long as its query runs; then others may have it.
///
/// Threads: one at a time, when nothing runs any more.
public final class PlanLease implements AutoCloseable {
    private final Plan plan;
    private final Runnable giveBack;

    PlanLease(Plan plan, Runnable giveBack) {
        this.plan = plan;
        this.giveBack = giveBack;
    }

    public Plan plan() {
        return plan;
    }

    @Override
    public void close() {
        giveBack.run();
    }
}
