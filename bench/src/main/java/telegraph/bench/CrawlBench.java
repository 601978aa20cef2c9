package telegraph.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import telegraph.bench.crawl.Floor;
import telegraph.bench.crawl.Floor.Way;
import telegraph.bench.crawl.FrontierRun;
import telegraph.bench.crawl.Peers;
import telegraph.bench.crawl.Run;
import telegraph.bench.crawl.ScaleRun;
import telegraph.bench.crawl.Web;

/// Measures the crawler on a synthetic web, beside floors that only fetch, and wget.
///
/// The web, the crawler and each peer are processes of their own on this machine, so that processor
/// time tells what a page costs, while pages a second also tell what the web takes beside.
///
/// `--quick` takes a smaller web; `--only crawl` (or another part, again and again) only those
/// parts.
public final class CrawlBench {
    private static final List<String> PARTS =
            List.of("crawl", "locks", "first", "hanging", "frontier", "scale", "wget");
    private static final String[] HANGING = {
        "HostKind.HANGING=70", "HostKind.DRIPPING=70", "HostKind.NEVER_CLOSING=60"
    };

    /// The same hosts as [#HANGING], because kinds are drawn in one order.
    private static final String[] FAILING = {"HostKind.RESETTING=200"};

    private static final double MEGABYTE = 1 << 20;

    private final boolean quick;
    private final Report report;
    private final int hosts;
    private final int pages;

    /// Of each host where machine code should be made before what is measured.
    private final int pagesLong;

    private CrawlBench(boolean quick) {
        this.quick = quick;
        report = new Report("crawl", quick);
        hosts = quick ? 100 : 500;
        pages = quick ? 150 : 200;
        pagesLong = quick ? 150 : 400;
    }

    public static void main(String[] args) throws Exception {
        Options options = Options.of(args, List.of("--quick"), Map.of("--only", PARTS));
        CrawlBench bench = new CrawlBench(options.has("--quick"));
        List<String> given = options.all("--only");
        List<String> parts = given.isEmpty() ? PARTS : given;
        if (parts.contains("crawl")) {
            bench.crawl();
        }
        if (parts.contains("locks")) {
            bench.locks();
        }
        if (parts.contains("first")) {
            bench.first();
        }
        if (parts.contains("hanging")) {
            bench.hanging();
        }
        if (parts.contains("frontier")) {
            bench.frontier();
        }
        if (parts.contains("scale") && !bench.quick) {
            bench.scale();
        }
        if (parts.contains("wget")) {
            bench.wget();
        }
        bench.report.finish();
    }

    private void crawl() throws Exception {
        report.section(
                "A page from socket to frontier",
                hosts * pagesLong
                        + " pages of 10 KB with 30 links on "
                        + hosts
                        + " hosts, no delays. CPU seconds of a thousand pages: of the whole process"
                        + " from its start to its end, and steady, from a third of the pages to"
                        + " nineteen of twenty. Heap and collector are of the steady part, the"
                        + " resident memory is the most there ever was. The floors are the cheapest"
                        + " of three rounds in one process.",
                "what",
                "pages/s",
                "CPU s/1000",
                "steady",
                "of it the compiler",
                "heap bytes/page",
                "GC µs/page",
                "MB resident",
                "CPU s/1000 of the web");
        Floor kept;
        Floor connecting;
        try (Web web = new Web(hosts, pagesLong)) {
            floor(web, Way.KEPT, "floor: sockets kept, no parsing");
            floor(web, Way.CONNECT, "floor: a connection a page, no parsing");
            kept = floor(web, Way.KEPT_SCAN, "floor: sockets kept, scan, seen set in memory");
            connecting = floor(web, Way.CONNECT_SCAN, "floor: a connection a page, scan, seen set");
        }
        Run plain = run("Telegraph, keeps rows and links", "keep=nothing");
        Run text = run("Telegraph, keeps text, too", "keep=text");
        report.row("Mercator in 2000, after tuning", 125, "", "", "", 3_600, 61, "", "");
        report.atMost("cpu-seconds-per-1000", plain.steady().cpuSeconds(), 0.15);
        report.atMost("cpu-seconds-per-1000-with-text", text.steady().cpuSeconds(), 0.15);
        report.atMost(
                "cpu-times-of-floor-with-scan",
                plain.steady().cpuSeconds() / connecting.cpuSeconds(),
                2);
        report.atMost(
                "cpu-times-of-kept-floor-with-scan",
                plain.steady().cpuSeconds() / kept.cpuSeconds(),
                2);
        report.atMost("heap-bytes-per-page", plain.steady().heapBytes(), 1_024);
        report.atMost("resident-megabytes", text.rssPeak() / MEGABYTE, 256);
    }

