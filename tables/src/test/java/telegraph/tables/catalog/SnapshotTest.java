package telegraph.tables.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.language.ast.Constraint.Action;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.memory.MemoryManager;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;
import telegraph.testkit.Seeds;

/// What a snapshot finds is what a look at all of its entries finds, whatever came and went; and so
/// is what a transaction made and dropped.
class SnapshotTest {
    private static final int SEEDS = 20;
    private static final int CHANGES = 60;
    private static final List<String> SCHEMAS = List.of("public", "s", "Sales", "a");

    /// The entries as a map, and what is found by looking at all.
    private static final class Model {
        private final Map<TableName, Entry> entries = new LinkedHashMap<>();

        List<Entry> all() {
            return entries.values().stream()
                    .filter(entry -> !(entry instanceof Entry.SchemaEntry))
                    .toList();
        }

        List<TableDefinition> tables() {
            return all().stream()
                    .filter(Entry.TableEntry.class::isInstance)
                    .map(entry -> ((Entry.TableEntry) entry).definition())
                    .toList();
        }

        Set<Entry> in(String schema) {
            return all().stream()
                    .filter(entry -> entry.name().schema().equalsIgnoreCase(schema))
                    .collect(Collectors.toSet());
        }

        Set<TableName> referring(TableName to) {
            return tables().stream()
                    .filter(table ->
                            table.foreignKeys().stream()
                                    .anyMatch(key -> key.table().folded().equals(to.folded())))
                    .map(TableDefinition::name)
                    .collect(Collectors.toSet());
        }

        Optional<TableName> indexed(TableName index) {
            return tables().stream()
                    .filter(table -> table.name().schema().equalsIgnoreCase(index.schema()))
                    .filter(table ->
                            table.indexes().stream()
                                    .anyMatch(i -> i.name().equalsIgnoreCase(index.name())))
                    .map(TableDefinition::name)
                    .findFirst();
        }

        boolean hasSchema(String schema) {
            return schema.equalsIgnoreCase("public")
                    || schema.equalsIgnoreCase("telegraph")
                    || entries.values().stream()
                            .anyMatch(entry ->
                                    entry instanceof Entry.SchemaEntry
                                            && entry.name().schema().equalsIgnoreCase(schema));
        }

        Set<Integer> containers() {
            Set<Integer> containers = new HashSet<>();
            for (TableDefinition table : tables()) {
                containers.add(table.container());
                containers.add(table.counters());
            }
            return containers;
        }
    }

    private static TableName name(RandomGenerator random) {
        String name = "t" + random.nextInt(6);
        return new TableName(
                SCHEMAS.get(random.nextInt(SCHEMAS.size())),
                random.nextBoolean() ? name : name.toUpperCase(Locale.ROOT));
    }

