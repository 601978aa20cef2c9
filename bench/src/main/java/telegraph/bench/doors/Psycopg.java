package telegraph.bench.doors;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Python's client of PostgreSQL, in an environment of its own that is made the first time and
/// kept.
///
/// @param python that can load it, or null
/// @param missing why there is none, or ""
record Psycopg(Path python, String missing) {
    private static final Path FOLDER = Path.of("bench", "target", "psycopg");
    private static final String PACKAGE = "psycopg[binary]==3.3.9";
    private static final String SCRIPT = "psycopg_load.py";

    /// Makes the environment if there is none that works.
    static Psycopg find() throws InterruptedException {
        Path python = FOLDER.resolve("bin/python");
        String program = python.toAbsolutePath().toString();
        List<String> check = List.of(program, "-c", "import psycopg");
        if (!failure(check).isEmpty()) {
            for (List<String> step :
                    List.of(
                            List.of("python3", "-m", "venv", FOLDER.toString()),
                            List.of(
                                    program,
                                    "-m",
                                    "pip",
                                    "install",
                                    "-q",
                                    "--disable-pip-version-check",
                                    PACKAGE),
                            check)) {
                String failure = failure(step);
                if (!failure.isEmpty()) {
                    return new Psycopg(null, String.join(" ", step) + ": " + failure);
                }
            }
        }
        return new Psycopg(python, "");
    }

    boolean isThere() {
        return python != null;
    }

    /// Clients of a server, which are told what those of [StatementLoad] are told, but for `fill`
    /// and `explain`.
    Child clients(Address address) throws IOException {
        Path script = FOLDER.resolve(SCRIPT);
        try (InputStream text = Psycopg.class.getResourceAsStream(SCRIPT)) {
            Files.copy(text, script, StandardCopyOption.REPLACE_EXISTING);
        }
        return Child.program(python.toString(), script.toString(), address.conninfo());
    }

    /// The last line that a command which failed said, or "".
    private static String failure(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            return code == 0 ? "" : said.strip().lines().reduce("code " + code, (_, last) -> last);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
