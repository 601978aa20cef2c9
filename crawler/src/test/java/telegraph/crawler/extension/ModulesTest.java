package telegraph.crawler.extension;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.crawler.Outcome;
import telegraph.crawler.Page;
import telegraph.crawler.PageModule;
import telegraph.crawler.Row;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.PageView;
import telegraph.crawler.page.Part;
import telegraph.engine.Column;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Modules come from jars, fill their columns, and whatever they throw stays with the page.
class ModulesTest {
    private static final String COUNTER =
            """
            package org.example;
            import java.util.List;
            import telegraph.crawler.*;
            import telegraph.engine.Column;
            import telegraph.memory.Type;
            public class Counter implements PageModule {
              @Override public boolean wants(String url, int depth) { return !url.contains("no"); }
              @Override public List<Column> columns() {
                return List.of(new Column("words", Type.INTEGER));
              }
              @Override public void extract(Page page, Row row) {
                row.set(0, page.bodyText().split(" ").length);
              }
            }
            """;

    @TempDir Path folder;

    private static PageRecord page(int status, String body) {
        byte[] url = "http://h/".getBytes(StandardCharsets.UTF_8);
        PageRecord record = new PageRecord();
        record.start(url, 0, url.length, 0).status(status);
        return body.isEmpty() ? record : record.put(Part.BODY, body);
    }

    private static boolean wants(ModuleCalls calls, String url) {
        byte[] octets = url.getBytes(StandardCharsets.UTF_8);
        return calls.wants(octets, 0, octets.length, 1);
    }

    private static PageView view(PageRecord record) {
        return new PageView().set(record.octets());
    }

    /// The values of a page's extra columns.
    private static List<Object> values(ExtraColumns columns, PageRecord record) {
        List<Type> types = columns.columns().stream().map(Column::type).toList();
        int[] places = new int[types.size()];
        Arrays.setAll(places, i -> i);
        List<Object> values = new ArrayList<>();
        try (MemoryManager memory = new MemoryManager(1 << 20);
                Region region = memory.query("test", 1 << 20);
                BatchBuilder builder = new BatchBuilder(region, types)) {
            columns.put(view(record), builder, places);
            builder.endRow();
            Batch batch = builder.build();
            for (int c = 0; c < types.size(); c++) {
                values.add(batch.valueAt(c, 0));
            }
            batch.unpin();
        }
        return values;
    }

    @Test
    void aClassNamedInAJarFiltersAndFillsItsColumn() throws IOException {
        Path jar = Jar.of(folder, Map.of("org.example.Counter", COUNTER), List.of());
        try (Modules modules = Modules.load(List.of(jar + "#org.example.Counter"))) {
            assertEquals(List.of(new Column("words", Type.INTEGER)), modules.columns().columns());
            ModuleCalls calls = new ModuleCalls(modules);
            calls.start();
            assertTrue(wants(calls, "http://h/yes"));
            assertFalse(wants(calls, "http://h/no"));
            PageRecord record = page(200, "three short words");
            calls.extract(record);
            assertEquals(List.of(3), values(modules.columns(), record));
            assertEquals(Outcome.FETCHED, view(record).outcome());
        }
    }

    @Test
    void aJarNamesItsModulesItself() throws IOException {
        Path jar =
                Jar.of(
                        folder,
                        Map.of("org.example.Counter", COUNTER),
                        List.of("org.example.Counter"));
        try (Modules modules = Modules.load(List.of(jar.toString()))) {
            assertEquals(1, modules.columns().columns().size());
            assertTrue(modules.areFilters());
        }
    }

