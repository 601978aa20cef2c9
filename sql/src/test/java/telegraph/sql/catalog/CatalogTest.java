package telegraph.sql.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.memory.TelegraphException;

/// What a catalog keeps, refuses and survives.
class CatalogTest {
    private static final String SOURCE =
            "CREATE SOURCE planes (tailnum TEXT REQUIRED, year INT PATH 'td.y') WITH (url = 'http://h/')";
    private static final String VIEW = "CREATE VIEW old (a) AS SELECT 'x;y' FROM 'a.csv' -- é\n";

    @TempDir Path sandbox;

    private static Entry entry(String statement) {
        return CreateStatements.read(statement);
    }

    private static String refused(TelegraphException.Kind kind, Runnable action) {
        TelegraphException e = assertThrows(TelegraphException.class, action::run);
        assertEquals(kind, e.kind(), e.getMessage());
        return e.getMessage();
    }

    private static String refused(Runnable action) {
        return refused(TelegraphException.Kind.INPUT, action);
    }

    private Path file() {
        return sandbox.resolve(CatalogFile.NAME);
    }

    @Test
    void whatIsPutIsFoundInAnyCaseNowAndAfterOpeningAgain() {
        Catalog catalog = Catalog.open(sandbox.resolve("new/sandbox"));
        assertEquals(List.of(), catalog.entries());
        catalog.put(entry(SOURCE), false);
        catalog.put(entry(VIEW), false);
        Catalog again = Catalog.open(sandbox.resolve("new/sandbox"));
        for (Catalog each : List.of(catalog, again)) {
            assertEquals(List.of(entry(VIEW), entry(SOURCE)), each.entries());
            assertEquals(Optional.of(entry(SOURCE)), each.find("PLANES"));
            assertEquals(Optional.empty(), each.find("plane"));
        }
        again.drop("Old", false);
        assertEquals(
                List.of(entry(SOURCE)), Catalog.open(sandbox.resolve("new/sandbox")).entries());
    }

    @Test
    void aNameIsTakenUntilReplacedOrDropped() {
        Catalog catalog = Catalog.open(sandbox);
        catalog.put(entry(SOURCE), false);
        assertEquals(
                "source \"planes\" exists already. CREATE OR REPLACE replaces it",
                refused(() -> catalog.put(entry(SOURCE), false)));
        Entry other = entry("CREATE SOURCE \"Planes\" (a INT)");
        catalog.put(other, true);
        assertEquals(List.of(other), catalog.entries());
        assertEquals(
                "there is a source \"Planes\" already. DROP SOURCE \"Planes\" first, or take"
                        + " another name",
                refused(() -> catalog.put(entry("CREATE VIEW planes AS SELECT 1"), true)));
        assertEquals(
                "\"Planes\" is a source. Use DROP SOURCE",
                refused(() -> catalog.drop("planes", false)));
        assertEquals(
                "unknown source \"plans\". Did you mean \"Planes\"?",
                refused(() -> catalog.drop("plans", true)));
        assertEquals("unknown view \"planess\"", refused(() -> catalog.drop("planess", false)));
    }

    @Test
    void theNumberOfEntriesIsLimited() {
        Catalog catalog = Catalog.open(sandbox, 2);
        catalog.put(entry("CREATE VIEW a AS SELECT 1"), false);
        catalog.put(entry("CREATE VIEW b AS SELECT 1"), false);
        assertEquals(
                "a catalog holds a limited number of entries: limit=2. Drop some first",
                refused(
                        TelegraphException.Kind.RESOURCE,
                        () -> catalog.put(entry("CREATE VIEW c AS SELECT 1"), false)));
        catalog.put(entry("CREATE VIEW a AS SELECT 2"), true);
        assertEquals(2, catalog.entries().size());
    }

