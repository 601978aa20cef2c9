package telegraph.server.admission;

import java.time.Duration;
import telegraph.sql.Settings;

/// How much of the server statements may have.
///
/// @param statementBytes the longest statement
/// @param running statements carried out at once
/// @param runningPerUser carried out at once for one user
/// @param queued waiting for their turn
/// @param time the longest a statement may run, or zero
/// @param slow from when on a statement is logged as slow, or zero
public record QueryLimits(
        int statementBytes,
        int running,
        int runningPerUser,
        int queued,
        Duration time,
        Duration slow) {
    /// The limits that settings give.
    public static QueryLimits of(Settings settings) {
        return new QueryLimits(
                (int) Math.min(settings.bytes("statement_size_limit"), Integer.MAX_VALUE),
                (int) settings.integer("queries_limit"),
                (int) settings.integer("user_queries_limit"),
                (int) settings.integer("queued_queries_limit"),
                settings.duration("statement_time_limit"),
                settings.duration("slow_query_time"));
    }
}
