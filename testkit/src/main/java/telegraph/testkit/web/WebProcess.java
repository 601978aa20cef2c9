package telegraph.testkit.web;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.function.Function;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.Kind;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.ProtocolKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.RobotsKind;
import telegraph.testkit.model.WebShape;

/// A synthetic web in a process of its own, so that what a crawler takes can be measured alone.
///
/// Arguments are `seed=`, `hosts=`, `pages=`, `links=`, `away=`, `bytes=`, `hostsPerAddress=`,
/// `delay=` and the name of a [Kind] with a share in thousandths, such as `HostKind.HANGING=200`.
/// It says `web PORT NAMEPORT SEED` when it is ready, and obeys lines on its input until that ends:
///
/// | line       | says                                                                        |
/// |------------|-----------------------------------------------------------------------------|
/// | `counts`   | `counts REQUESTS CONNECTIONS DISTINCT REPEATED ROBOTS BYTES VIOLATIONS`      |
/// | `expected` | `expected ANSWERS`, of a crawl from the seed wherever links lead             |
/// | `told`     | `violation …` for each, then `told`                                         |
/// | `tls`      | `tls HANDSHAKES RESUMED`                                                    |
/// | `authority`| the certificate to be trusted, in lines                                     |
public final class WebProcess {
    private WebProcess() {}

    public static void main(String[] arguments) {
        try (SyntheticWeb web = SyntheticWeb.start(shape(arguments));
                Scanner lines = new Scanner(System.in)) {
            System.out.println(
                    "web " + web.port() + " " + web.resolver().getPort() + " " + web.seed());
            while (lines.hasNextLine()) {
                obey(lines.nextLine(), web);
            }
        }
    }

    private static void obey(String line, SyntheticWeb web) {
        switch (line) {
            case "counts" -> System.out.println(words(web.counts()));
            case "expected" ->
                    System.out.println("expected " + web.expectedAnswers(Reach.ANY, web.seed()));
            case "told" -> {
                web.violations().forEach(v -> System.out.println("violation " + v));
                System.out.println("told");
            }
            case "tls" ->
                    System.out.println(
                            "tls " + web.counts().handshakes() + " " + web.counts().resumed());
            case "authority" -> System.out.print(web.authority());
            default -> System.out.println("unknown " + line);
        }
    }

    private static String words(WebCounts counts) {
        long violations = counts.violations().values().stream().mapToLong(n -> n).sum();
        return "counts "
                + counts.requests()
                + " "
                + counts.connections()
                + " "
                + counts.distinct()
                + " "
                + counts.repeated()
                + " "
                + counts.robots()
                + " "
                + counts.bytes()
                + " "
                + violations;
    }

    static WebShape shape(String[] arguments) {
        Map<String, Integer> given = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("an argument is NAME=NUMBER: " + argument);
            }
            given.put(
                    argument.substring(0, equals), Integer.valueOf(argument.substring(equals + 1)));
        }
        Function<String, Integer> take = given::remove;
        WebShape shape =
                WebShape.of(
                        or(take.apply("seed"), 1),
                        or(take.apply("hosts"), 100),
                        or(take.apply("pages"), 100));
        WebShape.Size size = shape.size();
        int delay = or(take.apply("delay"), 0);
        shape =
                shape.withLinks(
                                or(take.apply("links"), size.links()),
                                or(take.apply("away"), size.awayPerMille()))
                        .withPageBytes(or(take.apply("bytes"), size.pageBytes()))
                        .withHostsPerAddress(
                                or(take.apply("hostsPerAddress"), size.hostsPerAddress()))
                        .withDelays(delay, 0);
        for (Map.Entry<String, Integer> share : given.entrySet()) {
            shape = shape.with(kind(share.getKey()), share.getValue());
        }
        return shape;
    }

    private static int or(Integer given, int otherwise) {
        return given == null ? otherwise : given;
    }

    private static Kind kind(String name) {
        for (Kind[] kinds :
                new Kind[][] {
                    HostKind.values(),
                    PageKind.values(),
                    RobotsKind.values(),
                    NameKind.values(),
                    ProtocolKind.values()
                }) {
            for (Kind kind : kinds) {
                if (name.equals(kind.getClass().getSimpleName() + "." + kind)) {
                    return kind;
                }
            }
        }
        throw new IllegalArgumentException(
                "an argument is one of "
                        + Arrays.asList("seed", "hosts", "pages", "links", "away", "bytes")
                        + " or a kind: "
                        + name);
    }
}
