package telegraph.tables.row;

import java.time.Instant;
import java.util.TimeZone;
import telegraph.query.value.Evaluation;

/// When, where and by whom a statement was asked: what expressions over rows at hand may ask about.
///
/// @param textMax bytes of the longest text that they may make
/// @param sequences those that they count up
public record StatementMoment(
        Instant now, TimeZone zone, String user, long textMax, TableSequences sequences) {
    public StatementMoment(Instant now, TimeZone zone, String user, long textMax) {
        this(now, zone, user, textMax, TableSequences.NONE);
    }

    public StatementMoment(Instant now, TimeZone zone, String user) {
        this(now, zone, user, Evaluation.TEXT_MAX);
    }

    /// Whenever and by whomever, for expressions that depend on neither.
    static StatementMoment any() {
        return new StatementMoment(Instant.EPOCH, TimeZone.getTimeZone("UTC"), "");
    }

    /// The same for texts that a table keeps, which are in UTC whoever changes the table.
    public StatementMoment inUtc() {
        return new StatementMoment(now, TimeZone.getTimeZone("UTC"), user, textMax, sequences);
    }

    /// The same where these are counted up.
    public StatementMoment counting(TableSequences more) {
        return new StatementMoment(now, zone, user, textMax, more);
    }
}
