package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.testkit.PythonPackages;

/// Small applications of other people's frameworks run over the server as they do over PostgreSQL,
/// and print what they are answered.
///
/// | folder       | is                                                                          |
/// |--------------|-----------------------------------------------------------------------------|
/// | `django`     | a library: migrations there and back, queries, the admin, `inspectdb`       |
/// | `sqlalchemy` | a shop: tables made, looked at and dropped, the ORM, reports, versions      |
///
/// In each `answers.txt` is what it printed over PostgreSQL 15; to make it anew, run the
/// application with `APP_HOST`, `APP_PORT` and `APP_DATABASE` of an empty database of the collation
/// C.
///
/// They are skipped where Python, its packages or the registry that has them are not to be had.
@Tag("slow")
@Timeout(600)
class PythonApplicationsTest {
    @TempDir Path errors;

    @ParameterizedTest
    @ValueSource(strings = {"django", "sqlalchemy"})
    void anApplicationIsAnsweredAsByPostgres(String name) throws Exception {
        Path folder =
                Path.of(getClass().getResource(name + "/requirements.txt").toURI()).getParent();
        PythonPackages packages =
                PythonPackages.in(
                        Path.of("target", "python-" + name), folder.resolve("requirements.txt"));
        assumeTrue(packages.areThere(), packages.missing());
        try (PostgresServer server = new PostgresServer()) {
            Path said = errors.resolve(name + ".txt");
            ProcessBuilder builder =
                    new ProcessBuilder(packages.python().toString(), name + "_app.py")
                            .directory(folder.toFile())
                            .redirectError(said.toFile());
            builder.environment().put("APP_HOST", "127.0.0.1");
            builder.environment().put("APP_PORT", String.valueOf(server.port()));
            builder.environment().put("APP_DATABASE", "telegraph");
            builder.environment().put("DJANGO_SETTINGS_MODULE", "django_settings");
            builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
            builder.environment().put("PYTHONIOENCODING", "utf-8");
            Process process = builder.start();
            process.getOutputStream().close();
            String answers =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            String wrong = Files.readString(said);
            assertEquals(Files.readString(folder.resolve("answers.txt")), answers, wrong);
            assertEquals(0, code, wrong);
        }
    }
}
