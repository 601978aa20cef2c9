package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.testkit.PythonPackages;

/// dbt builds a project as it is: seeds, views, a table, incremental models of three strategies, a
/// snapshot and tests of data; again when the seeds have changed, with its documentation, and then
/// all anew. After each, the tables have the rows that they had in PostgreSQL.
///
/// | in `dbt`        | is                                                              |
/// |-----------------|-----------------------------------------------------------------|
/// | `questions.sql` | what is asked of the tables                                     |
/// | `answers.txt`   | what psql printed of PostgreSQL 15's answers, by the same steps |
///
/// The test is skipped where Python, its packages or the registry that has them are not to be had.
@Tag("slow")
@Timeout(900)
class DbtTest {
    private static final Path ENVIRONMENT = Path.of("target", "dbt");

    @TempDir Path project;

    @Test
    void aProjectIsBuiltAndBuiltAgain() throws Exception {
        Path source = Path.of(DbtTest.class.getResource("dbt/dbt_project.yml").toURI()).getParent();
        PythonPackages packages =
                PythonPackages.in(ENVIRONMENT, source.resolve("requirements.txt"));
        assumeTrue(packages.areThere(), packages.missing());
        copy(source);
        List<String> answers = new ArrayList<>();
        try (PostgresServer server = new PostgresServer()) {
            Path python = packages.python();
            run(python, server, "build");
            answers.addAll(asked(server, "built"));
            Files.copy(
                    project.resolve("raw_orders_later.csv"),
                    project.resolve("seeds/raw_orders.csv"),
                    StandardCopyOption.REPLACE_EXISTING);
            run(python, server, "build");
            answers.addAll(asked(server, "again"));
            run(python, server, "docs", "generate");
            assertTrue(Files.exists(project.resolve("target/catalog.json")));
            run(python, server, "build", "--full-refresh");
            answers.addAll(asked(server, "refreshed"));
        }
        assertEquals(
                Files.readString(source.resolve("answers.txt")), String.join("\n", answers) + "\n");
    }

    private void copy(Path source) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = project.resolve(source.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
    }

    private void run(Path python, PostgresServer server, String... words) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(python.resolveSibling("dbt").toString(), "--no-use-colors"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
        builder.environment().put("SHOP_HOST", "127.0.0.1");
        builder.environment().put("SHOP_PORT", String.valueOf(server.port()));
        builder.environment().put("DBT_PROFILES_DIR", project.toString());
        builder.environment().put("DO_NOT_TRACK", "1");
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    /// The answers as psql prints them.
    private List<String> asked(PostgresServer server, String title) throws Exception {
        List<String> lines = new ArrayList<>(List.of("-- " + title));
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String question : Files.readAllLines(project.resolve("questions.sql"))) {
                ResultSet rows = statement.executeQuery(question);
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int c = 1; c <= rows.getMetaData().getColumnCount(); c++) {
                        row.add(rows.getString(c));
                    }
                    lines.add(String.join(",", row));
                }
            }
        }
        return lines;
    }
}
