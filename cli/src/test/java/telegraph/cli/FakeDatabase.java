package telegraph.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import telegraph.ground.TelegraphException;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.ResultColumn;
import telegraph.sql.TransactionState;

/// A database that knows a few statements by heart.
///
/// | statement | answer                                               |
/// |-----------|------------------------------------------------------|
/// | `one`     | a row with the number 1                              |
/// | `many`    | rows until cancelled                                 |
/// | `slow`    | nothing until cancelled                              |
/// | `notice`  | a notice and then as `one`                           |
/// | `create`  | no result                                            |
/// | others    | a failure                                            |
final class FakeDatabase implements Database {
    final List<String> started = new CopyOnWriteArrayList<>();
    final List<String> cancelled = new CopyOnWriteArrayList<>();
    final CountDownLatch slowStarted = new CountDownLatch(1);
    Path directory;
    Map<String, String> settings;
    volatile TransactionState transaction = TransactionState.IDLE;
    boolean closed;

    FakeDatabase open(Path directory, Map<String, String> settings) {
        this.directory = directory;
        this.settings = settings;
        return this;
    }

    @Override
    public void tellRecovery(java.util.function.Consumer<String> lines) {}

    @Override
    public Query start(String statement, Consumer<Event> listener, boolean live) {
        started.add(statement);
        FakeQuery query = new FakeQuery(statement);
        query.thread = Thread.ofVirtual().start(() -> run(statement, listener, query));
        return query;
    }

    private void run(String statement, Consumer<Event> listener, FakeQuery query) {
        switch (statement) {
            case "one" -> one(listener);
            case "notice" -> {
                listener.accept(new Event.Notice("2 requests failed"));
                one(listener);
            }
            case "begin" -> {
                transaction = TransactionState.OPEN;
                listener.accept(new Event.End("BEGIN", 0, 1, List.of(), List.of()));
            }
            case "create" ->
                    listener.accept(new Event.End("CREATE SOURCE", 0, 1, List.of(), List.of()));
            case "many" -> {
                listener.accept(new Event.Columns(List.of(new ResultColumn("n", "INTEGER"))));
                while (query.stop.getCount() > 0) {
                    List<Object[]> rows = new ArrayList<>();
                    for (int i = 0; i < 4_096; i++) {
                        rows.add(new Object[] {i});
                    }
                    listener.accept(new Event.Rows(rows));
                }
                listener.accept(new Event.Failed(TelegraphException.cancelled("cancelled")));
            }
            case "slow" -> {
                slowStarted.countDown();
                try {
                    query.stop.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                listener.accept(new Event.Failed(TelegraphException.cancelled("cancelled")));
            }
            default ->
                    listener.accept(
                            new Event.Failed(
                                    TelegraphException.input(
                                            "unknown table \"" + statement + "\"")));
        }
    }

    private static void one(Consumer<Event> listener) {
        listener.accept(new Event.Columns(List.of(new ResultColumn("n", "INTEGER"))));
        listener.accept(new Event.Rows(List.<Object[]>of(new Object[] {1})));
        listener.accept(new Event.End("SELECT 1", 1, 1, List.of(), List.of()));
    }

    private final class FakeQuery implements Query {
        private final String statement;
        private final CountDownLatch stop = new CountDownLatch(1);
        private Thread thread;

        FakeQuery(String statement) {
            this.statement = statement;
        }

        @Override
        public String id() {
            return statement;
        }

        @Override
        public void abandon() {
            cancel();
        }

        @Override
        public void cancel(String why) {
            cancel();
        }

        @Override
        public long memory() {
            return 0;
        }

        @Override
        public long memoryPeak() {
            return 0;
        }

        @Override
        public void cancel() {
            cancelled.add(statement);
            stop.countDown();
        }

        @Override
        public void join() throws InterruptedException {
            thread.join();
        }
    }

    @Override
    public TransactionState transaction() {
        return transaction;
    }

    @Override
    public List<String> split(String script) {
        return Arrays.stream(script.split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    @Override
    public boolean isComplete(String text) {
        return text.strip().endsWith(";");
    }

    @Override
    public List<String> tables() {
        return List.of("flights", "planes");
    }

    @Override
    public List<String> columns(String table) {
        return table.equals("planes") ? List.of("tailnum", "year") : List.of();
    }

    @Override
    public List<String> keywords() {
        return List.of("SELECT", "FROM", "WHERE");
    }

    @Override
    public List<String> functions() {
        return List.of("count", "coalesce");
    }

    @Override
    public List<String> settings() {
        return List.of("live", "policy");
    }

    @Override
    public String setting(String name) {
        return switch (name) {
            case "confidence" -> "95";
            case "confidence_method" -> "normal";
            default -> "auto";
        };
    }

    @Override
    public void close() {
        closed = true;
    }
}
