package telegraph.sql.listing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import telegraph.engine.Column;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.memory.Type;
import telegraph.sql.Settings;
import telegraph.sql.TableShape;
import telegraph.sql.transaction.SandboxStore;
import telegraph.store.LockState;
import telegraph.store.LogState;
import telegraph.store.StoreCounters;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// The tables of schema `telegraph`: what the store holds and does, and what the catalog knows.
///
/// | table      | a row for each                                      |
/// |------------|-----------------------------------------------------|
/// | `columns`  | column of a table                                   |
/// | `indexes`  | index of a table, the primary key among them        |
/// | `locks`    | lock that a transaction holds or waits for          |
/// | `settings` | setting of the session                              |
/// | `store`    | counter of the store, or measure of its log         |
/// | `tables`   | table                                               |
///
/// Their columns have names that need no quotes.
///
/// Threads: any.
public final class SystemTables {
    private final SandboxStore store;
    private final Snapshot snapshot;
    private final Map<String, Source> tables = new TreeMap<>();

    /// @param snapshot what the statement sees of the catalog
    public SystemTables(SandboxStore store, Settings settings, Snapshot snapshot) {
        this.store = store;
        this.snapshot = snapshot;
        add(
                "columns",
                this::columns,
                "schema",
                "table_name",
                "name",
                "#number",
                "type",
                "?nullable",
                "default_text",
                "identity",
                "generated");
        add(
                "indexes",
                this::indexes,
                "schema",
                "table_name",
                "name",
                "columns",
                "?is_unique",
                "?is_primary",
                "condition",
                "#entries",
                "#pages");
        add(
                "locks",
                this::locks,
                "#transaction_id",
                "schema",
                "table_name",
                "index_name",
                "key",
                "mode",
                "?held",
                "#waited_ms");
        add("settings", () -> settings(settings), "name", "setting", "origin", "purpose");
        add("store", this::counters, "name", "#amount");
        add("tables", this::tables, "schema", "name", "#row_count", "#pages", "primary_key");
    }

    /// @param columns names; those with a `#` before them are numbers, those with a `?` truths
    private void add(String name, Supplier<List<Object[]>> rows, String... columns) {
        List<Column> schema = new ArrayList<>();
        for (String column : columns) {
            Type type =
                    switch (column.charAt(0)) {
                        case '#' -> Type.BIGINT;
                        case '?' -> Type.BOOLEAN;
                        default -> Type.TEXT;
                    };
            schema.add(new Column(column.replaceFirst("^[#?]", ""), type));
        }
        tables.put(name, new ListedRows(Snapshot.SYSTEM + "." + name, new Schema(schema), rows));
    }

    public Optional<Source> find(String name) {
        return Optional.ofNullable(tables.get(name.toLowerCase(Locale.ROOT)));
    }

    public List<String> names() {
        return List.copyOf(tables.keySet());
    }

    /// As tools list them.
    public List<TableShape> shapes() {
        List<TableShape> shapes = new ArrayList<>();
        tables.forEach((name, source) -> {
            List<TableShape.Column> columns =
                    source.schema().columns().stream()
                            .map(column ->
                                    new TableShape.Column(
                                            column.name(),
                                            Statements.typeName(column.type(), column.element()),
                                            false,
                                            "",
                                            "",
                                            false))
                            .toList();
            shapes.add(
                    new TableShape(
                            Snapshot.SYSTEM,
                            name,
                            TableShape.Kind.TABLE,
                            columns,
                            Optional.empty(),
                            List.of(),
                            List.of()));
        });
        return shapes;
    }

    private List<Object[]> columns() {
        List<Object[]> rows = new ArrayList<>();
        for (TableDefinition table : snapshot.tables()) {
            long position = 1;
            for (StoredColumn column : table.columns()) {
                rows.add(
                        new Object[] {
                            table.name().schema(),
                            table.name().name(),
                            column.name(),
                            position++,
                            column.type().toString(),
                            !column.notNull(),
                            column.byDefault().orElse(null),
                            switch (column.identity()) {
                                case NONE -> null;
                                case ALWAYS -> "always";
                                case BY_DEFAULT -> "by default";
                            },
                            column.generated().orElse(null)
                        });
            }
        }
        return rows;
    }

    private static String names(TableDefinition table, List<Integer> ids) {
        return String.join(", ", ids.stream().map(id -> table.column(id).name()).toList());
    }

