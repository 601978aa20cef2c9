package telegraph.tree;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The house: who may use whom, by which door, and who may touch the outside world.
class ArchitectureTest {
    /// Module to the modules it may use. Examples may use anything.
    private static final Map<String, Set<String>> ARROWS =
            Map.of(
                    "ground", Set.of(),
                    "memory", Set.of("ground"),
                    "engine", Set.of("memory", "ground"),
                    "store", Set.of("memory", "ground"),
                    "sources", Set.of("engine", "memory", "ground"),
                    "crawler", Set.of("engine", "memory", "ground"),
                    "sql", Set.of("engine", "store", "sources", "crawler", "memory", "ground"),
                    "jdbc", Set.of("sql", "memory", "ground"),
                    "server", Set.of("sql", "engine", "memory", "ground"),
                    "cli", Set.of("server", "sql", "crawler", "ground"));

    /// What the door of `sql` speaks in: its events carry these, so whoever shows them sees them.
    private static final String SPOKEN_BY_SQL =
            "telegraph\\.(engine\\.(Basis|Price|Progress|Routes)|memory\\.(Batch|Type))"
                    + "(\\$.*)?";

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("telegraph");

    @TestFactory
    Stream<DynamicTest> arrowsPointDown() {
        return pairs(false)
                .map(pair -> rule(pair[0] + " does not use " + pair[1], uses(pair, "..")));
    }

    @TestFactory
    Stream<DynamicTest> modulesAreEnteredByTheirDoor() {
        return pairs(true)
                .map(pair ->
                        rule(pair[0] + " enters " + pair[1] + " by its door", uses(pair, ".*..")));
    }

    @Test
    void packagesBelowADoorMakeNoCycle() {
        slices().matching("telegraph.(*).(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void timeAndChanceComeThroughConstructors() {
        noClasses()
                .that()
                .haveNameNotMatching("telegraph\\.ground\\.Ticker.*")
                .and()
                .resideOutsideOfPackage("telegraph.testkit..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .callMethod(Math.class, "random")
                .check(CLASSES);
    }

    @Test
    void onlyAdaptersHaveFileChannels() {
        noClasses()
                .that()
                .resideOutsideOfPackages("telegraph.ground", "telegraph.examples..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(FileChannel.class)
                .check(CLASSES);
    }

    private static Stream<String[]> pairs(boolean allowed) {
        return ARROWS.keySet().stream()
                .flatMap(from ->
                        ARROWS.keySet().stream()
                                .filter(to -> !to.equals(from))
                                .filter(to -> ARROWS.get(from).contains(to) == allowed)
                                .map(to -> new String[] {from, to}));
    }

    private static ArchRule uses(String[] pair, String below) {
        DescribedPredicate<JavaClass> used = resideInAPackage("telegraph." + pair[1] + below);
        return noClasses()
                .that()
                .resideInAPackage("telegraph." + pair[0] + "..")
                .should()
                .dependOnClassesThat(
                        pair[0].equals("cli") ? used.and(not(nameMatching(SPOKEN_BY_SQL))) : used);
    }

    private static DynamicTest rule(String name, ArchRule rule) {
        return DynamicTest.dynamicTest(name, () -> rule.check(CLASSES));
    }
}
