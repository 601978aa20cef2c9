package telegraph.tables.row;

import java.time.Instant;
import java.util.Optional;
import java.util.TimeZone;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.TableName;
import telegraph.query.value.Evaluation;
import telegraph.query.value.StatementTime;

/// When, where and by whom a statement was asked: what expressions over rows at hand may ask about.
///
/// @param now when its transaction began
/// @param textMax bytes of the longest text that they may make
/// @param sequences those that they count up
/// @param time that passes while it is carried out
/// @param types those that they may name
public record StatementMoment(
        Instant now,
        TimeZone zone,
        String user,
        long textMax,
        TableSequences sequences,
        StatementTime time,
        Types types) {
    /// Finds a type of the catalog.
    @FunctionalInterface
    public interface Types {
        Types NONE = _ -> Optional.empty();

        Optional<UserType> find(TableName name);
    }

    public StatementMoment(Instant now, TimeZone zone, String user) {
        this(
                now,
                zone,
                user,
                Evaluation.TEXT_MAX,
                TableSequences.NONE,
                StatementTime.standing(now),
                Types.NONE);
    }

    /// One of a statement that begins a transaction of its own.
    public StatementMoment(StatementTime time, TimeZone zone, String user, long textMax) {
        this(time.began(), zone, user, textMax, TableSequences.NONE, time, Types.NONE);
    }

    /// Whenever and by whomever, for expressions that depend on neither.
    static StatementMoment any() {
        return new StatementMoment(Instant.EPOCH, TimeZone.getTimeZone("UTC"), "");
    }

    /// The same for texts that a table keeps, which are in UTC whoever changes the table.
    public StatementMoment inUtc() {
        return new StatementMoment(
                now, TimeZone.getTimeZone("UTC"), user, textMax, sequences, time, types);
    }

    /// The same where types of the catalog are known.
    public StatementMoment knowing(Types known) {
        return new StatementMoment(now, zone, user, textMax, sequences, time, known);
    }

    /// The same where these are counted up.
    public StatementMoment counting(TableSequences more) {
        return new StatementMoment(now, zone, user, textMax, more, time, types);
    }

    /// The same for a text that a table keeps, whose bare names stand for the same in all sessions.
    public StatementMoment kept() {
        return counting(new KeptSequences(sequences)).knowing(name -> types.find(name.kept()));
    }

    /// The same in a transaction.
    ///
    /// @param transaction when that began
    /// @param statement when the statement began
    public StatementMoment within(Instant transaction, Instant statement) {
        StatementTime passing = new StatementTime(statement, time.clock(), time.ticker());
        return new StatementMoment(transaction, zone, user, textMax, sequences, passing, types);
    }
}