    @Test
    void aDamagedFileIsReportedAndLeftAlone() throws IOException {
        Catalog catalog = Catalog.open(sandbox);
        catalog.put(entry(SOURCE), false);
        catalog.put(entry(VIEW), false);
        String good = Files.readString(file());
        List<String> damaged = new ArrayList<>();
        for (int cut = 0; cut < good.strip().length(); cut++) {
            damaged.add(good.substring(0, cut));
        }
        damaged.add(good + "x");
        damaged.add(good.replace("telegraph catalog", "something else"));
        damaged.add(good.replace("\"version\":1", "\"version\":0"));
        damaged.add(good.replace("\"name\":\"planes\"", "\"name\":\"trains\""));
        damaged.add(good.replace("\"kind\":\"view\"", "\"kind\":\"source\""));
        damaged.add(good.replace("CREATE VIEW", "CREATE VEIW"));
        damaged.add(good.replace("\"kind\"", "\"sort\""));
        damaged.add(good.replace("old", "OLD"));
        damaged.add("[]");
        damaged.add("null");
        for (String text : damaged) {
            assertFalse(text.equals(good));
            Files.writeString(file(), text);
            String message = refused(TelegraphException.Kind.CORRUPT, () -> Catalog.open(sandbox));
            assertTrue(
                    message.startsWith("the catalog is damaged: file=" + file() + " found="),
                    message);
            assertEquals(text, Files.readString(file()));
        }
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe});
        refused(TelegraphException.Kind.CORRUPT, () -> Catalog.open(sandbox));
    }

    @Test
    void aFileOfALaterVersionIsReportedAndLeftAlone() throws IOException {
        String later = "{\"format\":\"telegraph catalog\",\"version\":2,\"rows\":[[]]}";
        Files.writeString(file(), later);
        assertEquals(
                "the catalog was written by a later version of Telegraph: file="
                        + file()
                        + " version=2 known=1. Nothing was changed; use that version, or another"
                        + " sandbox",
                refused(TelegraphException.Kind.CORRUPT, () -> Catalog.open(sandbox)));
        assertEquals(later, Files.readString(file()));
    }

    @Test
    void whatACrashLeftOfAWriteDoesNotMatter() throws IOException {
        Catalog.open(sandbox).put(entry(SOURCE), false);
        Files.writeString(sandbox.resolve(CatalogFile.NAME + ".new"), "{\"format\":\"tele");
        Catalog catalog = Catalog.open(sandbox);
        assertEquals(List.of(entry(SOURCE)), catalog.entries());
        catalog.put(entry(VIEW), false);
        assertEquals(2, Catalog.open(sandbox).entries().size());
        assertFalse(Files.exists(sandbox.resolve(CatalogFile.NAME + ".new")));
    }

    @Test
    void aChangeThatCannotBeWrittenDoesNotHappen() throws IOException {
        Catalog catalog = Catalog.open(sandbox);
        catalog.put(entry(SOURCE), false);
        // A directory where the new file should be keeps even root from writing it.
        Files.createDirectories(sandbox.resolve(CatalogFile.NAME + ".new"));
        String message =
                refused(TelegraphException.Kind.RESOURCE, () -> catalog.put(entry(VIEW), false));
        assertTrue(message.startsWith("the catalog cannot be written: file=" + file()), message);
        refused(TelegraphException.Kind.RESOURCE, () -> catalog.drop("planes", true));
        assertEquals(List.of(entry(SOURCE)), catalog.entries());
        assertEquals(List.of(entry(SOURCE)), Catalog.open(sandbox).entries());
    }

    @Test
    void secretsInClearAreRefusedAndReferencesAreNot() throws IOException {
        Catalog catalog = Catalog.open(sandbox);
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
                    refused(() ->
                            catalog.put(
                                    entry("CREATE SOURCE s (a INT) WITH (" + option + ")"), false));
            assertTrue(message.startsWith("a secret is never kept in the catalog"), message);
            assertTrue(message.contains("secret:NAME"), message);
            assertFalse(message.contains("hunter2"), message);
        }
        for (String query :
                List.of(
                        "SELECT * FROM read_json('http://h/', token => 'hunter2')",
                        "SELECT * FROM read_json('http://h/', headers => {'Authorization': 'hunter2'})",
                        "SELECT * FROM 'http://u:hunter2@h/a.csv'")) {
            refused(() -> catalog.put(entry("CREATE VIEW v AS " + query), false));
        }
        assertFalse(Files.exists(file()));
        catalog.put(
                entry(
                        "CREATE SOURCE s (a INT) WITH (token = 'secret:GITHUB', header.Authorization"
                                + " = 'Bearer {secret:GITHUB}', header.Accept = 'token', url ="
                                + " 'https://h:80/a@b?token={cursor}&key=1', next_token = '$.token',"
                                + " password = '')"),
                false);
        catalog.put(entry("CREATE VIEW v AS SELECT * FROM 'http://h:80/token=1/a.csv'"), false);
        assertEquals(2, Catalog.open(sandbox).entries().size());
    }

    @Test
    void readersSeeWholeChangesWhileOthersWrite() throws Exception {
        Catalog catalog = Catalog.open(sandbox);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                String name = "v" + w;
                writers.add(
                        threads.submit(() -> {
                            for (int i = 0; i < 25; i++) {
                                String query = "SELECT " + i;
                                catalog.put(new Entry.ViewEntry(name, List.of(), query), true);
                            }
                        }));
            }
            Callable<Integer> reading =
                    () -> {
                        int seen = 0;
                        while (!done.get()) {
                            int now = catalog.entries().size();
                            assertTrue(now >= seen, "an entry vanished");
                            seen = now;
                            Catalog.open(sandbox);
                        }
                        return seen;
                    };
            Future<Integer> reader = threads.submit(reading);
            for (Future<?> writer : writers) {
                writer.get();
            }
            done.set(true);
            reader.get();
        }
        List<Entry> entries = catalog.entries();
        assertEquals(4, entries.size());
        for (Entry entry : entries) {
            assertEquals("SELECT 24", ((Entry.ViewEntry) entry).query());
        }
        assertEquals(entries, Catalog.open(sandbox).entries());
    }
}
