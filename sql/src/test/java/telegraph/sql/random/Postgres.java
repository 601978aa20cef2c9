package telegraph.sql.random;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A PostgreSQL that runs for a test, asked through its own client; without a network.
///
/// It does not run as the superuser of a machine, so that one starts it as the user `postgres`.
final class Postgres implements AutoCloseable {
    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    private static final String MARK = "@@";

    private final Path programs;
    private final Path directory;
    private final boolean other;

    private Postgres(Path programs, Path directory, boolean other) {
        this.programs = programs;
        this.directory = directory;
        this.other = other;
    }

    /// One that runs, or empty if none is installed.
    static Optional<Postgres> start() throws IOException, InterruptedException {
        if (!Files.isDirectory(PACKAGES)) {
            return Optional.empty();
        }
        List<Path> programs;
        try (Stream<Path> versions = Files.list(PACKAGES)) {
            programs =
                    versions.map(version -> version.resolve("bin"))
                            .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                            .sorted()
                            .toList();
        }
        if (programs.isEmpty()) {
            return Optional.empty();
        }
        boolean root = System.getProperty("user.name").equals("root");
        Path directory = Files.createTempDirectory("postgres");
        Postgres postgres = new Postgres(programs.getLast(), directory, root);
        if (root) {
            run(List.of("chown", "postgres", directory.toString()), "");
        }
        postgres.run(
                "initdb",
                "-A",
                "trust",
                "-U",
                "test",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "-D",
                postgres.data());
        postgres.run(
                "pg_ctl",
                "-D",
                postgres.data(),
                "-w",
                "-o",
                "-c listen_addresses='' -c fsync=off -k " + directory,
                "-l",
                directory.resolve("log").toString(),
                "start");
        return Optional.of(postgres);
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    /// What each statement gives: the lines of its result, a header first, or one that begins with
    /// `ERROR`.
    List<List<String>> answers(List<String> statements) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("\\set VERBOSITY terse\n");
        statements.forEach(
                s -> script.append("\\echo ").append(MARK).append('\n').append(s).append(";\n"));
        String said =
                run(
                        List.of(
                                programs.resolve("psql").toString(),
                                "--csv",
                                "-q",
                                "-X",
                                "-h",
                                directory.toString(),
                                "-U",
                                "test",
                                "-d",
                                "postgres"),
                        script.toString());
        List<List<String>> answers = new ArrayList<>();
        for (String line : said.lines().toList()) {
            if (line.equals(MARK)) {
                answers.add(new ArrayList<>());
            } else {
                answers.getLast().add(line);
            }
        }
        return answers;
    }

    private void run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (other) {
            command.addAll(
                    List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        run(command, "");
    }

    /// Runs a program to its end, and returns what it says.
    private static String run(List<String> command, String input)
            throws IOException, InterruptedException {
        Path in = Files.createTempFile("in", ".sql");
        Path out = Files.createTempFile("out", ".txt");
        try {
            Files.writeString(in, input);
            Process process =
                    new ProcessBuilder(command)
                            .directory(Path.of("/").toFile())
                            .redirectErrorStream(true)
                            .redirectInput(in.toFile())
                            .redirectOutput(out.toFile())
                            .start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            String said = Files.readString(out, StandardCharsets.UTF_8);
            if (!ended || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException(command + " failed: " + said);
            }
            return said;
        } finally {
            Files.deleteIfExists(in);
            Files.deleteIfExists(out);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            run("pg_ctl", "-D", data(), "-m", "immediate", "stop");
            run(List.of("rm", "-rf", directory.toString()), "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it may still run: directory=" + directory, e);
        }
    }
}
