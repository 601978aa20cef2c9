package telegraph.jdbc;

import java.sql.SQLException;
import java.sql.Savepoint;

/// A mark in a transaction.
///
/// @param number counts those without a name, from 1 on; 0 if it has one
/// @param name given by the user, or ""
record JdbcSavepoint(int number, String name) implements Savepoint {
    @Override
    public int getSavepointId() throws SQLException {
        if (number == 0) {
            throw JdbcFailures.call("a savepoint with a name has no number: name=" + name);
        }
        return number;
    }

    @Override
    public String getSavepointName() throws SQLException {
        if (number != 0) {
            throw JdbcFailures.call("a savepoint without a name has a number: number=" + number);
        }
        return name;
    }

    /// What the session calls it.
    String title() {
        return number == 0 ? name : "jdbc savepoint " + number;
    }
}
