package telegraph.sql;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.language.Statements;
import telegraph.language.ast.Statement;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.query.plan.Planner;
import telegraph.query.translate.Scope;
import telegraph.sql.live.QueryRun;
import telegraph.sql.live.RunningQuery;
import telegraph.sql.live.StatementChannel;
import telegraph.sql.live.StopWatcher;

/// A query over a test's own sources, carried out as a session does.
record Asked(List<Event> events, long held) {
    /// Runs the query to its end.
    static Asked of(String sql, Map<String, String> settings, Source... sources)
            throws InterruptedException {
        return of(sql, settings, false, event -> {}, sources);
    }

    /// Runs the query to its end and tells of each event as it comes.
    static Asked of(
            String sql,
            Map<String, String> settings,
            boolean live,
            Consumer<Event> listener,
            Source... sources)
            throws InterruptedException {
        return of(Ticker.SYSTEM, sql, settings, live, listener, sources);
    }

    /// As [#of(String, Map, boolean, Consumer, Source...)], in a time of the test's own.
    static Asked of(
            Ticker ticker,
            String sql,
            Map<String, String> settings,
            boolean live,
            Consumer<Event> listener,
            Source... sources)
            throws InterruptedException {
        List<Event> events = new CopyOnWriteArrayList<>();
        Settings all = Settings.load(Disk.FILES, Path.of("no-such-folder"), Map.of(), settings);
        try (MemoryManager memory = new MemoryManager(1L << 30)) {
            RunningQuery query =
                    new RunningQuery(
                            "query 1",
                            StatementChannel.to(event -> {
                                events.add(event);
                                listener.accept(event);
                            }),
                            it -> carryOut(it, ticker, sql, all, live, memory, sources));
            query.start().join();
            return new Asked(events, memory.used());
        }
    }

    private static Event.End carryOut(
            RunningQuery query,
            Ticker ticker,
            String sql,
            Settings settings,
            boolean live,
            MemoryManager memory,
            Source... sources) {
        Statement.Select select = Statements.query(sql);
        Planner planner =
                new Planner(scope(sources), Instant.EPOCH, TimeZone.getTimeZone("UTC"), "");
        try (Region region = memory.query(query.id(), settings.bytes("memory_limit"))) {
            QueryRun.Outcome outcome =
                    new QueryRun(
                                    query,
                                    planner.plan(select),
                                    select.estimating(),
                                    settings,
                                    ticker,
                                    live)
                            .run(region);
            StopWatcher.ending(select.estimating(), outcome.stopped(), outcome.progress())
                    .forEach(text -> query.emit(new Event.Notice(text)));
            return new Event.End("SELECT", outcome.rows(), 0, outcome.progress(), outcome.routes());
        }
    }

    private static Scope scope(Source... sources) {
        return new Scope() {
            @Override
            public Optional<Named> find(String name) {
                return Arrays.stream(sources)
                        .filter(source -> source.name().equalsIgnoreCase(name))
                        .findFirst()
                        .map(source -> new Named.Relation(source.name(), source));
            }

            @Override
            public Collection<String> names() {
                return Arrays.stream(sources).map(Source::name).toList();
            }
        };
    }

    /// The names of the result's columns.
    String header() {
        return events.stream()
                .filter(Event.Columns.class::isInstance)
                .flatMap(e -> ((Event.Columns) e).columns().stream())
                .map(ResultColumn::name)
                .collect(Collectors.joining(","));
    }

    List<Object[]> rows() {
        List<Object[]> rows = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Event.Rows more) {
                rows.addAll(more.rows());
            }
        }
        return rows;
    }

    /// The rows as text, sorted.
    List<String> lines() {
        return rows().stream().map(Arrays::toString).sorted().toList();
    }

    List<String> notices() {
        return events.stream()
                .filter(Event.Notice.class::isInstance)
                .map(e -> ((Event.Notice) e).text())
                .toList();
    }

    List<Event.Snapshot> snapshots() {
        return events.stream()
                .filter(Event.Snapshot.class::isInstance)
                .map(Event.Snapshot.class::cast)
                .toList();
    }

    /// The message of the failure, or "".
    String error() {
        return events.getLast() instanceof Event.Failed failed ? failed.cause().getMessage() : "";
    }

    static double number(Object value) {
        return value instanceof BigDecimal decimal
                ? decimal.doubleValue()
                : ((Number) value).doubleValue();
    }
}
