package telegraph.bench.crawl;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import telegraph.bench.doors.Child;
import telegraph.testkit.web.WebProcess;

/// The synthetic web in a process of its own.
///
/// Threads: one.
public final class Web implements AutoCloseable {
    private final Child child;
    private final int port;
    private final String resolver;
    private final String seed;

    /// What it counted.
    public record Counts(
            long requests,
            long connections,
            long distinct,
            long repeated,
            long robots,
            long bytes,
            long violations) {}

    /// @param kinds shares of what is not plain, as [WebProcess] takes them
    public Web(int hosts, int pages, String... kinds) throws IOException {
        String[] arguments =
                Stream.concat(
                                Stream.of("seed=1", "hosts=" + hosts, "pages=" + pages),
                                Arrays.stream(kinds))
                        .toArray(String[]::new);
        child = Child.java(WebProcess.class, List.of("-Xmx1g"), arguments);
        String[] said = child.await("web").split(" ");
        port = Integer.parseInt(said[0]);
        resolver = "127.0.0.1:" + said[1];
        seed = said[2];
    }

    int port() {
        return port;
    }

    String resolver() {
        return resolver;
    }

    String seed() {
        return seed;
    }

    Counts counts() {
        child.tell("counts");
        double[] found = child.numbers("counts");
        return new Counts(
                (long) found[0],
                (long) found[1],
                (long) found[2],
                (long) found[3],
                (long) found[4],
                (long) found[5],
                (long) found[6]);
    }

    /// How many pages a crawl from the seed must get.
    public long expected() {
        child.tell("expected");
        return (long) child.numbers("expected")[0];
    }

    public double cpuMicros() {
        return child.cpuMicros();
    }

    @Override
    public void close() {
        child.close();
    }
}
