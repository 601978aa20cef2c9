package telegraph.tree;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The house: who may use whom, by which door, and who may touch the outside world.
class ArchitectureTest {
    /// Module to the modules it may use. Examples may use anything.
    private static final Map<String, Set<String>> ARROWS =
            Map.ofEntries(
                    Map.entry("ground", Set.of()),
                    Map.entry("memory", Set.of("ground")),
                    Map.entry("engine", Set.of("memory", "ground")),
                    Map.entry("store", Set.of("memory", "ground")),
                    Map.entry("http", Set.of("memory", "ground")),
                    Map.entry("sources", Set.of("http", "engine", "memory", "ground")),
                    Map.entry("crawler", Set.of("http", "engine", "memory", "ground")),
                    Map.entry("language", Set.of("memory", "ground")),
                    Map.entry("query", Set.of("language", "sources", "engine", "memory", "ground")),
                    Map.entry(
                            "tables",
                            Set.of("query", "language", "engine", "store", "memory", "ground")),
                    Map.entry(
                            "sql",
                            Set.of(
                                    "tables",
                                    "query",
                                    "language",
                                    "engine",
                                    "store",
                                    "sources",
                                    "crawler",
                                    "memory",
                                    "ground")),
                    Map.entry("jdbc", Set.of("sql", "memory", "ground")),
                    Map.entry("server", Set.of("sql", "engine", "memory", "ground")),
                    Map.entry("cli", Set.of("server", "sql", "crawler", "ground")));

    /// Packages by which a module is entered besides its root, and who may come in there.
    private static final Map<String, Set<String>> SIDE_DOORS =
            Map.of(
                    "telegraph.http.url", Set.of("crawler", "sources"),
                    "telegraph.http.client", Set.of("crawler", "sources"),
                    "telegraph.http.wire", Set.of("crawler", "sources"),
                    "telegraph.engine.source",
                            Set.of("sources", "crawler", "query", "tables", "sql"),
                    "telegraph.engine.vector", Set.of("sources", "query", "tables"),
                    "telegraph.engine.meter",
                            Set.of("sources", "crawler", "query", "sql", "tables", "server"));

    /// The rooms behind the door of `sql`, which enter each other anywhere along the arrows.
    private static final Set<String> ROOMS = Set.of("language", "query", "tables", "sql");

    /// The packages of `sql` to those they may use. All may use what the door speaks in, which is
    /// its classes but those that open the packages, and knows the settings alone.
    private static final Map<String, Set<String>> SQL_ARROWS =
            Map.ofEntries(
                    Map.entry("", Set.of("setting")),
                    Map.entry("setting", Set.of()),
                    Map.entry("transaction", Set.of()),
                    Map.entry("live", Set.of()),
                    Map.entry("value", Set.of()),
                    Map.entry("introspect", Set.of("value")),
                    Map.entry("pgcatalog", Set.of("introspect", "value")),
                    Map.entry(
                            "listing",
                            Set.of("live", "transaction", "pgcatalog", "introspect", "value")),
                    Map.entry("sandbox", Set.of("listing", "setting", "transaction", "pgcatalog")),
                    Map.entry(
                            "session",
                            Set.of("sandbox", "listing", "setting", "transaction", "pgcatalog")),
                    Map.entry(
                            "execution",
                            Set.of(
                                    "session",
                                    "sandbox",
                                    "listing",
                                    "live",
                                    "transaction",
                                    "pgcatalog",
                                    "introspect",
                                    "value")));

    /// The classes of the door of `sql` that open its packages; these know them not.
    private static final Set<String> SQL_OPENED_BY =
            Set.of("Telegraph", "Session", "Prepared", "Walk");

    /// Where the machine's own time and chance may be taken, to be passed on.
    private static final Set<String> OUTSIDE =
            Set.of("cli", "http", "crawler", "examples", "bench");

    /// The machine's time and disk.
    private static final Set<String> MACHINES_OWN =
            Set.of("telegraph.ground.Ticker.SYSTEM", "telegraph.ground.Disk.FILES");

