package telegraph.tables.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint.Action;
import telegraph.language.ast.Definition.Kind;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.memory.MemoryManager;
import telegraph.store.Bytes;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;

/// What a catalog keeps, shows, refuses and survives.
class CatalogTest {
    private static final String SOURCE =
            "CREATE SOURCE planes (tailnum TEXT REQUIRED, year INT PATH 'td.y') WITH (url = 'http://h/')";
    private static final String VIEW = "CREATE VIEW old (a) AS SELECT 'x;y' FROM 'a.csv' -- é\n";

    @TempDir Path sandbox;

    private final Disk disk = Disk.inMemory();
    private final MemoryManager memory = new MemoryManager(64L << 20);
    private Store store;

    @BeforeEach
    void open() {
        store =
                Stores.open(
                        Path.of("/catalog"),
                        StoreOptions.DEFAULT.withCacheBytes(4L << 20).withLockTimeoutMillis(10_000),
                        disk,
                        memory,
                        System::nanoTime);
    }

    @AfterEach
    void close() {
        store.close();
        assertEquals(0, memory.used());
    }

    private Catalog catalog() {
        return new Catalog(() -> store, () -> true, Disk.FILES, sandbox, 100);
    }

    private static Entry entry(String statement) {
        return CreateStatements.read(statement);
    }

    private static TableName name(String name) {
        return new TableName(TableName.PUBLIC, name);
    }

    /// A conversation's transaction and what it sees.
    private final class Side implements AutoCloseable {
        final CatalogView view;
        final Transaction transaction = store.transaction();

        Side(Catalog catalog) {
            view =
                    new CatalogView(
                            catalog, new Temporaries(1, () -> SearchPath.of(SearchPath.INITIAL)));
            transaction.begin(Isolation.READ_COMMITTED);
        }

        Side put(String statement) {
            view.put(transaction, entry(statement));
            return this;
        }

        void commit() {
            view.committing();
            transaction.commit();
            view.committed();
        }

        @Override
        public void close() {
            transaction.close();
            view.rolledBack();
        }
    }

    private void put(Catalog catalog, String... statements) {
        try (Side side = new Side(catalog)) {
            for (String statement : statements) {
                side.put(statement);
            }
            side.commit();
        }
    }

    private static TelegraphException refused(Runnable action) {
        return assertThrows(TelegraphException.class, action::run);
    }

    @Test
    void whatIsPutIsFoundInAnyCaseNowAndAfterOpeningAgain() {
        Catalog catalog = catalog();
        assertEquals(List.of(), catalog.snapshot().entries());
        put(catalog, SOURCE, VIEW);
        store.close();
        open();
        Catalog again = catalog();
        for (Catalog each : List.of(catalog, again)) {
            assertEquals(List.of(entry(VIEW), entry(SOURCE)), each.snapshot().entries());
            assertEquals(Optional.of(entry(SOURCE)), each.snapshot().find(name("PLANES")));
            assertEquals(Optional.empty(), each.snapshot().find(name("plane")));
        }
        try (Side side = new Side(again)) {
            side.view.remove(side.transaction, name("Old"));
            side.commit();
        }
        assertEquals(List.of(entry(SOURCE)), catalog().snapshot().entries());
    }