    /// @param container its own, or that of the table it takes the place of
    private static Entry.TableEntry table(TableName name, int container, RandomGenerator random) {
        List<TableDefinition.ForeignKey> keys = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            keys.add(
                    new TableDefinition.ForeignKey(
                            "f" + i,
                            List.of(0),
                            name(random),
                            List.of(0),
                            Action.NO_ACTION,
                            Action.NO_ACTION));
        }
        List<TableDefinition.Index> indexes =
                IntStream.range(0, random.nextInt(3))
                        .mapToObj(i ->
                                new TableDefinition.Index(
                                        "I" + i + name.name(), 1, List.of(0), false, false))
                        .toList();
        return new Entry.TableEntry(
                new TableDefinition(
                        name,
                        container,
                        container + 1,
                        List.of(
                                new StoredColumn(
                                        0,
                                        "id",
                                        SqlType.of(SqlType.Name.BIGINT),
                                        true,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Identity.NONE,
                                        Optional.empty())),
                        List.of(SqlType.of(SqlType.Name.BIGINT)),
                        Optional.empty(),
                        indexes,
                        List.of(),
                        keys,
                        List.of()));
    }

    private static Entry entry(TableName name, int container, RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0 -> new Entry.ViewEntry(name, List.of(), "SELECT 1");
            case 1 -> Entry.SchemaEntry.of(name.schema());
            default -> table(name, container, random);
        };
    }

    private static void compare(Model model, Snapshot snapshot, RandomGenerator random) {
        assertEquals(Set.copyOf(model.all()), Set.copyOf(snapshot.entries()));
        assertEquals(model.entries.size(), snapshot.size());
        for (int i = 0; i < 5; i++) {
            TableName name = name(random);
            assertEquals(
                    Optional.ofNullable(model.entries.get(name.folded())), snapshot.find(name));
            assertEquals(
                    model.referring(name),
                    snapshot.referring(name).stream()
                            .map(TableDefinition::name)
                            .collect(Collectors.toSet()));
            TableName index = new TableName(name.schema(), "i" + random.nextInt(2) + name.name());
            assertEquals(model.indexed(index), snapshot.indexed(index).map(TableDefinition::name));
            assertEquals(model.in(name.schema()), Set.copyOf(snapshot.entries(name.schema())));
            assertEquals(model.hasSchema(name.schema()), snapshot.hasSchema(name.schema()));
        }
    }

    @Test
    void aSnapshotFindsWhatALookAtAllEntriesFinds() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    Model model = new Model();
                    Snapshot snapshot = Snapshot.EMPTY;
                    for (int change = 0; change < CHANGES; change++) {
                        TableName name = name(random);
                        if (random.nextInt(3) == 0) {
                            model.entries.remove(name.folded());
                            snapshot = snapshot.without(name);
                        } else {
                            Entry entry = entry(name, 10 * change, random);
                            model.entries.put(entry.name().folded(), entry);
                            snapshot = snapshot.with(entry);
                        }
                        compare(model, snapshot, random);
                    }
                    compare(model, Snapshot.of(List.copyOf(model.entries.values())), random);
                });
    }

    @Test
    void aTransactionKnowsWhatItMadeAndWhatGoesWithItsCommit() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    MemoryManager memory = new MemoryManager(64L << 20);
                    try (Store store =
                                    Stores.open(
                                            Path.of("/catalog"),
                                            StoreOptions.DEFAULT.withCacheBytes(4L << 20),
                                            Disk.inMemory(),
                                            memory,
                                            System::nanoTime);
                            Transaction transaction = store.transaction()) {
                        change(store, transaction, random);
                    }
                });
    }

    private static void change(Store store, Transaction transaction, RandomGenerator random) {
        Catalog catalog = new Catalog(() -> store, () -> true, Disk.FILES, Path.of("/none"), 100);
        Model model = new Model();
        CatalogView view =
                new CatalogView(
                        catalog, new Temporaries(1, () -> SearchPath.of(SearchPath.INITIAL)));
        for (int round = 0; round < 3; round++) {
            transaction.begin(Isolation.READ_COMMITTED);
            Set<Integer> before = model.containers();
            for (int change = 0; change < 12; change++) {
                TableName name = name(random);
                Optional<Entry> there = Optional.ofNullable(model.entries.get(name.folded()));
                if (there.isPresent() && random.nextInt(3) == 0) {
                    view.remove(transaction, name);
                    model.entries.remove(name.folded());
                    continue;
                }
                int container = 1_000 * round + 10 * change;
                boolean altered =
                        there.isPresent()
                                && there.get() instanceof Entry.TableEntry
                                && random.nextBoolean();
                Entry entry =
                        altered
                                ? table(
                                        name,
                                        ((Entry.TableEntry) there.get()).definition().container(),
                                        random)
                                : entry(name, container, random);
                view.put(transaction, entry);
                model.entries.put(entry.name().folded(), entry);
                Set<Integer> gone = new HashSet<>(before);
                gone.removeAll(model.containers());
                assertEquals(gone, Set.copyOf(view.dropped()));
                for (TableDefinition table : model.tables()) {
                    assertEquals(!before.contains(table.container()), view.isNew(table));
                }
            }
            view.committing();
            transaction.commit();
            view.committed();
        }
    }
}
