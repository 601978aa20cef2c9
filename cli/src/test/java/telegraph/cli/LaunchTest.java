package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The `telegraph` script, with a JDK and a Maven that only say how they were called.
@DisabledOnOs(OS.WINDOWS)
final class LaunchTest {
    private static final Path SCRIPT = Path.of("..", "telegraph");

    @TempDir private Path directory;
    private Path home;
    private Path work;
    private Path jdk;

    /// The result of a run.
    private record Run(int code, List<String> out, String err) {}

    @BeforeEach
    void install() throws IOException {
        Path real = directory.toRealPath();
        home = Files.createDirectories(real.resolve("a home"));
        work = Files.createDirectories(real.resolve("work here"));
        jdk = real.resolve("some jdk");
        Files.copy(SCRIPT, home.resolve("telegraph"));
        Path launch = Files.createDirectories(home.resolve("cli/src/launch"));
        for (String script : List.of("find-jdk", "crawl-heap", "tests", "failed")) {
            Files.copy(
                    SCRIPT.resolveSibling("cli/src/launch").resolve(script),
                    launch.resolve(script));
        }
        Files.createDirectories(home.resolve("examples/src/main"));
        Files.createDirectories(home.resolve("examples/target"));
        Files.createDirectories(home.resolve("target"));
        Files.writeString(home.resolve("pom.xml"), "");
        Files.writeString(home.resolve("examples/pom.xml"), "");
        String own = home + "/sql/target/sql-0.1.0.jar";
        Files.writeString(
                home.resolve("examples/target/launch"), "/a b.jar:" + own + ":/libs/some lib.jar");
        Files.writeString(
                home.resolve("target/built"),
                home + " with " + jdk + ": JAVA_VERSION=\"25.0.3\"\n");
        makeOlder();
        program(
                jdk.resolve("bin/java"),
                "[[ \"$*\" != *Rebuild.java* ]] || exit \"${REBUILT:-3}\"; printf '%s\\n' \"$PWD\" \"$@\"; env | sed -n 's/^TELEGRAPH_/variable &/p'; exit 7");
        program(jdk.resolve("bin/javac"), "exit 0");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        program(real.resolve("path/mvn"), "echo \"mvn $*\"; exit 3");
    }

