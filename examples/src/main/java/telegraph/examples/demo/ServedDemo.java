package telegraph.examples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import telegraph.cli.Main;
import telegraph.cli.ServerFront;
import telegraph.examples.fleet.Fleet;
import telegraph.examples.fleet.Pace;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.server.ServerOptions;
import telegraph.sql.Telegraph;

/// Serves the small deep web of the demonstration, with its questions for the page to offer.
///
/// ```
/// serve --demo [OPTION]…      options as of serve
/// ```
///
/// Threads: one.
public final class ServedDemo implements AutoCloseable {
    private static final long SEED = 2013;

    private final Fleet fleet;
    private Sandbox sandbox;

    private ServedDemo() throws IOException {
        this.fleet = Fleet.start(new Pace(1, SEED), Ticker.SYSTEM);
    }

    public static void main(String[] arguments) throws IOException {
        int code;
        try (ServedDemo demo = new ServedDemo()) {
            String title = "five slow web sites, in a sandbox that is gone when it stops";
            code = Main.serve(arguments, new ServerFront.Given(demo::open, questions(), title));
        }
        System.exit(code);
    }

    private Telegraph open(Path unused, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        // Its sites are on this machine, whoever asks.
        all.putIfAbsent("http_addresses", "any");
        try {
            sandbox = Sandbox.open(fleet, all);
            return sandbox.telegraph();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("interrupted while the sources were declared");
        }
    }

    private static List<ServerOptions.Example> questions() throws IOException {
        List<ServerOptions.Example> questions = new ArrayList<>();
        for (Question question : Question.all()) {
            questions.add(
                    new ServerOptions.Example(
                            question.name(), question.title(), question.why(), question.sql()));
        }
        return questions;
    }

    @Override
    public void close() {
        if (sandbox != null) {
            sandbox.close();
        }
        fleet.close();
    }
}
