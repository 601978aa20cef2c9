package telegraph.examples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import telegraph.examples.fleet.Fleet;
import telegraph.examples.fleet.Shipped;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// A sandbox in a folder of its own, with the fleet's sources declared, deleted when closed.
///
/// Threads: one.
final class Sandbox implements AutoCloseable {
    /// One from which whatever is claimed of the questions that stop early holds, after any number
    /// of pages.
    static final long SEED = 3;

    private static final List<String> FILES =
            List.of("holidays.csv", "states.csv", "us_airports.csv.gz");

    private final Path folder;
    private final Telegraph telegraph;
    private final Session session;

    private Sandbox(Path folder, Telegraph telegraph) {
        this.folder = folder;
        this.telegraph = telegraph;
        this.session = telegraph.session();
    }

    /// @param settings as after `--set`; samples are always drawn from one seed
    static Sandbox open(Fleet fleet, Map<String, String> settings)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("telegraph-demo");
        for (String file : FILES) {
            Shipped.copy(file, folder);
        }
        Map<String, String> all = new HashMap<>(settings);
        all.put("seed", Long.toString(SEED));
        all.putIfAbsent("allowed_folders", folder.toString());
        Telegraph telegraph = Telegraph.open(folder.resolve("data"), folder, all, Map.of());
        Sandbox sandbox = new Sandbox(folder, telegraph);
        try {
            sandbox.declare(fleet);
            return sandbox;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            sandbox.close();
            throw failure;
        }
    }

    /// Asks, and waits for the end; the watcher sees every event.
    Answer ask(String sql, Consumer<Event> watcher) throws InterruptedException {
        Answer answer = new Answer(watcher);
        Query query = session.start(sql, answer);
        query.join();
        return answer;
    }

    /// The sandbox itself, for others to ask; it is closed by [#close] at the latest.
    Telegraph telegraph() {
        return telegraph;
    }

    /// Bytes that queries hold; 0 between questions.
    long memoryUsed() {
        return telegraph.memoryUsed();
    }

    @Override
    public void close() {
        session.close();
        telegraph.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void declare(Fleet fleet) throws IOException, InterruptedException {
        String script = Question.resource("sources.sql");
        for (Map.Entry<String, String> variable : fleet.variables().entrySet()) {
            script = script.replace("${" + variable.getKey() + "}", variable.getValue());
        }
        for (String statement : Session.split(script)) {
            Answer answer = ask(statement, event -> {});
            if (answer.failure().isPresent()) {
                throw answer.failure().get();
            }
        }
    }
}
