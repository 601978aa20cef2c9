package telegraph.query.plan;

import java.util.Optional;
import java.util.function.Supplier;

/// A plan for as long as its query runs; then others may have it.
///
/// Threads: one at a time, when nothing runs any more.
public final class PlanLease implements AutoCloseable {
    private final Supplier<Plan> whole;
    private final Optional<Plan> compiled;
    private final Runnable giveBack;
    private Plan plan;

    /// @param whole makes the plan, which may never be asked for
    /// @param compiled the same for a run over a few rows at hand, if it is compiled
    PlanLease(Supplier<Plan> whole, Optional<Plan> compiled, Runnable giveBack) {
        this.whole = whole;
        this.compiled = compiled;
        this.giveBack = giveBack;
    }

    PlanLease(Plan plan, Runnable giveBack) {
        this(() -> plan, Optional.empty(), giveBack);
    }

    public Plan plan() {
        if (plan == null) {
            plan = whole.get();
        }
        return plan;
    }

    /// The plan for a run over a few rows at hand.
    public Plan brief() {
        return compiled.orElseGet(this::plan);
    }

    @Override
    public void close() {
        giveBack.run();
    }
}