    @Test
    void aTableSurvivesWithAllItHas() {
        TableDefinition table =
                new TableDefinition(
                        new TableName("S", "T"),
                        7,
                        8,
                        List.of(
                                new StoredColumn(
                                        0,
                                        "Id",
                                        SqlType.of(SqlType.Name.BIGINT),
                                        true,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Identity.ALWAYS,
                                        Optional.empty()),
                                new StoredColumn(
                                        2,
                                        "née",
                                        new SqlType(SqlType.Name.VARCHAR, 12, 0),
                                        false,
                                        Optional.of("lower('É')"),
                                        Optional.empty(),
                                        Identity.NONE,
                                        Optional.of("é"))),
                        List.of(
                                SqlType.of(SqlType.Name.BIGINT),
                                SqlType.of(SqlType.Name.JSON),
                                new SqlType(SqlType.Name.VARCHAR, 12, 0)),
                        Optional.of(new TableDefinition.Key("t_pkey", List.of(0))),
                        List.of(
                                new TableDefinition.Index(
                                        "i",
                                        9,
                                        List.of(2, 0),
                                        true,
                                        true,
                                        Optional.empty(),
                                        List.of(1)),
                                new TableDefinition.Index(
                                        "j",
                                        10,
                                        List.of(0),
                                        true,
                                        false,
                                        Optional.of("n > 1"),
                                        List.of())),
                        List.of(new TableDefinition.Check("c", "née <> 'x'")),
                        List.of(
                                new TableDefinition.ForeignKey(
                                        "f",
                                        List.of(2),
                                        name("other"),
                                        List.of(1),
                                        Action.CASCADE,
                                        Action.SET_NULL)),
                        List.of(
                                new TableDefinition.Numbering(
                                        0,
                                        "T_Id_seq",
                                        2_048,
                                        new Counting(
                                                SqlType.Name.SMALLINT, -3, -2, -9, 5, 7, true))));
        Catalog catalog = catalog();
        try (Side side = new Side(catalog)) {
            side.view.put(side.transaction, new Entry.TableEntry(table));
            assertTrue(side.view.isNew(table));
            side.commit();
        }
        Snapshot read = catalog().snapshot();
        assertEquals(Optional.of(table), read.table(new TableName("s", "t")));
        assertEquals(Optional.of(table), read.indexed(new TableName("s", "I")));
        assertEquals(Optional.of(table), read.indexed(new TableName("s", "t_pkey")));
        assertEquals(Optional.empty(), read.indexed(name("i")));
        TableName sequence = new TableName("s", "t_id_SEQ");
        assertEquals(Optional.of(table), read.numbered(sequence));
        assertEquals(Optional.of(table.sequence(0)), read.sequence(sequence));
        assertEquals(List.of(table), read.referring(name("OTHER")));
        assertEquals(List.of(), read.referring(new TableName("s", "t")));
    }

