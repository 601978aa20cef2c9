package telegraph.engine.policy;

import java.util.ArrayDeque;
import java.util.List;
import telegraph.engine.Routes;

/// The latest changes of mind of an eddy, at most [#KEPT] of them.
///
/// Threads: any.
public final class RouteChanges {
    static final int KEPT = 1000;

    private final ArrayDeque<Routes.Change> kept = new ArrayDeque<>();
    private final long startedNanos;

    public RouteChanges(long startedNanos) {
        this.startedNanos = startedNanos;
    }

    synchronized void changed(long now, String span, List<String> order, String why) {
        if (kept.size() == KEPT) {
            kept.removeFirst();
        }
        kept.addLast(new Routes.Change((now - startedNanos) / 1_000_000, span, order, why));
    }

    public synchronized List<Routes.Change> toList() {
        return List.copyOf(kept);
    }
}
