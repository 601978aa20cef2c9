package telegraph.sql;

import java.util.List;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.ground.TelegraphException;

/// Something a running statement tells whoever started it. Every door renders the same events.
///
/// The order is `Columns`, then any of `Rows`, `Snapshot`, `Sources`, `Routing`, `Notice`, then one
/// `End` or `Failed`; `Copy` stands for `Columns` and `Rows`. A statement without a result (CREATE,
/// SET) sends no `Columns`. Values in rows are null or Boolean, Integer, Long, Double, BigDecimal,
/// String, LocalDate, LocalTime, LocalDateTime, Instant, [telegraph.memory.Interval], or List of
/// these.
public sealed interface Event {
    /// The shape of the rows to come.
    record Columns(List<ResultColumn> columns) implements Event {}

    /// Rows of the final result, in its order; they follow those sent before.
    record Rows(List<Object[]> rows) implements Event {}

    /// The whole result as it stands; replaces the snapshot before it. Never final.
    ///
    /// @param marks one for each row: what is claimed of its values
    /// @param estimated for each column whether it is computed from aggregates
    /// @param number counts the snapshots of a statement, from 1 on
    /// @param progress the share of what is to be read that these rows rest on, from 0 to 1, or NaN
    ///   if unknown
    /// @param reason why there are no intervals at all, or ""
    record Snapshot(
            List<Object[]> rows,
            List<Mark> marks,
            boolean[] estimated,
            long number,
            double progress,
            String reason)
            implements Event {}

    /// How far each source is.
    record Sources(List<Progress> progress) implements Event {}

    /// What each eddy block did so far and which way it prefers now, if the query is live.
    ///
    /// @param blocks with only the latest changes of mind; `End` has all that are remembered
    record Routing(List<Routes> blocks) implements Event {}

    /// Something the user should know, such as requests skipped.
    ///
    /// @param code PostgreSQL's, which begins with 01 if it is a warning: that something was not
    ///   done as the statement says
    record Notice(String text, String code) implements Event {
        private static final String PLAIN = "00000";

        public Notice(String text) {
            this(text, PLAIN);
        }

        public boolean isWarning() {
            return code.startsWith("01");
        }
    }

    /// What passes between COPY and a door that was asked to copy: lines of bytes both ways. Only a
    /// statement that was started with an input tells of it.
    sealed interface Copy extends Event {
        /// COPY FROM STDIN reads its input from now on.
        ///
        /// @param types of the columns that a line of it has, as PostgreSQL writes them
        /// @param binary whether the client speaks PostgreSQL's binary form, which the door turns
        ///   into lines of text
        record In(List<String> types, boolean binary) implements Copy {
            public int columns() {
                return types.size();
            }
        }

        /// COPY TO STDOUT gives [Lines] from now on, and no rows.
        ///
        /// @param types of the columns that a line has, as PostgreSQL writes them
        /// @param binary whether the client wants PostgreSQL's binary form, which the door makes of
        ///   the lines of text
        record Out(List<String> types, boolean binary) implements Copy {
            public int columns() {
                return types.size();
            }
        }

        /// Whole lines of what COPY TO STDOUT gives.
        ///
        /// @param ends where in `bytes` each line ends
        record Lines(byte[] bytes, int[] ends) implements Copy {}
    }

    /// The statement succeeded.
    ///
    /// @param tag what was done, such as `SELECT 12` or `CREATE SOURCE`
    /// @param rows how many rows the result has
    /// @param nanos from start to end
    /// @param progress the last word on each source
    /// @param routes for each eddy block what it did
    record End(String tag, long rows, long nanos, List<Progress> progress, List<Routes> routes)
            implements Event {}

    /// The statement failed, and there are no more rows.
    record Failed(TelegraphException cause) implements Event {}
}
