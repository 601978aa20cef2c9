package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.RoutingPolicy;

/// Runs every script under `src/test/scripts` under each routing policy, two memory budgets and one
/// and two workers, and wants the same answer each time; scripts about tables under two of these.
///
/// A script is a text of sections:
///
/// ```
/// -- One sentence that says what is so.
/// == file a.csv        a file in the folder the query runs in
/// == query             statements; the last one's result counts. Several begin each in a new sandbox
/// == rows              what it gives: a header line, then rows in any order
/// == rows ordered      the same, in this order
/// == error             what its message contains
/// == error 23505       the same, and its code
/// == steps             instead: what several sessions do then, see [Steps]
/// ```
///
/// `-Dscripts.rewrite=true` writes down what came instead of comparing; `-Dscripts.in=join` takes
/// only the scripts whose path begins so.
class ScriptTest {
    private static final Path SCRIPTS = Path.of("src/test/scripts");
    private static final boolean REWRITE = Boolean.getBoolean("scripts.rewrite");
    private static final Set<String> TABLES = Set.of("change", "pgcatalog", "table", "transaction");
    private static final String IN = System.getProperty("scripts.in", "");

    @TempDir Path folder;

    private record Setting(String policy, String memory, int workers) {
        Map<String, String> asMap() {
            return Map.of(
                    "policy",
                    policy,
                    "memory_limit",
                    memory,
                    "workers",
                    Integer.toString(workers),
                    "seed",
                    "7",
                    "store_cache",
                    "4MB",
                    "durability",
                    "relaxed");
        }
    }

    private static List<Setting> settings() {
        List<Setting> all = new ArrayList<>();
        for (String policy : RoutingPolicy.NAMES) {
            for (String memory : List.of("1GB", "24MB")) {
                for (int workers : List.of(1, 2)) {
                    all.add(new Setting(policy, memory, workers));
                }
            }
        }
        return all;
    }

    /// The settings to run a script under: two that differ in everything for those that are about
    /// what statements do to tables, since how queries are run is tested by the others.
    private static List<Setting> settings(Path script) {
        List<Setting> all = settings();
        boolean aboutTables = TABLES.contains(SCRIPTS.relativize(script).getName(0).toString());
        return aboutTables ? List.of(all.getFirst(), all.getLast()) : all;
    }

    @TestFactory
    Stream<DynamicTest> everyScriptGivesItsAnswerHoweverItIsRun() throws IOException {
        try (Stream<Path> files = Files.walk(SCRIPTS)) {
            List<Path> scripts =
                    files.filter(f -> f.toString().endsWith(".test"))
                            .filter(f -> SCRIPTS.relativize(f).toString().startsWith(IN))
                            .sorted()
                            .toList();
            assertTrue(!scripts.isEmpty(), "there are scripts in " + SCRIPTS);
            return scripts.stream()
                    .map(script ->
                            DynamicTest.dynamicTest(
                                    SCRIPTS.relativize(script).toString(), () -> run(script)));
        }
    }

    private void run(Path file) throws Exception {
        List<Script> scripts = Script.read(file);
        List<Answer> answers = new ArrayList<>();
        for (Script script : scripts) {
            try {
                answers.add(run(script, file));
            } catch (AssertionError e) {
                throw placed(script, file, e);
            }
        }
        if (REWRITE && scripts.getFirst().steps() == null) {
            Script.rewrite(file, scripts, answers);
        }
    }

    private Answer run(Script script, Path file) throws Exception {
        Path home = Files.createTempDirectory(folder, "script");
        for (Map.Entry<String, String> data : script.files().entrySet()) {
            Path target = home.resolve(data.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, data.getValue());
        }
        int run = 0;
        Answer answer = null;
        for (Setting setting : REWRITE ? settings().subList(0, 1) : settings(file)) {
            Path sandbox = home.resolve("sandbox" + run++);
            try (Telegraph telegraph = Telegraph.open(sandbox, home, setting.asMap(), Map.of())) {
                answer = Answer.of(telegraph, script.query());
                if (script.steps() != null) {
                    demandWell(answer, setting);
                    steps(script, file, telegraph);
                }
                assertEquals(0, telegraph.memoryUsed(), "bytes held after " + setting);
            }
            if (script.steps() == null && !REWRITE) {
                compare(script, answer, setting);
            }
        }
        return answer;
    }

    /// Says where the script is that failed.
    private static AssertionError placed(Script script, Path file, AssertionError failure) {
        String place = SCRIPTS.relativize(file) + ":" + script.line();
        return new AssertionError(place + ": " + failure.getMessage(), failure);
    }

    private static void steps(Script script, Path file, Telegraph telegraph) throws Exception {
        try (Steps steps = new Steps(telegraph)) {
            if (REWRITE) {
                script.rewriteSteps(file, steps.rewritten(script.steps()));
            } else {
                steps.take(script.steps());
            }
        }
    }

    private static void demandWell(Answer answer, Setting setting) {
        if (answer.error() != null) {
            fail("under " + setting + ": " + answer.error(), answer.cause());
        }
    }

    private static void compare(Script script, Answer answer, Setting setting) {
        if (script.error() != null) {
            if (answer.error() == null) {
                fail("no error under " + setting + " but " + answer.rows());
            }
            assertTrue(
                    answer.error().contains(script.error()),
                    () -> "under " + setting + " the error was: " + answer.error());
            if (!script.state().isEmpty()) {
                assertEquals(script.state(), answer.cause().state().code(), answer.error());
            }
            return;
        }
        demandWell(answer, setting);
        List<String> wanted = script.rows();
        List<String> got = answer.rows();
        assertEquals(
                wanted.getFirst(),
                got.getFirst(),
                "header under " + setting + " of " + script.query());
        if (!script.ordered()) {
            wanted = wanted.subList(1, wanted.size()).stream().sorted().toList();
            got = got.subList(1, got.size()).stream().sorted().toList();
        }
        assertEquals(
                String.join("\n", wanted),
                String.join("\n", got),
                "rows under " + setting + " of " + script.query());
    }
}
