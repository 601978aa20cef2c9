package telegraph.bench.tpch;

import java.util.ArrayList;
import java.util.List;
import telegraph.sql.Event;
import telegraph.sql.Session;

/// Answers of a session.
final class Answers {
    private Answers() {}

    /// The rows that statements give, or what the first that failed failed of.
    static List<Object[]> of(Session session, String sql) throws InterruptedException {
        List<Object[]> rows = new ArrayList<>();
        List<RuntimeException> failures = new ArrayList<>();
        session.start(
                        sql,
                        event -> {
                            if (event instanceof Event.Rows more) {
                                rows.addAll(more.rows());
                            } else if (event instanceof Event.Failed failed) {
                                failures.add(failed.cause());
                            }
                        })
                .join();
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return rows;
    }
}