    private Floor floor(Web web, Way way, String words) throws Exception {
        Floor floor = Floor.measure(web, hosts, pagesLong, way, 3);
        report.row(
                words,
                Math.round(floor.perSecond()),
                "",
                number(floor.cpuSeconds()),
                "",
                "",
                "",
                "",
                number(floor.webCpuSeconds()));
        return floor;
    }

    private Run run(String words, String... options) throws Exception {
        try (Web web = new Web(hosts, pagesLong)) {
            double webCpu = web.cpuMicros();
            Run run = Run.measure(web, List.of(), options);
            report.row(
                    words,
                    Math.round(run.steady().perSecond()),
                    number(run.cpuSeconds()),
                    number(run.steady().cpuSeconds()),
                    number(run.steady().compilerSeconds()),
                    Math.round(run.steady().heapBytes()),
                    run.steady().gcMicros(),
                    Math.round(run.rssPeak() / MEGABYTE),
                    number((web.cpuMicros() - webCpu) / run.pages() / 1_000));
            check(run, web);
            return run;
        }
    }

    /// A measurement of a wrong crawl says nothing.
    private static void check(Run run, Web web) {
        long expected = web.expected();
        if (run.counts().distinct() != expected
                || run.counts().repeated() != 0
                || run.counts().violations() != 0) {
            throw new IllegalStateException(
                    "a crawl is right: expected=" + expected + " " + run.counts());
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private void locks() throws Exception {
        report.section(
                "Locks",
                "The same crawl twice. Once the flight recorder looks at every wait for a monitor"
                        + " and every park of a platform thread for a lock, however short. Once an"
                        + " agent has put a counter before every monitor and every ReentrantLock and"
                        + " ReentrantReadWriteLock of all classes that can be changed, the"
                        + " platform's included; that makes everything slower, and it is counted in"
                        + " the steady part.",
                "a page",
                "monitors entered",
                "locks taken",
                "waits for locks",
                "waits for monitors (recorder)",
                "parks for locks (recorder)");
        String[] recorded;
        double pagesRecorded;
        try (Web web = new Web(hosts, pages)) {
            Run run = Run.measure(web, List.of(), "recorded", "keep=nothing");
            recorded = run.locks().split(" ");
            pagesRecorded = run.pages();
        }
        try (Web web = new Web(hosts, pages)) {
            Run.Steady counted = Run.counted(web, "keep=nothing").steady();
            double monitors = Double.parseDouble(recorded[0]) / pagesRecorded;
            double parks = Double.parseDouble(recorded[1]) / pagesRecorded;
            report.row(
                    "Telegraph",
                    number(counted.monitors()),
                    number(counted.locks()),
                    number(counted.waits()),
                    number(monitors),
                    number(parks));
            report.row("Mercator in 2000, before tuning", "2,315 of both", "", "", "", "");
            report.row("Mercator in 2000, after tuning", "61 of both", "", "", "", "");
            report.atMost("locks-per-page", counted.monitors() + counted.locks(), 61);
            report.atMost("contended-locks-per-page", monitors + parks + counted.waits(), 0.01);
        }
    }

    private void first() throws Exception {
        report.section(
                "The first page",
                "Seconds from the start of `./telegraph crawl` to the web's first page out; the least"
                        + " of five. With the usual delays: robots.txt is the first request, and the"
                        + " first page is asked for right behind it.",
                "what",
                "seconds",
                "CPU seconds");
        try (Web web = new Web(10, 10)) {
            Peers.First first = Peers.firstPage(web, 5);
            report.row("Telegraph", first.seconds(), first.cpuSeconds());
            report.atMost("first-page-seconds", first.seconds(), 1);
        }
    }

    private void hanging() throws Exception {
        report.section(
                "A fifth of the hosts hangs",
                "Accepting and never answering, an octet a second, never closing; beside the same"
                        + " web where the same hosts reset every connection at once, so that the"
                        + " same pages can be had. Pages a second from a third of the pages that can be had to nineteen of twenty: as fast"
                        + " as the machine can, and with half a second between requests to a host,"
                        + " where it is the hosts that answer who set the pace.",
                "web",
                "delay",
                "pages",
                "pages/s",
                "pages/s of a host that answers");
        int many = quick ? 200 : 1_000;
        int rounds = quick ? 1 : 2;
        report.atLeast("throughput-with-a-fifth-hanging", share(many, pages, "0", rounds), 0.95);
        if (!quick) {
            report.atLeast(
                    "polite-throughput-with-a-fifth-hanging", share(many, 40, "500ms", 1), 0.95);
        }
    }

    /// What is left of the throughput when a fifth hangs, by the best of some rounds of both.
    private double share(int many, int each, String delay, int rounds) throws Exception {
        double failing = 0;
        double hanging = 0;
        // In turns, so that what else the machine does meets both.
        for (int i = 0; i < rounds; i++) {
            failing = Math.max(failing, throughput(many, each, delay, FAILING));
            hanging = Math.max(hanging, throughput(many, each, delay, HANGING));
        }
        return hanging / failing;
    }

    /// Pages a second; where there are delays, of a host that answers.
    private double throughput(int many, int each, String delay, String... kinds) throws Exception {
        try (Web web = new Web(many, each, kinds)) {
            Run run =
                    Run.measure(
                            web,
                            List.of(),
                            "keep=nothing",
                            "timeout=5s",
                            "per-host-delay=" + delay);
            double perSecond = run.steady().perSecond();
            double perHost = perSecond * each / run.pages();
            report.row(
                    kinds == FAILING ? "a fifth fails at once" : "a fifth hangs",
                    delay,
                    run.pages(),
                    Math.round(perSecond),
                    perHost);
            return delay.equals("0") ? perSecond : perHost;
        }
    }

    private void frontier() throws Exception {
        int many = quick ? 1_000_000 : 10_500_000;
        report.section(
                "Many URLs",
                "The frontier alone, with the half of a crawl's memory that it has there, and the"
                        + " heap of the command: a tenth of the URLs is taken, each leads to 30 of "
                        + many
                        + " URLs of 100,000 hosts; a checkpoint each 20,000.",
                "URLs seen",
                "queued",
                "hosts",
                "taken",
                "seconds",
                "CPU µs/taken",
                "MB resident");
        FrontierRun run = FrontierRun.measure(many, 100_000, many / 10, 64L << 20);
        report.row(
                run.seen(),
                run.queued(),
                run.sites(),
                run.taken(),
                run.seconds(),
                run.cpuMicros(),
                Math.round(run.rssPeak() / MEGABYTE));
        report.atMost("frontier-resident-megabytes", run.rssPeak() / MEGABYTE, 256);
    }

    private void scale() throws Exception {
        int many = 100_000;
        int each = 300;
        report.section(
                "A large web",
                "A whole crawl of 100,000 hosts with 300 pages each, four fifths of the links to"
                        + " other hosts, no delays, until ten million URLs are seen; then it is"
                        + " killed and started again. Pages a second in each fifth of the time, and"
                        + " resident memory at half of the URLs and at its peak. The pause is the"
                        + " longest time that the crawl's loop worked without handing out a site.",
                "URLs seen",
                "hosts",
                "pages",
                "seconds",
                "pages/s",
                "CPU s/1000",
                "MB at half",
                "MB at peak",
                "pause ms",
                "s to go on");
        try (Web web = new Web(many, each, "away=800")) {
            ScaleRun run = ScaleRun.measure(web, 10_000_000);
            report.row(
                    run.seen(),
                    run.hosts(),
                    run.pages(),
                    run.seconds(),
                    run.pageRates(),
                    number(run.cpuSeconds()),
                    Math.round(run.rssMiddle() / MEGABYTE),
                    Math.round(run.rssPeak() / MEGABYTE),
                    run.pauseMillis(),
                    run.restartSeconds());
            report.atLeast("large-web-urls-seen", run.seen(), 10_000_000);
            report.atLeast("large-web-hosts", run.hosts(), many);
            report.atMost("large-web-resident-megabytes", run.rssPeak() / MEGABYTE, 256);
            report.atMost("large-web-longest-pause-ms", run.pauseMillis(), 250);
            report.atMost("large-web-seconds-to-go-on", run.restartSeconds(), 5);
        }
    }

    private void wget() throws Exception {
        report.section(
                "wget",
                "Recursive over all hosts, one request after another on one connection; it writes"
                        + " each page to a file and deletes it.",
                "what",
                "pages",
                "pages/s",
                "CPU s/1000",
                "MB resident");
        try (Web web = new Web(hosts, pages)) {
            Optional<Peers.Result> wget = Peers.wget(web, quick ? 2_000 : 20_000);
            if (wget.isEmpty()) {
                report.row("wget is not installed", "", "", "", "");
                return;
            }
            report.row(
                    "wget",
                    wget.get().pages(),
                    Math.round(wget.get().perSecond()),
                    number(wget.get().cpuSeconds()),
                    Math.round(wget.get().rssPeak() / MEGABYTE));
        }
    }
}
