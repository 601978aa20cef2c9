package telegraph.bench.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import telegraph.bench.doors.Child;
import telegraph.ground.Ticker;

/// One whole crawl of a synthetic web by our crawler, in a process of its own.
///
/// @param pages responses
/// @param seconds of the crawl
/// @param cpuSeconds of the process from its start to the crawl's end, of a thousand pages
/// @param steady what the middle of the crawl took, when the machine code was made
/// @param rssPeak the most memory of the process, in bytes
/// @param locks what [CrawlProcess] says of them
/// @param counts what the web saw
public record Run(
        long pages,
        double seconds,
        double cpuSeconds,
        Steady steady,
        long rssPeak,
        String locks,
        Web.Counts counts) {
    private static final double NANOS = 1e9;
    private static final Duration EACH = Duration.ofMillis(100);

    /// From a third of the pages to nineteen of twenty.
    ///
    /// @param cpuSeconds of a thousand pages
    /// @param compilerSeconds the part of them that went into making machine code
    /// @param heapBytes allocated for a page
    /// @param gcMicros of a page
    /// @param monitors entered for a page, 0 unless [LockAgent] counts
    /// @param locks taken for a page, likewise
    /// @param waits for locks that were not free, likewise
    public record Steady(
            double perSecond,
            double cpuSeconds,
            double compilerSeconds,
            double heapBytes,
            double gcMicros,
            double monitors,
            double locks,
            double waits) {}

    /// @param look what [CrawlProcess] said
    private record Sample(
            long nanos, long distinct, double cpuMicros, double compilerMicros, double[] look) {
        double allocated() {
            return look[2];
        }

        double gcMillis() {
            return look[4];
        }
    }

    /// As the command starts a crawl, beside what the measuring needs.
    static final List<String> OPTIONS = List.of("@cli/src/launch/crawl.options", "-Xmx96m");

    /// Crawls the web from its seed to the end.
    ///
    /// @param options of the crawl, as `name=value`; [CrawlProcess#RECORDED] among them
    public static Run measure(Web web, List<String> jvm, String... options)
            throws IOException, InterruptedException {
        long expected = web.expected();
        long before = web.counts().distinct();
        Path directory = Files.createTempDirectory("crawl");
        List<String> arguments =
                new ArrayList<>(
                        List.of(web.seed(), web.resolver(), directory.resolve("it").toString()));
        arguments.addAll(List.of("scope=any", "per-host-delay=0", "per-address-delay=0"));
        arguments.addAll(Arrays.asList(options));
        List<String> flags = new ArrayList<>(OPTIONS);
        flags.addAll(jvm);
        long start = Ticker.SYSTEM.nanos();
        try (Child child =
                Child.java(CrawlProcess.class, flags, arguments.toArray(String[]::new))) {
            List<Sample> samples = new ArrayList<>();
            Sample last = sample(child, web, before);
            samples.add(last);
            while (last.distinct < expected * 0.97) {
                Ticker.SYSTEM.sleep(EACH);
                last = sample(child, web, before);
                samples.add(last);
                if (last.nanos - start > 600 * NANOS) {
                    throw new IllegalStateException(
                            "a crawl stands still: pages=" + last.distinct + " of " + expected);
                }
            }
            child.tell("end");
            String[] end = child.await("end").split(" ");
            if (!end[0].equals("COMPLETE") && !end[0].equals("INCOMPLETE")) {
                throw new IllegalStateException("a crawl goes to its end: " + end[0]);
            }
            double seconds = (Ticker.SYSTEM.nanos() - start) / NANOS;
            long pages = Long.parseLong(end[1]);
            double cpu = child.cpuMicros() / pages / 1_000;
            long rss = child.memoryPeak();
            child.tell("locks");
            String locks = child.await("locks");
            Sample late = at(samples, expected * 0.95);
            return new Run(
                    pages,
                    seconds,
                    cpu,
                    steady(at(samples, expected / 3.0), late),
                    rss,
                    locks,
                    web.counts());
        } finally {
            delete(directory);
        }
    }

    /// The same with [LockAgent] counting.
    public static Run counted(Web web, String... options) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("agent");
        try {
            Path jar = LockAgent.jar(directory.resolve("locks.jar"));
            return measure(web, List.of("-javaagent:" + jar), options);
        } finally {
            delete(directory);
        }
    }

    private static Sample sample(Child child, Web web, long before) {
        child.tell("look");
        double[] look = child.numbers("look");
        long distinct = web.counts().distinct() - before;
        return new Sample(
                Ticker.SYSTEM.nanos(), distinct, child.cpuMicros(), child.compilerMicros(), look);
    }

    private static Sample at(List<Sample> samples, double distinct) {
        return samples.stream().filter(s -> s.distinct >= distinct).findFirst().orElseThrow();
    }

    private static Steady steady(Sample from, Sample to) {
        double pages = to.distinct - from.distinct;
        return new Steady(
                pages / ((to.nanos - from.nanos) / NANOS),
                (to.cpuMicros - from.cpuMicros) / pages / 1_000,
                (to.compilerMicros - from.compilerMicros) / pages / 1_000,
                (to.allocated() - from.allocated()) / pages,
                (to.gcMillis() - from.gcMillis()) * 1_000 / pages,
                (to.look[5] - from.look[5]) / pages,
                (to.look[6] - from.look[6]) / pages,
                (to.look[7] - from.look[7]) / pages);
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
