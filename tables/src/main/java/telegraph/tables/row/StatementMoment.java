package telegraph.tables.row;

import java.time.Instant;
import java.util.TimeZone;
import telegraph.query.value.Evaluation;
import telegraph.query.value.StatementTime;

/// When, where and by whom a statement was asked: what expressions over rows at hand may ask about.
///
/// @param now when its transaction began
/// @param textMax bytes of the longest text that they may make
/// @param sequences those that they count up
/// @param time that passes while it is carried out
public record StatementMoment(
        Instant now,
        TimeZone zone,
        String user,
        long textMax,
        TableSequences sequences,
        StatementTime time) {
    public StatementMoment(Instant now, TimeZone zone, String user) {
        this(
                now,
                zone,
                user,
                Evaluation.TEXT_MAX,
                TableSequences.NONE,
                StatementTime.standing(now));
    }

    /// One of a statement that begins a transaction of its own.
    public StatementMoment(StatementTime time, TimeZone zone, String user, long textMax) {
        this(time.began(), zone, user, textMax, TableSequences.NONE, time);
    }

    /// Whenever and by whomever, for expressions that depend on neither.
    static StatementMoment any() {
        return new StatementMoment(Instant.EPOCH, TimeZone.getTimeZone("UTC"), "");
    }

    /// The same for texts that a table keeps, which are in UTC whoever changes the table.
    public StatementMoment inUtc() {
        return new StatementMoment(
                now, TimeZone.getTimeZone("UTC"), user, textMax, sequences, time);
    }

    /// The same where these are counted up.
    public StatementMoment counting(TableSequences more) {
        return new StatementMoment(now, zone, user, textMax, more, time);
    }

    /// The same for a text that a table keeps and that may count up sequences.
    public StatementMoment kept() {
        return counting(new KeptSequences(sequences));
    }

    /// The same in a transaction.
    ///
    /// @param transaction when that began
    /// @param statement when the statement began
    public StatementMoment within(Instant transaction, Instant statement) {
        StatementTime passing = new StatementTime(statement, time.clock(), time.ticker());
        return new StatementMoment(transaction, zone, user, textMax, sequences, passing);
    }
}
