package telegraph.server.admission;

import telegraph.engine.Ticker;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// The statements of all doors: those that run, those that wait for their turn, and the last ones
/// that ended.
///
/// Threads: any.
public final class Queries implements AutoCloseable {
    private final Telegraph telegraph;
    private final QueryLimits limits;
    private final Ticker ticker;

    public Queries(Telegraph telegraph, QueryLimits limits, Ticker ticker) {
        this.telegraph = telegraph;
        this.limits = limits;
        this.ticker = ticker;
    }

    /// Has a statement carried out as soon as there is room for it, and returns at once. Its events
    /// come from other threads, one at a time, in order; the last is one `End` or `Failed`. The
    /// audience may wait.
    public Query start(Session session, Asked asked, Audience audience) {
        return session.start(asked.text(), audience, asked.live());
    }

    @Override
    public void close() {}
}
