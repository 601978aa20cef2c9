package telegraph.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import telegraph.ground.TelegraphException;

/// The embedded driver: `jdbc:telegraph:DIRECTORY` opens a sandbox in this process.
///
/// [java.sql.DriverManager] finds it by itself. [Address] says what an URL may hold.
///
/// Threads: any.
public final class JdbcDriver implements Driver {
    static final String NAME = "Telegraph";
    static final int MAJOR = 0;
    static final int MINOR = 1;

    static {
        try {
            DriverManager.registerDriver(new JdbcDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        if (url == null) {
            throw JdbcFailures.call("an URL must be given");
        }
        return url.startsWith(Address.PREFIX);
    }

    /// A connection, or null if the URL is another driver's.
    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        try {
            Address address = Address.of(url, properties == null ? new Properties() : properties);
            return new JdbcConnection(Sandboxes.OF_PROCESS.open(address), url);
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return MINOR;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("telegraph");
    }
}