    private static final Set<String> OUTSIDE_FILES =
            Set.of("ground", "testkit", "cli", "examples", "bench");

    private static final Set<String> TOUCH_FILES =
            Set.of(
                    "telegraph.crawler.dns.ResolverOptions",
                    "telegraph.crawler.extension.Modules",
                    "telegraph.http.wire.TlsTrust",
                    "telegraph.jdbc.Sandboxes",
                    "telegraph.server.access.PasswordFile",
                    "telegraph.server.http.file.Resources",
                    "telegraph.server.net.Tls",
                    "telegraph.sources.Reach",
                    "telegraph.sources.file.BlockBytes",
                    "telegraph.sources.file.FileBlocks",
                    "telegraph.sources.file.FileNames",
                    "telegraph.sources.file.FileOrigin",
                    "telegraph.sources.parquet.ParquetBytes",
                    "telegraph.sources.parquet.ParquetFooters",
                    "telegraph.sql.Telegraph",
                    "telegraph.tables.change.CopyRun");

    /// What the door of `sql` speaks in: its events carry these, so whoever shows them sees them.
    private static final Pattern SPOKEN_BY_SQL =
            Pattern.compile(
                    "telegraph\\.(engine\\.(Basis|Routes|meter\\.(Price|Progress))"
                            + "|memory\\.(Batch|Type))(\\$.*)?");

    private static final Comparator<JavaClass> BY_NAME = Comparator.comparing(JavaClass::getName);

    private static final JavaClasses CLASSES = classes();

    /// All uses of a class of another module, each once: `from class → to class`.
    private static final Map<String, Set<JavaClass>> USES = uses();

