package telegraph.bench.doors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// PostgreSQL's own measurement, against a server: its tables of accounts, tellers and branches,
/// and its two scripts, with statements that are prepared.
///
/// Threads: one.
public final class Pgbench {
    /// Branches, as many as connections, so that these need not wait for each other more than the
    /// script has them; with 100,000 accounts for each.
    private static final int SCALE = 8;

    private static final int CLIENT_THREADS = 2;
    private static final Pattern PROCESSED =
            Pattern.compile("number of transactions actually processed: (\\d+)");
    private static final Pattern FAILED = Pattern.compile("number of failed transactions: (\\d+)");
    private static final Pattern LATENCY = Pattern.compile("latency average = ([\\d.]+) ms");
    private static final Pattern RATE = Pattern.compile("tps = ([\\d.]+)");

    private final Path programs;
    private final Address address;
    private final Child server;

    /// What the transactions are.
    public enum Script {
        SELECT("pgbench -S: one row by its key", List.of("-S")),
        TPC_B("pgbench: three UPDATEs, a SELECT and an INSERT in a transaction", List.of());

        private final String title;
        private final List<String> options;

        Script(String title, List<String> options) {
            this.title = title;
            this.options = options;
        }

        public String title() {
            return title;
        }
    }

    /// What was measured.
    ///
    /// @param cpuMicros of the server, a transaction
    public record Result(
            Script script,
            int connections,
            double perSecond,
            double meanMicros,
            double cpuMicros) {}

    /// @param programs where PostgreSQL's programs are
    Pgbench(Path programs, Address address, Child server) {
        this.programs = programs;
        this.address = address;
        this.server = server;
    }

    /// Makes the tables, whose rows come from this side.
    void fill() throws IOException, InterruptedException {
        read(start("-i", "-q", "-s", String.valueOf(SCALE), "-I", "dtgvp"));
    }

    Result run(Script script, int connections, long warmMillis, long millis)
            throws IOException, InterruptedException {
        read(start(words(script, connections, warmMillis)));
        Process process = start(words(script, connections, millis));
        // In the middle of the run, as PostgreSQL's processes end with their connections.
        Thread.sleep(millis / 5);
        long begin = System.nanoTime();
        double cpu = -server.cpuMicros();
        Thread.sleep(millis * 3 / 5);
        cpu += server.cpuMicros();
        double seconds = (System.nanoTime() - begin) / 1e9;
        String said = read(process);
        if (number(FAILED, said) > 0 || number(PROCESSED, said) == 0) {
            throw new IllegalStateException("transactions failed, or there were none: " + said);
        }
        double perSecond = number(RATE, said);
        return new Result(
                script,
                connections,
                perSecond,
                number(LATENCY, said) * 1_000,
                cpu / seconds / perSecond);
    }

    private static String[] words(Script script, int connections, long millis) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "-n",
                                "-M",
                                "prepared",
                                "-c",
                                String.valueOf(connections),
                                "-j",
                                String.valueOf(Math.min(connections, CLIENT_THREADS)),
                                "-T",
                                String.valueOf(Math.max(1, millis / 1_000))));
        words.addAll(script.options);
        return words.toArray(String[]::new);
    }

    private Process start(String... words) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(programs.resolve("pgbench").toString());
        command.addAll(List.of(words));
        command.add(address.conninfo());
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /// What it says until its end, which is to be a good one.
    private static String read(Process process) throws IOException, InterruptedException {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("pgbench failed: " + said);
        }
        return said;
    }

    private static double number(Pattern pattern, String said) {
        Matcher found = pattern.matcher(said);
        if (!found.find()) {
            throw new IllegalStateException("pgbench does not say " + pattern + ": " + said);
        }
        return Double.parseDouble(found.group(1));
    }
}
