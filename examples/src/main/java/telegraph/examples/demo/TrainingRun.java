package telegraph.examples.demo;

import java.nio.file.Path;
import telegraph.cli.Main;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// What the start-up cache is made from: a script of statements, and a small crawl.
///
/// ```
/// TrainingRun DIRECTORY SCRIPT      the sandbox goes into the directory
/// ```
final class TrainingRun {
    private TrainingRun() {}

    public static void main(String[] arguments) {
        String directory = arguments[0];
        String script = arguments[1];
        int code = Main.run(new String[] {"sql", "--data", directory, script});
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(1, 5, 20).withHostsPerAddress(0))) {
            String[] crawl = {
                "crawl",
                web.seed(),
                "--resolver",
                web.resolver().getAddress().getHostAddress() + ":" + web.resolver().getPort(),
                "--scope",
                "any",
                "--per-host-delay",
                "0",
                "--into",
                Path.of(directory, "crawl").toString()
            };
            code = Math.max(code, Main.run(crawl));
        }
        System.exit(code);
    }
}