    @Test
    void whatCannotBeLoadedIsSaidWithItsJarAndClass() throws IOException {
        Map<String, String> sources =
                Map.of(
                        "a.NoModule", "package a; public class NoModule {}",
                        "a.Hidden",
                                "package a; public class Hidden implements"
                                        + " telegraph.crawler.PageModule { Hidden() {} }",
                        "a.Thrower",
                                "package a; public class Thrower implements"
                                        + " telegraph.crawler.PageModule { public Thrower() { throw"
                                        + " new IllegalStateException(\"at once\"); } }",
                        "a.Static",
                                "package a; public class Static implements"
                                        + " telegraph.crawler.PageModule { static int n ="
                                        + " Integer.parseInt(\"none\"); }",
                        "a.Columns",
                                "package a; public class Columns implements"
                                        + " telegraph.crawler.PageModule { public"
                                        + " java.util.List<telegraph.engine.Column> columns() {"
                                        + " return null; } }");
        Path jar = Jar.of(folder, sources, List.of());
        Path named = Jar.of(folder, sources, List.of("a.Thrower"));
        Path noJar = Files.writeString(folder.resolve("no.jar"), "no jar at all");
        Map<String, String> expected =
                Map.of(
                        folder.resolve("missing.jar").toString(),
                        "must be readable",
                        jar + "#a.Missing",
                        "lies in its jar",
                        jar + "#a.NoModule",
                        "implements telegraph.crawler.PageModule",
                        jar + "#a.Hidden",
                        "public constructor",
                        jar + "#a.Thrower",
                        "constructor must not throw",
                        jar + "#a.Static",
                        "NumberFormatException",
                        jar + "#a.Columns",
                        "say its columns",
                        named.toString(),
                        "could not be made",
                        jar.toString(),
                        "META-INF/services",
                        noJar + "#a.NoModule",
                        "ZipException");
        expected.forEach((extension, words) -> {
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> Modules.load(List.of(extension)));
            assertEquals(TelegraphException.Kind.INPUT, e.kind());
            assertTrue(e.getMessage().contains(words), e.getMessage());
            assertTrue(
                    e.getMessage().contains(".jar") || e.getMessage().contains("class="),
                    e.getMessage());
        });
    }

    /// A module of the test's own.
    private record Own(List<Column> columns, Extract doing) implements PageModule {
        interface Extract {
            void take(Page page, Row row);
        }

        @Override
        public void extract(Page page, Row row) {
            doing.take(page, row);
        }

        @Override
        public void receive(Page page) {
            if (page.status() == 500) {
                throw new IllegalStateException("does not want it");
            }
        }
    }

    @Test
    void aModuleWithoutColumnsSeesPagesWithItsFetcherAndMayFailThere() {
        Modules modules =
                Modules.of(List.of(new Own(List.of(), (page, row) -> row.set(0, page.url()))));
        PageRecord record = page(200, "x");
        new ModuleCalls(modules).extract(record);
        assertEquals(Outcome.EXTENSION_FAILED, view(record).outcome());
        assertTrue(view(record).detail().contains("columns=0"), view(record).detail());
    }

    @Test
    void whatAModuleThrowsAtItsEndIsSaidAfterAllHaveEnded() {
        List<String> ended = new ArrayList<>();
        PageModule one =
                new PageModule() {
                    @Override
                    public void close() {
                        throw new AssertionError("not in peace");
                    }
                };
        PageModule other =
                new PageModule() {
                    @Override
                    public void close() {
                        ended.add("other");
                    }
                };
        TelegraphException e =
                assertThrows(
                        TelegraphException.class, () -> Modules.of(List.of(one, other)).close());
        assertTrue(e.getMessage().contains("not in peace"), e.getMessage());
        assertEquals(List.of("other"), ended);
    }

    @Test
    void valuesOfEveryTypeReadBack() {
        List<Object> given =
                Arrays.asList(
                        true,
                        -7,
                        1L << 40,
                        -2.5,
                        new BigDecimal("12345.67"),
                        LocalDate.of(2026, 2, 3),
                        LocalTime.of(4, 5, 6),
                        LocalDateTime.of(2026, 2, 3, 4, 5, 6),
                        Instant.ofEpochMilli(1_700_000_000_123L),
                        "Wörter",
                        null);
        List<Type> types =
                List.of(
                        Type.BOOLEAN,
                        Type.INTEGER,
                        Type.BIGINT,
                        Type.DOUBLE,
                        Type.decimal(9, 2),
                        Type.DATE,
                        Type.TIME,
                        Type.TIMESTAMP,
                        Type.INSTANT,
                        Type.TEXT,
                        Type.TEXT);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            columns.add(new Column("c" + i, types.get(i)));
        }
        Own own =
                new Own(
                        columns,
                        (page, row) -> {
                            for (int i = given.size() - 1; i >= 0; i--) {
                                row.set(i, given.get(i));
                            }
                        });
        try (Modules modules = Modules.of(List.of(own))) {
            PageRecord record = page(200, "");
            new ModuleCalls(modules).extract(record);
            assertEquals(given, values(modules.columns(), record));
        }
    }

    @Test
    void whatAModuleThrowsIsThePagesErrorAndOthersGoOn() {
        Own throwing =
                new Own(
                        List.of(new Column("a", Type.TEXT)),
                        (page, row) -> {
                            throw new IllegalStateException("no such price");
                        });
        Own good = new Own(List.of(new Column("b", Type.TEXT)), (page, row) -> row.set(0, "value"));
        try (Modules modules = Modules.of(List.of(throwing, good))) {
            PageRecord record = page(200, "");
            ModuleCalls calls = new ModuleCalls(modules);
            calls.start();
            calls.extract(record);
            assertEquals(Arrays.asList(null, "value"), values(modules.columns(), record));
            assertEquals(Outcome.EXTENSION_FAILED, view(record).outcome());
            assertTrue(view(record).detail().contains("no such price"), view(record).detail());
            assertTrue(view(record).detail().contains("extract"), view(record).detail());
        }
    }

    @Test
    void aReceiverThatThrowsIsToldInTheRecordItGot() {
        try (Modules modules = Modules.of(List.of(new Own(List.of(), (page, row) -> {})))) {
            PageRecord record = page(500, "");
            new ModuleCalls(modules).receive(record);
            assertEquals(Outcome.EXTENSION_FAILED, view(record).outcome());
            record = page(200, "");
            new ModuleCalls(modules).receive(record);
            assertEquals(Outcome.FETCHED, view(record).outcome());
        }
    }

    @Test
    void aValueOfAnotherTypeOrColumnIsTheModulesMistake() {
        List<Own.Extract> mistakes =
                List.of(
                        (page, row) -> row.set(0, 5),
                        (page, row) -> row.set(1, "x"),
                        (page, row) -> row.set(-1, "x"));
        for (Own.Extract mistake : mistakes) {
            Own own = new Own(List.of(new Column("a", Type.TEXT)), mistake);
            try (Modules modules = Modules.of(List.of(own))) {
                PageRecord record = page(200, "");
                new ModuleCalls(modules).extract(record);
                assertEquals(Outcome.EXTENSION_FAILED, view(record).outcome());
                assertEquals(Arrays.asList((Object) null), values(modules.columns(), record));
            }
        }
    }

    @Test
    void pagesWithoutAResponseHaveNoValues() {
        Own own = new Own(List.of(new Column("a", Type.TEXT)), (page, row) -> row.set(0, "value"));
        try (Modules modules = Modules.of(List.of(own))) {
            PageRecord record = page(0, "");
            new ModuleCalls(modules).extract(record);
            assertFalse(record.has(Part.EXTRA));
            assertEquals(Arrays.asList((Object) null), values(modules.columns(), record));
        }
    }

    @Test
    void aColumnHasANameOfItsOwn() {
        for (List<String> names : List.of(List.of("url"), List.of("a", "A"), List.of(" "))) {
            List<Column> columns = names.stream().map(name -> new Column(name, Type.TEXT)).toList();
            assertThrows(TelegraphException.class, () -> new ExtraColumns(columns));
        }
    }

    @Test
    void aCrawlGoesOnWithTheColumnsItBeganWith() {
        Disk disk = Disk.inMemory();
        Path root = Path.of("/");
        ExtraColumns columns =
                new ExtraColumns(
                        List.of(
                                new Column("a price", Type.decimal(10, 2)),
                                new Column("n", Type.BIGINT)));
        columns.keep(disk, root);
        columns.keep(disk, root);
        assertEquals(columns.columns(), ExtraColumns.of(disk, root).columns());
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> ExtraColumns.NONE.keep(disk, root));
        assertTrue(e.getMessage().contains("DECIMAL(10,2) a price"), e.getMessage());
    }
}
