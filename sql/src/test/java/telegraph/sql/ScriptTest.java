package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.engine.RoutingPolicy;

/// Runs every script under `src/test/scripts` under each routing policy, with two memory budgets
/// and with one and two workers, and wants the same answer each time; scripts about tables under
/// two of these.
///
/// Each policy is met once, with a budget and workers that follow from the script's name, so that a
/// script meets both budgets and both numbers of workers. All twelve together are slow, or for
/// those that were asked for by name. Under every other setting a query is asked twice, the first
/// time with other constants, so that what is compared comes of a plan that was kept.
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

    /// Two settings that differ in everything for scripts that are about what statements do to
    /// tables, since how queries are run is tested by the others: for those see above.
    private static List<Setting> settings(Path script) {
        List<Setting> all = settings();
        if (REWRITE) {
            return all.subList(0, 1);
        }
        if (isAboutTables(script)) {
            return List.of(all.getFirst(), all.getLast());
        }
        if (!IN.isEmpty()) {
            return all;
        }
        // Any three of the four ways to have memory and workers have both of each.
        List<Integer> ways = new ArrayList<>(List.of(0, 1, 2, 3));
        Collections.shuffle(ways, new Random(name(script).hashCode()));
        return IntStream.range(0, RoutingPolicy.NAMES.size())
                .mapToObj(policy -> all.get(ways.size() * policy + ways.get(policy)))
                .toList();
    }

    private static boolean isAboutTables(Path script) {
        return TABLES.contains(SCRIPTS.relativize(script).getName(0).toString());
    }

    /// Where it is, alike on every machine.
    private static String name(Path script) {
        return SCRIPTS.relativize(script).toString().replace(File.separatorChar, '/');
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> everyScriptGivesItsAnswerHoweverItIsRun() throws IOException {
        return scripts(_ -> true, ScriptTest::settings);
    }

    @TestFactory
    @Tag("slow")
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> everyScriptGivesItsAnswerUnderAllSettings() throws IOException {
        return scripts(script -> !isAboutTables(script), _ -> settings());
    }

    private Stream<DynamicTest> scripts(
            Predicate<Path> wanted, Function<Path, List<Setting>> settings) throws IOException {
        try (Stream<Path> files = Files.walk(SCRIPTS)) {
            List<Path> scripts =
                    files.filter(f -> f.toString().endsWith(".test"))
                            .filter(f -> name(f).startsWith(IN))
                            .sorted()
                            .toList();
            assertTrue(!scripts.isEmpty(), "there are scripts in " + SCRIPTS);
            return scripts.stream()
                    .filter(wanted)
                    .map(script ->
                            DynamicTest.dynamicTest(
                                    name(script), () -> run(script, settings.apply(script))));
        }
    }

    private void run(Path file, List<Setting> settings) throws Exception {
        List<Script> scripts = Script.read(file);
        List<Answer> answers = new ArrayList<>();
        for (Script script : scripts) {
            try {
                answers.add(run(script, file, settings));
            } catch (AssertionError e) {
                throw placed(script, file, e);
            }
        }
        if (REWRITE && scripts.getFirst().steps() == null) {
            Script.rewrite(file, scripts, answers);
        }
    }

    private Answer run(Script script, Path file, List<Setting> settings) throws Exception {
        Path home = Files.createTempDirectory(folder, "script");
        for (Map.Entry<String, String> data : script.files().entrySet()) {
            Path target = home.resolve(data.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, data.getValue());
        }
        int run = 0;
        Answer answer = null;
        for (Setting setting : settings) {
            Path sandbox = home.resolve("sandbox" + run++);
            try (Telegraph telegraph = Telegraph.open(sandbox, home, setting.asMap(), Map.of())) {
                answer =
                        run % 2 == 0
                                ? Answer.again(telegraph, script.query())
                                : Answer.of(telegraph, script.query());
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
