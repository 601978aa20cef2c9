package telegraph.tables.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.memory.Type;

/// The statement written for an entry creates that entry.
class CreateStatementsTest {
    private static final List<Type> TYPES =
            List.of(
                    Type.BOOLEAN,
                    Type.INTEGER,
                    Type.BIGINT,
                    Type.DOUBLE,
                    Type.DATE,
                    Type.TIME,
                    Type.TIMESTAMP,
                    Type.INSTANT,
                    Type.TEXT,
                    Type.decimal(1, 0),
                    Type.decimal(38, 38),
                    Type.decimal(10, 2));

    /// Letters chosen to collide with everything the grammar gives a meaning.
    private static final String[] PIECES = {
        "a", "B", "z9", "_", "primary", "key", "select", "with", "'", "\"", ".", "-", " ", ";",
                "--",
        "/*", "*/", "$$", "\\", "\n", "\r\n", "é", "漢", "\ud83d\ude00", "0", "(", ")", ",", "=",
                "true",
        "{secret:X}", "E'", "\t",
    };

    @Test
    void aSourceIsWrittenAsOneWouldWriteIt() {
        Entry entry =
                CreateStatements.read(
                        "create or replace source Planes (tailnum text required, \"Year\" int4 path"
                                + " 'td.year', \"order\" float8 optional, at timestamptz) with (connector"
                                + " 'http', header.X-A = 'b', max_concurrent 20, lazy = true, empty = '')");
        assertEquals(
                """
                CREATE SOURCE planes (
                    tailnum TEXT REQUIRED,
                    "Year" INTEGER PATH 'td.year',
                    "order" DOUBLE PRECISION OPTIONAL,
                    at TIMESTAMP WITH TIME ZONE
                ) WITH (
                    connector = 'http',
                    "header.X-A" = 'b',
                    max_concurrent = 20,
                    lazy = true,
                    empty = ''
                );\
                """,
                Snapshot.EMPTY.createStatement(entry));
        assertEquals(
                """
                CREATE VIEW v (a, "B") AS
                SELECT 1,  2;\
                """,
                Snapshot.EMPTY.createStatement(
                        CreateStatements.read("create view V (a, B) as SELECT 1,  2 /* end */")));
    }

    @Test
    void everyRandomEntrySurvivesItsStatementAndTheStore() {
        long seed = Long.getLong("seed", 20261121L);
        System.out.println("CreateStatementsTest seed=" + seed);
        Random random = new Random(seed);
        int withKeys = 0;
        for (int i = 0; i < 3_000; i++) {
            Entry entry = random.nextInt(4) == 0 ? view(random) : source(random);
            String statement = CreateStatements.write(entry, Snapshot.EMPTY);
            assertEquals(entry, CreateStatements.read(statement), statement);
            assertEquals(
                    statement,
                    CreateStatements.write(CreateStatements.read(statement), Snapshot.EMPTY));
            withKeys += statement.contains("PRIMARY KEY (") ? 1 : 0;
            byte[] kept = EntryCodec.encode(entry).toArray();
            assertEquals(entry, EntryCodec.decode(kept, "it"), statement);
        }
        assertTrue(withKeys > 100, "withKeys=" + withKeys);
    }

    private static Entry view(Random random) {
        String query =
                "SELECT '"
                        + text(random).replace("'", "''")
                        + "' /* "
                        + random.nextInt()
                        + " */ FROM t";
        return new Entry.ViewEntry(
                new TableName(TableName.PUBLIC, text(random)), names(random), query);
    }

    private static Entry source(Random random) {
        List<ColumnDefinition> columns = new ArrayList<>();
        for (String name : names(random)) {
            columns.add(
                    new ColumnDefinition(
                            name,
                            TYPES.get(random.nextInt(TYPES.size())),
                            random.nextBoolean() ? "" : text(random),
                            ColumnDefinition.Use.values()[random.nextInt(3)],
                            random.nextInt(3) == 0,
                            new Position(random.nextInt(1, 9), 1)));
        }
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", "http");
        for (int i = random.nextInt(4); i > 0; i--) {
            options.put(
                    random.nextBoolean() ? "header." + text(random) : text(random),
                    switch (random.nextInt(4)) {
                        case 0 -> "";
                        case 1 -> "-" + random.nextInt(100) + ".50";
                        case 2 -> "true";
                        default -> text(random);
                    });
        }
        return new Entry.SourceEntry(
                new Statement.CreateSource(
                        new TableName(TableName.PUBLIC, text(random)),
                        random.nextBoolean(),
                        false,
                        columns,
                        options));
    }

    private static List<String> names(Random random) {
        Set<String> seen = new LinkedHashSet<>();
        List<String> names = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            String name = text(random);
            if (seen.add(name.toLowerCase(Locale.ROOT))) {
                names.add(name);
            }
        }
        return names;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(4); n >= 0; n--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }
}
