package telegraph.jdbc;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import telegraph.ground.SqlState;

/// What is said to a call of JDBC that Telegraph has no use for.
public final class JdbcRefusal {
    private JdbcRefusal() {}

    public static SQLException of(String rule) {
        return new SQLFeatureNotSupportedException(rule, SqlState.FEATURE_NOT_SUPPORTED.code());
    }
}