    /// Format 1 had no digits of times, whose rows were in milliseconds.
    @Test
    void aTableOfTheFirstFormatKeepsItsTimesInMilliseconds() {
        SqlType before = new SqlType(SqlType.Name.TIMESTAMPTZ, 0, 0);
        TableDefinition table =
                new TableDefinition(
                        name("t"),
                        7,
                        8,
                        List.of(
                                new StoredColumn(
                                        0,
                                        "at",
                                        before,
                                        true,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Identity.NONE,
                                        Optional.empty())),
                        List.of(before),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        byte[] bytes = EntryCodec.encode(new Entry.TableEntry(table)).toArray();
        bytes[0] = 1;
        Entry.TableEntry read = (Entry.TableEntry) EntryCodec.decode(bytes, "t");
        SqlType type = read.definition().columns().getFirst().type();
        assertTrue(type.isInMillis());
        assertEquals("timestamp(3) with time zone", type.toString());
        assertEquals(List.of(type), read.definition().slots());
        byte[] again = EntryCodec.encode(read).toArray();
        assertEquals(
                read.definition(), ((Entry.TableEntry) EntryCodec.decode(again, "t")).definition());
    }

    /// Before format 3 a table had no list of its sequences.
    @Test
    void anIdentityOfTheSecondFormatCountsFromOneOnUnderPostgresName() {
        SqlType type = SqlType.of(SqlType.Name.INTEGER);
        TableDefinition table =
                new TableDefinition(
                        new TableName("s", "t"),
                        7,
                        8,
                        List.of(
                                new StoredColumn(
                                        0,
                                        "id",
                                        type,
                                        true,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Identity.BY_DEFAULT,
                                        Optional.empty())),
                        List.of(type),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        byte[] bytes = EntryCodec.encode(new Entry.TableEntry(table)).toArray();
        bytes[0] = 2;
        byte[] before = Arrays.copyOf(bytes, bytes.length - 4 * Integer.BYTES);
        TableDefinition read = ((Entry.TableEntry) EntryCodec.decode(before, "t")).definition();
        assertEquals(
                new Sequence(new TableName("s", "t_id_seq"), 8, 0, Counting.of(type.name())),
                read.sequence(0));
    }

    /// Before format 4 an index had no columns beside its key, and nothing was said of a table.
    @Test
    void aTableOfTheThirdFormatHasNoComments() {
        SqlType type = SqlType.of(SqlType.Name.INTEGER);
        TableDefinition table =
                new TableDefinition(
                        name("t"),
                        7,
                        8,
                        List.of(
                                new StoredColumn(
                                        0,
                                        "id",
                                        type,
                                        true,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Identity.NONE,
                                        Optional.empty())),
                        List.of(type),
                        Optional.empty(),
                        List.of(new TableDefinition.Index("i", 9, List.of(0), true, true)),
                        List.of(),
                        List.of(),
                        List.of());
        byte[] bytes = EntryCodec.encode(new Entry.TableEntry(table)).toArray();
        bytes[0] = 3;
        // The list of an index ended where those of all checks, foreign keys and sequences begin.
        byte[] before = Arrays.copyOf(bytes, bytes.length - 2 * Integer.BYTES);
        assertEquals(table, ((Entry.TableEntry) EntryCodec.decode(before, "t")).definition());
    }

    @Test
    void whatIsSaidOfAnEntrySurvives() {
        Entry view = new Entry.ViewEntry(name("v"), List.of("a"), "SELECT 1");
        Entry schema = Entry.SchemaEntry.of("s");
        for (Entry entry : List.of(view, schema, entry(SOURCE))) {
            Comments comments =
                    Comments.NONE
                            .with(Comments.Part.ALL, Optional.of("all of it"))
                            .with(new Comments.Part(Kind.COLUMN, "A"), Optional.of("é"));
            Entry said = entry.withComments(comments);
            Entry read = EntryCodec.decode(EntryCodec.encode(said).toArray(), "x");
            assertEquals(said, read);
            assertEquals(Optional.of("é"), read.comments().of(new Comments.Part(Kind.COLUMN, "a")));
        }
    }

    /// Before format 4 no column was generated.
    @Test
    void aTableOfTheThirdFormatHasNoGeneratedColumnsAndNoQuery() {
        SqlType type = SqlType.of(SqlType.Name.INTEGER);
        StoredColumn given =
                new StoredColumn(
                        0,
                        "a",
                        type,
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Identity.NONE,
                        Optional.empty());
        StoredColumn computed =
                new StoredColumn(
                        1,
                        "b",
                        type,
                        false,
                        Optional.empty(),
                        Optional.of("a + 1"),
                        Identity.NONE,
                        Optional.empty());
        TableDefinition table =
                new TableDefinition(
                        name("t"),
                        7,
                        0,
                        List.of(given, computed),
                        List.of(type, type),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        TableDefinition materialized =
                table.of(
                        Optional.of(
                                new TableDefinition.Materialized(
                                        "SELECT 1, x", List.of("?column?", "x"), true)));
        byte[] view = EntryCodec.encode(new Entry.TableEntry(materialized)).toArray();
        assertEquals(materialized, ((Entry.TableEntry) EntryCodec.decode(view, "t")).definition());
        byte[] bytes = EntryCodec.encode(new Entry.TableEntry(table)).toArray();
        assertEquals(table, ((Entry.TableEntry) EntryCodec.decode(bytes, "t")).definition());
        int list = 5 * Integer.BYTES + "a + 1".length();
        byte[] before = Arrays.copyOf(bytes, bytes.length - list);
        before[0] = 3;
        assertEquals(
                List.of(given, computed.withGenerated(Optional.empty())),
                ((Entry.TableEntry) EntryCodec.decode(before, "t")).definition().columns());
    }

    @Test
    void aSequenceSurvivesWithItsOwner() {
        Counting counting = new Counting(SqlType.Name.BIGINT, 5, 5, 1, 50, 2, false);
        Entry entry =
                new Entry.SequenceEntry(
                        new Sequence(new TableName("S", "Q"), 9, 2_048, counting),
                        Optional.of(new Entry.Owner(name("t"), 3)));
        assertEquals(entry, EntryCodec.decode(EntryCodec.encode(entry).toArray(), "q"));
    }

    @Test
    void aTransactionSeesItsOwnChangesAndOthersSeeThemWhenItCommits() {
        Catalog catalog = catalog();
        try (Side one = new Side(catalog);
                Side two = new Side(catalog)) {
            one.put(SOURCE);
            assertTrue(one.view.snapshot().find(name("planes")).isPresent());
            assertTrue(two.view.snapshot().find(name("planes")).isEmpty());
            long before = catalog.version();
            one.commit();
            assertTrue(two.view.snapshot().find(name("planes")).isPresent());
            assertTrue(catalog.version() > before);
            assertEquals(catalog.version(), catalog.snapshot().version());
            two.put(VIEW);
        }
        assertEquals(List.of(entry(SOURCE)), catalog.snapshot().entries());
        assertEquals(List.of(entry(SOURCE)), catalog().snapshot().entries());
    }

    @Test
    void aRollbackToASavepointGoesBackToWhatWasSeenThen() {
        Catalog catalog = catalog();
        try (Side side = new Side(catalog)) {
            side.put(SOURCE);
            int mark = side.view.mark();
            long savepoint = side.transaction.savepoint();
            side.put(VIEW);
            side.view.remove(side.transaction, name("planes"));
            assertEquals(List.of(entry(VIEW)), side.view.snapshot().entries());
            side.transaction.rollbackTo(savepoint);
            side.view.rollbackTo(mark);
            assertEquals(List.of(entry(SOURCE)), side.view.snapshot().entries());
            side.commit();
        }
        assertEquals(List.of(entry(SOURCE)), catalog.snapshot().entries());
        assertEquals(List.of(entry(SOURCE)), catalog().snapshot().entries());
    }

    @Test
    void oneTransactionAtATimeChangesDefinitionsAndTheNextSeesWhatItDid() throws Exception {
        Catalog catalog = catalog();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> second;
            try (Side first = new Side(catalog)) {
                first.put(SOURCE);
                second =
                        threads.submit(() -> {
                            try (Side side = new Side(catalog)) {
                                side.view.lock(side.transaction);
                                Snapshot seen = side.view.snapshot();
                                assertTrue(seen.find(name("planes")).isPresent());
                                side.put(VIEW);
                                side.commit();
                            }
                        });
                assertThrows(
                        java.util.concurrent.TimeoutException.class,
                        () -> second.get(50, TimeUnit.MILLISECONDS));
                first.commit();
            }
            second.get(120, TimeUnit.SECONDS);
        }
        assertEquals(2, catalog.snapshot().entries().size());
    }

    @Test
    void namesAreFreeUntilTakenByTablesViewsSourcesOrIndexes() {
        Catalog catalog = catalog();
        put(catalog, SOURCE);
        CatalogView view =
                new CatalogView(
                        catalog, new Temporaries(1, () -> SearchPath.of(SearchPath.INITIAL)));
        TelegraphException taken = refused(() -> view.requireFree(name("Planes"), "view"));
        assertEquals(SqlState.DUPLICATE_TABLE, taken.state());
        assertEquals(
                "there is a source \"planes\" already. DROP SOURCE planes first, or take another"
                        + " name",
                taken.getMessage());
        view.requireFree(name("planes"), "source");
        assertEquals(
                "\"planes\" is a source, and this needs a view",
                refused(() -> view.require(name("planes"), "view")).getMessage());
        assertEquals(
                "unknown source \"plans\". Did you mean \"planes\"?",
                refused(() -> view.require(name("plans"), "source")).getMessage());
        assertEquals(
                SqlState.UNDEFINED_SCHEMA,
                refused(() -> view.requireFree(new TableName("nope", "t"), "")).state());
        assertEquals(
                SqlState.WRONG_OBJECT_TYPE,
                refused(() -> view.requireFree(new TableName("telegraph", "t"), "")).state());
    }

    @Test
    void theNumberOfEntriesAndTheLengthOfNamesAreLimited() {
        Catalog catalog = new Catalog(() -> store, () -> true, Disk.FILES, sandbox, 2);
        put(catalog, "CREATE VIEW a AS SELECT 1", "CREATE VIEW b AS SELECT 1");
        assertEquals(
                "a catalog holds a limited number of entries: limit=2. Drop some first, or raise"
                        + " catalog_limit",
                refused(() -> put(catalog, "CREATE VIEW c AS SELECT 1")).getMessage());
        put(catalog, "CREATE VIEW a AS SELECT 2");
        assertEquals(2, catalog.snapshot().entries().size());
        assertEquals(
                SqlState.PROGRAM_LIMIT,
                refused(() -> EntryCodec.key(name("é".repeat(128)))).state());
    }

    @Test
    void anOlderCatalogsFileIsTakenOverOnce() throws IOException {
        Path file = sandbox.resolve(CatalogFile.NAME);
        Files.writeString(
                file,
                "{\"format\":\"telegraph catalog\",\"version\":1,\"entries\":[\n"
                        + "{\"kind\":\"view\",\"name\":\"v\",\"statement\":\"CREATE VIEW v AS SELECT 1;\"}]}");
        Entry view = entry("CREATE VIEW v AS SELECT 1");
        assertEquals(List.of(view), catalog().snapshot().entries());
        assertFalse(Files.exists(file));
        assertTrue(Files.exists(sandbox.resolve(CatalogFile.TAKEN)));
        assertEquals(List.of(view), catalog().snapshot().entries());
        // A crash before the file got its other name leaves it beside what it held.
        Files.move(sandbox.resolve(CatalogFile.TAKEN), file);
        put(catalog(), "CREATE VIEW v AS SELECT 2");
        assertEquals(List.of(entry("CREATE VIEW v AS SELECT 2")), catalog().snapshot().entries());
    }

    @Test
    void aDamagedFileIsReportedAndLeftAlone() throws IOException {
        Path file = sandbox.resolve(CatalogFile.NAME);
        String good =
                "{\"format\":\"telegraph catalog\",\"version\":1,\"entries\":[{\"kind\":\"view\","
                        + "\"name\":\"v\",\"statement\":\"CREATE VIEW v AS SELECT 1;\"}]}";
        List<String> damaged = new ArrayList<>();
        for (int cut = 0; cut < good.length(); cut += 3) {
            damaged.add(good.substring(0, cut));
        }
        damaged.add(good + "x");
        damaged.add(good.replace("telegraph catalog", "something else"));
        damaged.add(good.replace("\"version\":1", "\"version\":0"));
        damaged.add(good.replace("\"version\":1", "\"version\":2"));
        damaged.add(good.replace("\"name\":\"v\"", "\"name\":\"w\""));
        damaged.add(good.replace("\"kind\":\"view\"", "\"kind\":\"source\""));
        damaged.add(good.replace("CREATE VIEW", "CREATE VEIW"));
        damaged.add("[]");
        for (String text : damaged) {
            assertFalse(text.equals(good));
            Files.writeString(file, text);
            TelegraphException e = refused(() -> catalog().snapshot());
            assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
            assertTrue(e.getMessage().contains("file=" + file), e.getMessage());
            assertEquals(text, Files.readString(file));
        }
    }

    @Test
    void anEntryOfALaterVersionOrADamagedOneIsReported() {
        put(catalog(), VIEW);
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            byte[] value = EntryCodec.encode(entry(VIEW)).toArray();
            value[0] = EntryCodec.FORMAT + 1;
            transaction.update(Store.FIRST_CONTAINER, EntryCodec.key(name("old")), Bytes.of(value));
            transaction.commit();
        }
        TelegraphException later = refused(() -> catalog().snapshot());
        assertEquals(TelegraphException.Kind.CORRUPT, later.kind());
        assertTrue(later.getMessage().contains("later version"), later.getMessage());
        byte[] good = EntryCodec.encode(entry(VIEW)).toArray();
        for (int cut = 0; cut < good.length; cut++) {
            byte[] less = java.util.Arrays.copyOf(good, cut);
            assertEquals(
                    TelegraphException.Kind.CORRUPT,
                    refused(() -> EntryCodec.decode(less, "it")).kind());
        }
    }

    @Test
    void secretsInClearAreRefusedAndReferencesAreNot() {
        Catalog catalog = catalog();
        List<String> clear =
                List.of(
                        "token = 'hunter2'",
                        "password = 'hunter2'",
                        "API_KEY = 'hunter2'",
                        "header.Authorization = 'Bearer hunter2'",
                        "header.X-Api-Key = 'hunter2'",
                        "header.Cookie = 'hunter2'",
                        "form.password = 'hunter2'",
                        "url = 'http://user:hunter2@h/'",
                        "url = 'http://h/x?page={page}&api_key=hunter2'");
        for (String option : clear) {
            String message =
                    refused(() -> put(catalog, "CREATE SOURCE s (a INT) WITH (" + option + ")"))
                            .getMessage();
            assertTrue(message.startsWith("a secret is never kept in the catalog"), message);
            assertTrue(message.contains("secret:NAME"), message);
            assertFalse(message.contains("hunter2"), message);
        }
        for (String query :
                List.of(
                        "SELECT * FROM read_json('http://h/', token => 'hunter2')",
                        "SELECT * FROM read_json('http://h/', headers => {'Authorization': 'hunter2'})",
                        "SELECT * FROM 'http://u:hunter2@h/a.csv'")) {
            refused(() -> put(catalog, "CREATE VIEW v AS " + query));
        }
        assertEquals(List.of(), catalog().snapshot().entries());
        put(
                catalog,
                "CREATE SOURCE s (a INT) WITH (token = 'secret:GITHUB', header.Authorization ="
                        + " 'Bearer {secret:GITHUB}', header.Accept = 'token', url ="
                        + " 'https://h:80/a@b?token={cursor}&key=1', next_token = '$.token', password ="
                        + " '')",
                "CREATE VIEW v AS SELECT * FROM 'http://h:80/token=1/a.csv'");
        assertEquals(2, catalog().snapshot().entries().size());
    }

    @Test
    void readersSeeWholeChangesWhileOthersWrite() throws Exception {
        Catalog catalog = catalog();
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                int writer = w;
                writers.add(
                        threads.submit(() -> {
                            for (int i = 0; i < 25; i++) {
                                put(
                                        catalog,
                                        "CREATE VIEW a" + writer + " AS SELECT " + i,
                                        "CREATE VIEW b" + writer + " AS SELECT " + i);
                            }
                        }));
            }
            Future<Long> reader =
                    threads.submit(() -> {
                        long seen = 0;
                        while (!done.get()) {
                            Snapshot now = catalog.published().settled();
                            assertTrue(now.version() >= seen, "time went back");
                            seen = now.version();
                            for (int w = 0; w < 4; w++) {
                                assertEquals(query(now, "a" + w), query(now, "b" + w));
                            }
                        }
                        return seen;
                    });
            for (Future<?> writer : writers) {
                writer.get();
            }
            done.set(true);
            reader.get();
        }
        assertEquals(8, catalog.snapshot().entries().size());
        assertEquals(catalog.snapshot().entries(), catalog().snapshot().entries());
        assertEquals("SELECT 24", query(catalog.snapshot(), "a3"));
    }

    private static String query(Snapshot snapshot, String view) {
        return snapshot.find(name(view)).map(e -> ((Entry.ViewEntry) e).query()).orElse("");
    }
}