    private List<Object[]> indexes() {
        List<Object[]> rows = new ArrayList<>();
        for (TableDefinition table : snapshot.tables()) {
            table.primaryKey()
                    .ifPresent(key ->
                            addIfThere(
                                    rows,
                                    () ->
                                            index(
                                                    table,
                                                    new TableDefinition.Index(
                                                            key.name(),
                                                            table.container(),
                                                            key.columns(),
                                                            true,
                                                            true),
                                                    true)));
            table.indexes().forEach(index -> addIfThere(rows, () -> index(table, index, false)));
        }
        return rows;
    }

    private Object[] index(TableDefinition table, TableDefinition.Index index, boolean primary) {
        return new Object[] {
            table.name().schema(),
            table.name().name(),
            index.name(),
            names(table, index.columns()),
            index.unique(),
            primary,
            index.condition().orElse(null),
            store.get().entries(index.container()),
            store.get().pages(index.container())
        };
    }

    private List<Object[]> tables() {
        List<Object[]> rows = new ArrayList<>();
        for (TableDefinition table : snapshot.tables()) {
            addIfThere(rows, () -> table(table));
        }
        return rows;
    }

    private Object[] table(TableDefinition table) {
        return new Object[] {
            table.name().schema(),
            table.name().name(),
            store.get().entries(table.container()),
            store.get().pages(table.container()),
            table.primaryKey().map(key -> names(table, key.columns())).orElse(null)
        };
    }

    /// Adds a row about a container, unless that was dropped since the catalog was looked at.
    private static void addIfThere(List<Object[]> rows, Supplier<Object[]> row) {
        try {
            rows.add(row.get());
        } catch (TelegraphException e) {
            if (e.state() != SqlState.UNDEFINED_OBJECT) {
                throw e;
            }
        }
    }

    private List<Object[]> locks() {
        List<Object[]> rows = new ArrayList<>();
        if (!store.exists()) {
            return rows;
        }
        for (LockState lock : store.get().locks()) {
            Optional<TableDefinition> table = tableOf(lock.container());
            rows.add(
                    new Object[] {
                        lock.transaction(),
                        table.map(t -> t.name().schema()).orElse(null),
                        table.map(t -> t.name().name()).orElse(null),
                        table.flatMap(t -> indexOf(t, lock.container())).orElse(null),
                        lock.key().isEmpty() ? null : lock.key(),
                        lock.mode(),
                        lock.isHeld(),
                        lock.isHeld() ? null : (Object) lock.waitedMillis()
                    });
        }
        return rows;
    }

    private Optional<TableDefinition> tableOf(int container) {
        return snapshot.tables().stream()
                .filter(t -> t.container() == container || indexOf(t, container).isPresent())
                .findFirst();
    }

    private static Optional<String> indexOf(TableDefinition table, int container) {
        return table.indexes().stream()
                .filter(index -> index.container() == container)
                .map(TableDefinition.Index::name)
                .findFirst();
    }

    private static List<Object[]> settings(Settings settings) {
        List<Object[]> rows = new ArrayList<>();
        for (Settings.Shown shown : settings.all()) {
            rows.add(new Object[] {shown.name(), shown.value(), shown.origin(), shown.purpose()});
        }
        return rows;
    }

    private List<Object[]> counters() {
        List<Object[]> rows = new ArrayList<>();
        if (!store.exists()) {
            return rows;
        }
        counters(store.get().counters())
                .forEach((name, amount) -> rows.add(new Object[] {name, amount}));
        levels(store.get().log()).forEach((name, amount) -> rows.add(new Object[] {name, amount}));
        return rows;
    }

    /// The store's counters by name, in order.
    public static Map<String, Long> counters(StoreCounters counters) {
        Map<String, Long> named = new TreeMap<>();
        named.put("checkpoints", counters.checkpoints());
        named.put("commits", counters.commits());
        named.put("deadlocks", counters.deadlocks());
        named.put("latch_retries", counters.latchRetries());
        named.put("lock_visits", counters.lockVisits());
        named.put("lock_waits", counters.lockWaits());
        named.put("log_bytes", counters.logBytes());
        named.put("log_syncs", counters.logSyncs());
        named.put("pages_read", counters.pagesRead());
        named.put("pages_written", counters.pagesWritten());
        named.put("rollbacks", counters.rollbacks());
        return named;
    }

    /// What the store's log is like now by name, in order.
    public static Map<String, Long> levels(LogState log) {
        Map<String, Long> named = new TreeMap<>();
        named.put(
                "checkpoint_age_seconds",
                TimeUnit.NANOSECONDS.toSeconds(log.nanosSinceCheckpoint()));
        named.put("log_kept_bytes", log.bytesKept());
        named.put("log_since_checkpoint_bytes", log.bytesSinceCheckpoint());
        return named;
    }
}
