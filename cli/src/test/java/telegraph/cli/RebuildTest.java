package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is compiled after an edit, in a tree of two modules: a base, what inherits from it, and who
/// calls what it inherits.
final class RebuildTest {
    private static final Path REBUILD = Path.of("src", "launch", "Rebuild.java").toAbsolutePath();
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir private static Path compiled;
    private static MethodHandle run;

    @TempDir private Path directory;
    private Path home;

    private record Run(int code, String err) {}

    @BeforeAll
    static void compileTheCompiler() throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        assertEquals(0, javac.run(null, null, null, "-d", compiled.toString(), REBUILD.toString()));
        URLClassLoader loader = new URLClassLoader(new URL[] {compiled.toUri().toURL()});
        Method method =
                loader.loadClass("Rebuild").getDeclaredMethod("run", Path.class, PrintStream.class);
        method.setAccessible(true);
        run = MethodHandles.lookup().unreflect(method);
    }

    @BeforeEach
    void build() throws Exception {
        home = directory.toRealPath();
        write(
                "low",
                "Base",
                "public int answer() { return 41; } public static final int MOST = 7;");
        write("high", "Heir extends Base", "");
        write(
                "high",
                "Caller",
                "public static String ask() { return \"\" + new Heir().answer(); }");
        write("high", "Copier", "public static int most() { return Base.MOST; }");
        for (String module : List.of("low", "high")) {
            JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
            try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
                Path folder = Files.createDirectories(home.resolve(module + "/target/classes"));
                List<Path> sources;
                try (var all = Files.list(home.resolve(module + "/src/main/java/p"))) {
                    sources = all.toList();
                }
                List<String> options =
                        List.of(
                                "-d",
                                folder.toString(),
                                "-cp",
                                home.resolve("low/target/classes").toString());
                assertTrue(
                        javac.getTask(
                                        null,
                                        files,
                                        null,
                                        options,
                                        null,
                                        files.getJavaFileObjectsFromPaths(sources))
                                .call());
                for (Path source : sources) {
                    Files.setLastModifiedTime(source, FileTime.from(LONG_AGO));
                }
            }
        }
        Files.createDirectories(home.resolve("examples/target"));
        Files.writeString(
                home.resolve("examples/target/launch"),
                home
                        + "/high/target/high-1.jar:"
                        + home
                        + "/low/target/low-1.jar:/some/library.jar");
    }

    private void write(String module, String name, String body) throws Exception {
        Path file =
                home.resolve(module + "/src/main/java/p/" + name.replaceFirst(" .*", "") + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package p; public class " + name + " { " + body + " }");
    }

    private Run rebuild() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8)) {
            return new Run((int) run.invoke(home, to), err.toString(StandardCharsets.UTF_8));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private Object call(String name, String method) throws Exception {
        URL[] folders = {
            home.resolve("low/target/classes/").toUri().toURL(),
            home.resolve("high/target/classes/").toUri().toURL()
        };
        try (URLClassLoader loader = new URLClassLoader(folders)) {
            return loader.loadClass("p." + name).getMethod(method).invoke(null);
        }
    }

    @Test
    void nothingIsCompiledIfNothingChanged() throws Exception {
        assertEquals(new Run(0, ""), rebuild());
    }

    @Test
    void aBodyIsCompiledAlone() throws Exception {
        write(
                "low",
                "Base",
                "public int answer() { return 42; } public static final int MOST = 7;");
        Run now = rebuild();
        assertEquals(0, now.code, now.err);
        assertTrue(now.err.startsWith("telegraph: compiled 1 file "), now.err);
        assertEquals("42", call("Caller", "ask"));
        assertEquals(new Run(0, ""), rebuild());
    }

    @Test
    void whoCallsWhatAnHeirInheritsIsCompiledToo() throws Exception {
        write(
                "low",
                "Base",
                "public long answer() { return 1L << 40; } public static final int MOST = 7;");
        Run now = rebuild();
        assertEquals(0, now.code, now.err);
        assertEquals(Long.toString(1L << 40), call("Caller", "ask"));
    }

    @Test
    void aMistakeElsewhereIsFoundAgainAndMovesNothing() throws Exception {
        write("low", "Base", "public static final int MOST = 7;");
        for (int i = 0; i < 2; i++) {
            Run now = rebuild();
            assertEquals(2, now.code);
            assertTrue(now.err.contains("Caller.java:1: error: cannot find symbol"), now.err);
            assertEquals("41", call("Caller", "ask"));
        }
    }

    @Test
    void aNewClassIsCompiledAndOneWithinItThatIsGoneIsDeleted() throws Exception {
        write("high", "More", "public static Object one() { return new Object() {}.getClass(); }");
        assertEquals(0, rebuild().code);
        assertTrue(Files.exists(home.resolve("high/target/classes/p/More$1.class")));
        write("high", "More", "public static Object one() { return Base.MOST; }");
        Files.setLastModifiedTime(
                home.resolve("high/src/main/java/p/More.java"),
                FileTime.from(Instant.now().plusSeconds(2)));
        assertEquals(0, rebuild().code);
        assertFalse(Files.exists(home.resolve("high/target/classes/p/More$1.class")));
        assertEquals(7, call("More", "one"));
    }

    @Test
    void aConstantAndASourceThatIsGoneNeedABuildOfEverything() throws Exception {
        write(
                "low",
                "Base",
                "public int answer() { return 41; } public static final int MOST = 8;");
        assertEquals(3, rebuild().code);
        write(
                "low",
                "Base",
                "public int answer() { return 41; } public static final int MOST = 7;");
        assertEquals(0, rebuild().code);
        Files.delete(home.resolve("high/src/main/java/p/Copier.java"));
        assertEquals(3, rebuild().code);
    }
}
