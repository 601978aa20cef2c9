package telegraph.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.sql.TransactionState;

/// The sandbox of a directory, through one session.
final class SessionDatabase implements Database {
    private final Telegraph telegraph;
    private final Session session;

    private SessionDatabase(Telegraph telegraph) {
        this.telegraph = telegraph;
        this.session = telegraph.session();
    }

    static Database open(Path directory, Map<String, String> settings) {
        return new SessionDatabase(Telegraph.open(directory, settings, System.getenv()));
    }

    @Override
    public void tellRecovery(Consumer<String> lines) {
        telegraph.tellRecovery(lines);
    }

    @Override
    public Query start(String statement, Consumer<Event> listener, boolean live) {
        return session.start(statement, listener, live);
    }

    @Override
    public TransactionState transaction() {
        return session.transactionState();
    }

    @Override
    public List<String> split(String script) {
        return Session.split(script);
    }

    @Override
    public boolean isComplete(String text) {
        return Session.isComplete(text);
    }

    @Override
    public List<String> tables() {
        return session.tables();
    }

    @Override
    public List<String> columns(String table) {
        return session.columns(table);
    }

    @Override
    public List<String> keywords() {
        return session.keywords();
    }

    @Override
    public List<String> functions() {
        return session.functions();
    }

    @Override
    public List<String> settings() {
        return session.settingNames();
    }

    @Override
    public String setting(String name) {
        return session.setting(name);
    }

    @Override
    public void close() {
        session.close();
        telegraph.close();
    }
}