    /// The product's classes; of what they use the names are enough.
    private static JavaClasses classes() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("telegraph");
    }

    private static Map<String, Set<JavaClass>> uses() {
        Map<String, Set<JavaClass>> uses = new TreeMap<>();
        for (JavaClass origin : CLASSES) {
            for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                String to = module(target);
                if (ARROWS.containsKey(to) && !to.equals(module(origin))) {
                    uses.computeIfAbsent(origin.getName(), _ -> new TreeSet<>(BY_NAME)).add(target);
                }
            }
        }
        return uses;
    }

    private static String module(JavaClass type) {
        return module(type.getName());
    }

    private static String module(String type) {
        String[] parts = type.split("\\.");
        return parts.length > 2 && parts[0].equals("telegraph") ? parts[1] : "";
    }

    /// Uses that a rule forbids, for the message.
    private static List<String> forbidden(BiPredicate<String, JavaClass> rule) {
        return USES.entrySet().stream()
                .filter(entry -> ARROWS.containsKey(module(entry.getKey())))
                .flatMap(entry ->
                        entry.getValue().stream()
                                .filter(target -> rule.test(module(entry.getKey()), target))
                                .filter(target -> !isSpoken(entry.getKey(), target))
                                .map(target -> entry.getKey() + " uses " + target.getName()))
                .toList();
    }

    private static boolean isSpoken(String origin, JavaClass target) {
        return module(origin).equals("cli") && SPOKEN_BY_SQL.matcher(target.getName()).matches();
    }

    @Test
    void arrowsPointDown() {
        assertTrue(USES.size() > 500, "found: " + USES.size());
        assertEquals(List.of(), forbidden((from, to) -> !ARROWS.get(from).contains(module(to))));
    }

    @Test
    void modulesAreEnteredByTheirDoor() {
        assertEquals(
                List.of(),
                forbidden((from, to) ->
                        !to.getPackageName().equals("telegraph." + module(to))
                                && !SIDE_DOORS
                                        .getOrDefault(to.getPackageName(), Set.of())
                                        .contains(from)
                                && !(ROOMS.contains(from) && ROOMS.contains(module(to)))));
    }

    @Test
    void packagesBelowADoorMakeNoCycle() {
        slices().matching("telegraph.(*).(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void arrowsBehindTheDoorOfSqlPointDown() {
        Set<String> packages = new TreeSet<>();
        Set<String> wrong = new TreeSet<>();
        for (JavaClass origin : CLASSES) {
            String from = origin.getPackageName().replaceFirst("^telegraph\\.sql\\.?", "");
            if (!module(origin).equals("sql") || from.isEmpty() && opensSql(origin)) {
                continue;
            }
            packages.add(from);
            for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                String to = target.getPackageName().replaceFirst("^telegraph\\.sql\\.?", "");
                boolean allowed =
                        !module(target).equals("sql")
                                || to.equals(from)
                                || (to.isEmpty()
                                        ? !opensSql(target)
                                        : SQL_ARROWS.getOrDefault(from, Set.of()).contains(to));
                if (!allowed) {
                    wrong.add(origin.getName() + " uses " + target.getName());
                }
            }
        }
        assertTrue(packages.containsAll(SQL_ARROWS.keySet()), "found: " + packages);
        assertEquals(Set.of(), wrong);
    }

    private static boolean opensSql(JavaClass type) {
        String name = type.getName().replaceFirst("^telegraph\\.sql\\.", "");
        return SQL_OPENED_BY.contains(name.replaceFirst("\\$.*", ""));
    }

    @Test
    void timeAndChanceComeThroughConstructors() {
        Set<String> banned =
                Set.of(
                        "java.lang.System.currentTimeMillis",
                        "java.lang.System.nanoTime",
                        "java.lang.Math.random");
        Set<String> bannedInside =
                Set.of(
                        "java.time.Instant.now",
                        "java.time.LocalDate.now",
                        "java.time.LocalDateTime.now",
                        "java.time.InstantSource.system",
                        "java.time.Clock.systemUTC",
                        "java.time.Clock.systemDefaultZone",
                        "java.security.SecureRandom.<init>");
        Set<String> zones =
                Set.of("java.time.ZoneId.systemDefault", "java.util.TimeZone.getDefault");
        Set<String> found = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            boolean inside = !OUTSIDE.contains(module(type));
            boolean isDriver = module(type).equals("jdbc"); // whose times are in the caller's zone
            boolean allowed =
                    module(type).equals("testkit")
                            || type.getName()
                                    .matches("telegraph\\.ground\\.(Ticker|World)(\\$.*)?");
            for (JavaCodeUnitAccess<?> call :
                    allowed
                            ? Set.<JavaCodeUnitAccess<?>>of()
                            : type.getCodeUnitAccessesFromSelf()) {
                String called = call.getTargetOwner().getName() + "." + call.getName();
                boolean seedless =
                        called.equals("java.util.Random.<init>")
                                && call.getTarget().getRawParameterTypes().isEmpty();
                if (seedless
                        || banned.contains(called)
                        || inside && bannedInside.contains(called)
                        || inside && !isDriver && zones.contains(called)) {
                    found.add(type.getName() + " calls " + called);
                }
            }
            for (JavaFieldAccess access : type.getFieldAccessesFromSelf()) {
                String read = access.getTargetOwner().getName() + "." + access.getName();
                if (inside && !module(type).equals("ground") && MACHINES_OWN.contains(read)) {
                    found.add(type.getName() + " reads " + read);
                }
            }
        }
        assertEquals(Set.of(), found);
    }

    @Test
    void onlyAdaptersHaveFileChannels() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            boolean adapter = Set.of("ground", "examples").contains(module(type));
            if (!adapter
                    && type.getDirectDependenciesFromSelf().stream()
                            .anyMatch(d -> d.getTargetClass().isEquivalentTo(FileChannel.class))) {
                found.add(type.getName());
            }
        }
        assertEquals(Set.of(), found);
    }

    /// Files that are somebody else's are read where they are named: what queries, options and the
    /// command line say. What Telegraph keeps itself goes by `Disk`.
    @Test
    void onlyAdaptersTouchFiles() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            String name = type.getName().replaceFirst("\\$.*", "");
            if (OUTSIDE_FILES.contains(module(type)) || TOUCH_FILES.contains(name)) {
                continue;
            }
            if (type.getMethodCallsFromSelf().stream()
                    .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Files.class))) {
                found.add(name);
            }
        }
        assertEquals(Set.of(), found);
    }
}