    /// Makes all sources older than the last build.
    private void makeOlder() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(f -> !f.endsWith("built")).toList()) {
                Files.setLastModifiedTime(
                        file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
            }
        }
    }

    private static void program(Path file, String body) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void argumentsAndTheCurrentDirectoryArePassedOnUnchanged() throws Exception {
        Run run = run(home.resolve("telegraph"), "sql", "-c", "SELECT 'a  b', \"c\"; $HOME *", "");
        assertEquals(7, run.code, run.err);
        assertEquals(work.toString(), run.out.getFirst());
        int main = run.out.indexOf("telegraph.cli.Main");
        assertEquals(
                List.of("telegraph.cli.Main", "sql", "-c", "SELECT 'a  b', \"c\"; $HOME *", ""),
                run.out.subList(main, run.out.size()));
        String path = "/a b.jar:" + home + "/sql/target/sql-0.1.0.jar:/libs/some lib.jar";
        assertTrue(run.out.contains(path), run.out::toString);
        assertTrue(run.out.contains("-XX:AOTCache=" + home + "/target/telegraph.aot"));
        assertTrue(run.out.contains("-Dtelegraph.terminals="), run.out::toString);
        String options = "@" + home.resolve("cli/src/launch/sql.options");
        assertTrue(run.out.contains(options), run.out::toString);
        assertEquals("", run.err);
    }

    @Test
    void aCrawlHasALittleHeapAndADemonstrationAClassOfItsOwn() throws Exception {
        Run own = run(home.resolve("telegraph"), "crawl", "--seed", "http://localhost/ --demo");
        assertTrue(own.out.contains("-Xmx96m"), own.out::toString);
        String options = "@" + home.resolve("cli/src/launch/crawl.options");
        assertTrue(own.out.contains(options), own.out::toString);
        assertTrue(own.out.contains("telegraph.cli.Main"), own.out::toString);
        Run large = run(home.resolve("telegraph"), "crawl", "--memory", "2GB", "--demo");
        assertTrue(large.out.contains("-Xmx1536m"), large.out::toString);
        Run demo = run(home.resolve("telegraph"), "crawl", "--demo", "--max-pages", "3");
        assertTrue(demo.out.contains("telegraph.examples.demo.CrawledDemo"), demo.out::toString);
        Run served = run(home.resolve("telegraph"), "serve", "--demo");
        assertTrue(served.out.contains("telegraph.examples.demo.ServedDemo"), served.out::toString);
        assertFalse(served.out.contains("-Xmx96m"), served.out::toString);
        assertFalse(served.out.toString().contains("sql.options"), served.out::toString);
        assertFalse(served.out.contains(options), served.out::toString);
    }

    @Test
    void itWorksThroughLinks() throws Exception {
        Path first = Files.createSymbolicLink(directory.resolve("one"), home.resolve("telegraph"));
        Path second = Files.createSymbolicLink(work.resolve("two"), Path.of("..", "one"));
        assertEquals(7, run(first, "sql").code);
        assertEquals(7, run(second, "demo").code);
    }

    @Test
    void aProgramThatIsNotThereIsRefusedBeforeTheBuild() throws Exception {
        Path programs =
                Files.createDirectories(home.resolve("examples/src/main/java/telegraph/examples"));
        Files.writeString(programs.resolve("HelloQuery.java"), "");
        Run run = run(home.resolve("telegraph"), "example", "Helo");
        assertEquals(2, run.code);
        assertEquals(
                "telegraph: the module examples has no program \"Helo\"; it has HelloQuery",
                run.err.strip());
    }

    @Test
    void aChangedSourceIsBuiltAndAFailedBuildIsTold() throws Exception {
        Files.writeString(home.resolve("examples/src/main/New.java"), "");
        Run run = run(home.resolve("telegraph"), "sql");
        assertEquals(2, run.code);
        assertTrue(run.err.startsWith("telegraph: building"), run.err);
        assertTrue(run.err.contains("package"), run.err);
        assertEquals(List.of(), run.out);
    }

    @Test
    void afterALittleChangeItStartsFromFoldersOfClasses() throws Exception {
        Files.writeString(home.resolve("examples/src/main/New.java"), "");
        Run run = run(Map.of("REBUILT", "0"), "sql");
        assertEquals(7, run.code, run.err);
        String path = "/a b.jar:" + home + "/sql/target/classes:/libs/some lib.jar";
        assertTrue(run.out.contains(path), run.out::toString);
        assertFalse(run.out.toString().contains("AOTCache"), run.out::toString);
        assertEquals(2, run(Map.of("REBUILT", "2"), "sql").code);
    }

    @Test
    void aTreeThatWasMovedIsBuiltAgain() throws Exception {
        Path moved = Files.move(home, directory.toRealPath().resolve("moved"));
        Run run = run(moved.resolve("telegraph"), "sql");
        assertEquals(2, run.code);
        assertTrue(run.err.startsWith("telegraph: building"), run.err);
    }

    /// The start-up cache is of no use to another JDK, which would not say so.
    @Test
    void forAnotherJdkItIsBuiltAgain() throws Exception {
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.4\"\n");
        Run run = run(home.resolve("telegraph"), "sql");
        assertEquals(2, run.code);
        assertTrue(run.err.startsWith("telegraph: building"), run.err);
    }

    /// Jars that Maven made anew would be taken without the cache, and nobody told.
    @Test
    void forOtherJarsTheCacheIsMadeAgain() throws Exception {
        Path jar = home.resolve("examples/target/examples-0.1.0.jar");
        Path cache = home.resolve("target/telegraph.aot");
        Files.writeString(jar, "");
        Files.writeString(cache, "");
        FileTime made = Files.getLastModifiedTime(cache);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(made.toMillis() - 1_000));
        assertEquals(7, run(home.resolve("telegraph"), "sql").code);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(made.toMillis() + 1_000));
        Run run = run(home.resolve("telegraph"), "sql");
        assertEquals(2, run.code);
        assertTrue(run.err.startsWith("telegraph: building"), run.err);
    }

    @Test
    void testsRunAsInContinuousIntegration() throws Exception {
        Run all = run(home.resolve("telegraph"), "test", "--order", "12");
        assertEquals(3, all.code);
        assertTrue(
                all.out.toString().endsWith("pom.xml " + tests("slow", 12) + "]"),
                all.out::toString);
        Run other = run(home.resolve("telegraph"), "test");
        Matcher said = Pattern.compile("--order (\\d+)\n").matcher(other.err);
        assertTrue(said.find(), other.err);
        String order = "order.random.seed=" + said.group(1) + " ";
        assertTrue(other.out.toString().contains(order), other.out::toString);
        assertEquals(2, run(home.resolve("telegraph"), "test", "--order", "x").code);
    }

    /// How Maven is asked to run tests.
    private static String tests(String excluded, int order) {
        return "test -T2 --fail-at-end -Dmaven.test.failure.ignore=true -Dtest.groups.excluded="
                + excluded
                + " -Djunit.jupiter.execution.order.random.seed="
                + order
                + " -Dspotless.check.skip=true"
                + (excluded.isEmpty() ? " -Dtest.compilers=" : "");
    }

    /// Maven goes on behind a test that fails, and so does not tell by its end.
    @Test
    void whateverFailsIsListedAtTheEnd() throws Exception {
        String said =
                """
                [INFO] Running ATest
                [ERROR] Tests run: 2, Failures: 1, Errors: 1 <<< FAILURE! -- in ATest
                [ERROR] Failures:
                [ERROR]   ATest.one:7 expected: <1> but was: <2>
                [ERROR]   BTest.two:9 it does not end
                [INFO] BUILD SUCCESS
                """;
        Files.writeString(directory.resolve("said"), said);
        program(
                directory.toRealPath().resolve("path/mvn"),
                "cat '" + directory.toRealPath().resolve("said") + "'");
        Run run = run(home.resolve("telegraph"), "test");
        assertEquals(1, run.code);
        assertEquals(said.strip(), String.join("\n", run.out.subList(0, 6)));
        assertTrue(run.out.get(6).startsWith("telegraph: failed"), run.out::toString);
        assertEquals(
                List.of("ATest.one:7 expected: <1> but was: <2>", "BTest.two:9 it does not end"),
                run.out.subList(7, run.out.size()));
        Files.writeString(directory.resolve("said"), "[INFO] BUILD SUCCESS\n");
        assertEquals(0, run(home.resolve("telegraph"), "test").code);
    }

    @Test
    void testsOfANameAreThoseOfItsModules() throws Exception {
        test("engine/src/test/java/telegraph/engine/stem/StemTest.java");
        test("store/src/test/java/telegraph/store/KillTest.java");
        test("crawler/src/test/java/telegraph/crawler/KillTest.java");
        String end = " -Dsurefire.failIfNoSpecifiedTests=false";
        assertTests(
                tests("", 5) + " -pl engine -am -Dtest=Stem*" + end + " -Dseed=17",
                "--slow",
                "-Dseed=17",
                "Stem*");
        assertTests(
                tests("slow", 5) + " -pl crawler,store -am -Dtest=KillTest#one" + end,
                "KillTest#one");
        assertTests(
                tests("slow", 5) + " -pl store -am -Dtest=telegraph/store/**/*Test" + end, "store");
    }

    @Test
    void scriptsAreRunByTheirNames() throws Exception {
        test("sql/src/test/java/telegraph/sql/ScriptTest.java");
        test("sql/src/test/scripts/select/initcap.test");
        assertTests(
                tests("slow", 5)
                        + " -pl sql -am -Dtest=ScriptTest -Dsurefire.failIfNoSpecifiedTests=false -Dscripts.in=select/initcap",
                "script",
                "select/initcap");
        Run none = run(home.resolve("telegraph"), "test", "script", "selct/initcap");
        assertEquals(2, none.code);
        assertEquals(
                "telegraph: there is no script \"selct/initcap\". The nearest: select/initcap",
                none.err.strip());
    }

    @Test
    void aTestThatIsNotThereIsNoSuccess() throws Exception {
        test("engine/src/test/java/telegraph/engine/stem/StemTest.java");
        Run run = run(home.resolve("telegraph"), "test", "StmTest");
        assertEquals(2, run.code);
        assertEquals(
                "telegraph: there is no test \"StmTest\". The nearest: StemTest", run.err.strip());
        assertEquals(List.of(), run.out);
    }

    private void test(String file) throws IOException {
        Files.createDirectories(home.resolve(file).getParent());
        Files.writeString(home.resolve(file), "");
    }

    private void assertTests(String expected, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("test", "--order", "5"));
        all.addAll(Arrays.asList(arguments));
        Run run = run(home.resolve("telegraph"), all.toArray(String[]::new));
        assertEquals(3, run.code, run.err);
        assertTrue(run.out.getLast().endsWith("pom.xml " + expected), run.out::toString);
    }

    @Test
    void optionsAndADebuggerReachTheProgramAlone() throws Exception {
        Run run = run(Map.of("TELEGRAPH_JAVA_OPTIONS", "-Xmx77m -Da=b"), "--debug", "sql");
        assertTrue(run.out.containsAll(List.of("-Xmx77m", "-Da=b")), run.out::toString);
        assertTrue(
                run.out.stream().noneMatch(word -> word.startsWith("variable")),
                () -> "the program takes them for settings: " + run.out);
        assertTrue(
                run.out.stream().anyMatch(word -> word.startsWith("-agentlib:jdwp=")),
                run.out::toString);
        Files.writeString(home.resolve("examples/src/main/New.java"), "");
        Run built = run(Map.of("TELEGRAPH_JAVA_OPTIONS", "-Xmx77m"), "--debug", "sql");
        assertFalse(built.err.contains("-Xmx77m"), built.err);
    }

    @Test
    void whoeverWaitsForABuildSaysForWhom() throws Exception {
        Files.writeString(home.resolve("examples/src/main/New.java"), "");
        Path lock = home.resolve("target/lock");
        Files.writeString(lock, "4711\n");
        Process holder =
                new ProcessBuilder("flock", lock.toString(), "sleep", "2")
                        .redirectErrorStream(true)
                        .start();
        awaitLocked(lock);
        Run run = run(home.resolve("telegraph"), "sql");
        holder.waitFor();
        assertTrue(
                run.err.startsWith("telegraph: waiting for process 4711, which builds"), run.err);
    }

    private static void awaitLocked(Path lock) throws Exception {
        while (new ProcessBuilder("flock", "-n", lock.toString(), "true").start().waitFor() == 0) {
            Thread.sleep(10);
        }
    }

    @Test
    void badUsageIsRefused() throws Exception {
        assertEquals(2, run(home.resolve("telegraph")).code);
        Run run = run(home.resolve("telegraph"), "nonsense");
        assertEquals(2, run.code);
        assertTrue(run.err.startsWith("usage: telegraph"), run.err);
    }

    @Test
    void anOlderJdkIsNotTaken() throws Exception {
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"21.0.1\"\n");
        Run run = run(home.resolve("telegraph"), "sql");
        // The machine that runs this test may have a JDK 25 in one of the usual places.
        assertFalse(run.out.contains(work.toString()), run.out::toString);
    }

    private Run run(Path script, String... arguments) throws IOException, InterruptedException {
        return run(script, Map.of(), arguments);
    }

    private Run run(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        return run(home.resolve("telegraph"), environment, arguments);
    }

    private Run run(Path script, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(Arrays.asList(arguments));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(work.toFile())
                        .redirectInput(new File("/dev/null"))
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().putAll(environment);
        builder.environment()
                .merge("PATH", directory.resolve("path").toString(), (old, dir) -> dir + ":" + old);
        int code = builder.start().waitFor();
        return new Run(
                code,
                Files.readAllLines(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }
}
