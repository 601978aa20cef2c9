package telegraph.jdbc;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import telegraph.ground.TelegraphException;

/// Failures in the classes of JDBC, by which programs choose what to do: the code of each is that
/// of the failure, and its cause the failure itself.
///
/// | code          | class                                     |
/// |---------------|-------------------------------------------|
/// | 08, 53100, 58 | SQLNonTransientException                  |
/// | 0A            | SQLFeatureNotSupportedException           |
/// | 21, 22        | SQLDataException                          |
/// | 23            | SQLIntegrityConstraintViolationException  |
/// | 26, 3F, 42    | SQLSyntaxErrorException                   |
/// | 40            | SQLTransactionRollbackException           |
/// | 53, 55        | SQLTransientException                     |
/// | others        | SQLException                              |
public final class JdbcFailures {
    /// The connection or statement is closed.
    static final String CLOSED = "08003";

    /// A method was called when or with what it must not be.
    static final String WRONG_CALL = "HY000";

    /// A value cannot be turned into what was asked for.
    static final String WRONG_CAST = "22018";

    /// A number is too large for what was asked for.
    static final String OUT_OF_RANGE = "22003";

    private static final String CANCELLED = "57014";

    private JdbcFailures() {}

    static SQLException of(TelegraphException e) {
        String code = e.state().code();
        String message = e.getMessage();
        return switch (code.substring(0, 2)) {
            case "0A" -> {
                SQLException refused = JdbcRefusal.of(message);
                refused.initCause(e);
                yield refused;
            }
            case "21", "22" -> new SQLDataException(message, code, e);
            case "23" -> new SQLIntegrityConstraintViolationException(message, code, e);
            case "26", "3F", "42" -> new SQLSyntaxErrorException(message, code, e);
            case "40" -> new SQLTransactionRollbackException(message, code, e);
            case "53" ->
                    code.equals("53100")
                            ? new SQLNonTransientException(message, code, e)
                            : new SQLTransientException(message, code, e);
            case "55" -> new SQLTransientException(message, code, e);
            case "08", "58" -> new SQLNonTransientException(message, code, e);
            default -> new SQLException(message, code, e);
        };
    }

    static SQLException closed(String what) {
        return new SQLNonTransientConnectionException(what + " is closed", CLOSED);
    }

    static SQLException call(String rule) {
        return new SQLException(rule, WRONG_CALL);
    }

    public static SQLException cast(String rule) {
        return new SQLDataException(rule, WRONG_CAST);
    }

    public static SQLException range(String rule) {
        return new SQLDataException(rule, OUT_OF_RANGE);
    }

    static SQLException timeout(int seconds) {
        return new SQLTimeoutException(
                "a statement must end within its timeout: seconds=" + seconds, CANCELLED);
    }

    static SQLException interrupted() {
        return new SQLException("the thread was interrupted, so the statement ended", CANCELLED);
    }
}
