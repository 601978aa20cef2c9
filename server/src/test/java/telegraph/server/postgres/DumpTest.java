package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A dump of a database of PostgreSQL is loaded by psql as it is, and what was loaded answers as it
/// did there.
///
/// | file in `dump`  | is                                                          |
/// |-----------------|-------------------------------------------------------------|
/// | `shop.sql`      | what `pg_dump` of PostgreSQL 15 wrote of a database          |
/// | `questions.sql` | what is asked of it: rows, catalogs, changes that are refused |
/// | `answers.txt`   | what psql printed of PostgreSQL's answers                    |
/// | `types…`        | the same of another with types of its own                   |
///
/// The test is skipped where there is no psql.
class DumpTest {
    /// What psql prints, and how it ends.
    private record Printed(String text, int code) {
        /// The lines that begin so after the place in the file.
        List<String> told(String kind) {
            return text.lines().filter(line -> line.startsWith(kind)).toList();
        }
    }

    private static Path file(String name) throws Exception {
        return Path.of(DumpTest.class.getResource("dump/" + name).toURI());
    }

    private static Printed psql(PostgresServer server, String file) throws Exception {
        Path path = file(file);
        ProcessBuilder builder =
                new ProcessBuilder(
                        PostgresServer.psql(
                                server.port(),
                                "-At",
                                "-v",
                                "ON_ERROR_STOP=1",
                                "-f",
                                path.toString()));
        builder.environment().put("PGTZ", "UTC");
        builder.environment().put("PGCLIENTENCODING", "UTF8");
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "psql ends");
        String place = "psql:" + path.toString().replace("\\", "\\\\") + ":\\d+: ";
        return new Printed(all.replaceAll(place, ""), process.exitValue());
    }

    @Test
    void aDumpIsLoadedAndAnswersAsThere() throws Exception {
        assumeTrue(PostgresServer.hasPsql(), "there is no psql here");
        try (PostgresServer server = new PostgresServer()) {
            Printed loaded = psql(server, "shop.sql");
            assertEquals(0, loaded.code(), loaded.text());
            assertEquals(List.of(), loaded.told("NOTICE"), "the dump asks for warnings alone");
            assertEquals(11, loaded.told("WARNING").size(), loaded.text());
            assertEquals(
                    List.of(
                            "WARNING:  REVOKE took nothing away: whoever is let in may still do"
                                    + " everything with everything"),
                    loaded.told("WARNING:  REVOKE"));
            assertEquals(
                    Files.readString(file("answers.txt")), psql(server, "questions.sql").text());
        }
    }

    @Test
    void aDumpWithTypesOfItsOwnIsLoadedAndAnswersAsThere() throws Exception {
        assumeTrue(PostgresServer.hasPsql(), "there is no psql here");
        try (PostgresServer server = new PostgresServer()) {
            Printed loaded = psql(server, "types.sql");
            assertEquals(0, loaded.code(), loaded.text());
            assertEquals(
                    Files.readString(file("types-answers.txt")),
                    psql(server, "types-questions.sql")
                            .text()
                            .replaceAll("(?m)^CONTEXT: .*\\R", ""));
        }
    }
}
