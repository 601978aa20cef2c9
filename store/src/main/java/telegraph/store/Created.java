package telegraph.store;

import java.util.ArrayList;
import java.util.List;

/// The containers that a transaction made and dropped, with where in the log it did.
///
/// Threads: the transaction's.
final class Created {
    private final List<Step> steps = new ArrayList<>();

    private record Step(int container, long lsn, boolean isDrop) {}

    void add(int container, long lsn) {
        steps.add(new Step(container, lsn, false));
    }

    void drop(int container, long lsn) {
        steps.add(new Step(container, lsn, true));
    }

    /// After a rollback to a mark, what was made since is gone.
    void back(long savepoint, Trees trees) {
        for (Step step : steps) {
            if (step.lsn > savepoint && !step.isDrop) {
                trees.forget(step.container);
            }
        }
        steps.removeIf(step -> step.lsn > savepoint);
    }

    /// After a commit, what was dropped is gone.
    void committed(Trees trees) {
        for (Step step : steps) {
            if (step.isDrop) {
                trees.forget(step.container);
            }
        }
    }

    void clear() {
        steps.clear();
    }
}
