package telegraph.sql.crash;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.sql.Event;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// Statements carried out one after another in a session of their own, none of which may fail.
///
/// Threads: one.
record Conversation(Session session) implements AutoCloseable {
    static Conversation with(Telegraph telegraph) {
        return new Conversation(telegraph.session());
    }

    /// The rows of the result, without a header.
    ///
    /// @throws telegraph.ground.TelegraphException why it failed
    List<String> ask(String statement) {
        List<String> rows = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        try {
            session.start(statement, events::add).join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts: statement=" + statement, e);
        }
        for (Event event : events) {
            if (event instanceof Event.Rows some) {
                some.rows().forEach(row -> rows.add(Arrays.toString(row)));
            } else if (event instanceof Event.Failed failed) {
                throw failed.cause();
            }
        }
        return rows;
    }

    @Override
    public void close() {
        session.close();
    }
}
