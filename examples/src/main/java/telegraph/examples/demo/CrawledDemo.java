package telegraph.examples.demo;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import telegraph.cli.Main;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.RobotsKind;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;
import telegraph.testkit.web.WebCounts;

/// Crawls a made-up web that it serves on this machine.
///
/// ```
/// crawl --demo [OPTION]…      options as of crawl; seed, resolver and scope are set
/// ```
///
/// The web is the same each time, at the same port if that is free, so that a crawl that was
/// stopped goes on. When one has ended that was begun afresh with no other options, what came is
/// held against what there is.
///
/// Threads: one.
public final class CrawledDemo {
    private static final long SEED = 2000;
    private static final int HOSTS = 50;
    private static final int PAGES = 60;
    private static final int PORT = 8099;
    private static final long HOST_DELAY_MILLIS = 50;
    private static final String INTO = "telegraph-data/crawls/demo";

    private CrawledDemo() {}

    public static void main(String[] arguments) {
        int code;
        try (SyntheticWeb web = web()) {
            code = crawl(web, new ArrayList<>(List.of(arguments)));
        }
        System.exit(code);
    }

    private static SyntheticWeb web() {
        WebShape shape =
                WebShape.of(SEED, HOSTS, PAGES)
                        .withDelays(HOST_DELAY_MILLIS, 0)
                        .with(HostKind.HANGING, 40)
                        .with(RobotsKind.DISALLOWS, 300)
                        .with(RobotsKind.MISSING, 200)
                        .with(PageKind.REDIRECT, 30)
                        .with(PageKind.REDIRECT_AWAY, 20)
                        .with(PageKind.NOT_FOUND, 20)
                        .with(PageKind.SERVER_ERROR, 5);
        try {
            return SyntheticWeb.start(shape, PORT);
        } catch (UncheckedIOException taken) {
            return SyntheticWeb.start(shape);
        }
    }

    private static int crawl(SyntheticWeb web, List<String> arguments) {
        InetSocketAddress names = web.resolver();
        String into = web.port() == PORT ? INTO : INTO + "-" + web.port();
        boolean alone = Set.copyOf(arguments).equals(Set.of("crawl", "--demo"));
        boolean afresh = alone && !Files.exists(Path.of(into));
        List<String> line = new ArrayList<>(arguments);
        line.removeIf("--demo"::equals);
        byDefault(line, "--seed", web.seed());
        byDefault(line, "--resolver", names.getAddress().getHostAddress() + ":" + names.getPort());
        byDefault(line, "--scope", "any");
        byDefault(line, "--into", into);
        byDefault(line, "--per-host-delay", HOST_DELAY_MILLIS + "ms");
        byDefault(line, "--per-address-delay", "0");
        byDefault(line, "--timeout", "2s");
        int code = Main.run(line.toArray(String[]::new));
        if (code == 0 && afresh) {
            compare(web);
        }
        return code;
    }

    private static void byDefault(List<String> line, String option, String value) {
        if (line.stream().noneMatch(word -> word.equals(option) || word.startsWith(option + "="))) {
            line.addAll(Arrays.asList(option, value));
        }
    }

    private static void compare(SyntheticWeb web) {
        WebCounts counts = web.counts();
        System.out.printf(
                "the web   has %,d pages that can be had; %,d were, %,d twice, with %,d breaches of manners%n",
                web.expectedAnswers(Reach.ANY, web.seed()),
                counts.distinct(),
                counts.repeated(),
                counts.violations().values().stream().mapToLong(Long::longValue).sum());
    }
}
