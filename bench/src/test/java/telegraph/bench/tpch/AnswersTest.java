package telegraph.bench.tpch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// The 22 queries of TPC-H at scale 0.01 have the answers that come with the generator, from CSV
/// and from Parquet, under each routing policy, with one worker and two, with room and without.
@Execution(ExecutionMode.CONCURRENT)
final class AnswersTest {
    @TempDir static Path folder;
    private static TpchTables data;
    private static List<TpchQuery> queries;

    @BeforeAll
    static void makeFiles() throws IOException, SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            data = TpchTables.at(folder, 0.01, statement::execute);
        }
        queries = TpchQuery.all();
    }

    @AfterAll
    static void forget() {
        queries = null;
    }

    /// How the queries are run.
    private record Way(TpchTables.Format format, String policy, int workers, String memory) {
        Map<String, String> settings() {
            return Map.of("policy", policy, "workers", "" + workers, "memory_limit", memory);
        }
    }

    @TestFactory
    List<DynamicTest> answersAreRight() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Way way :
                List.of(
                        new Way(TpchTables.Format.PARQUET, "rank", 2, "1GB"),
                        new Way(TpchTables.Format.PARQUET, "fixed", 1, "1GB"),
                        new Way(TpchTables.Format.CSV, "lottery", 2, "1GB"),
                        new Way(TpchTables.Format.CSV, "rank", 2, "16MB"))) {
            tests.add(DynamicTest.dynamicTest(way.toString(), () -> answer(way)));
        }
        return tests;
    }

    private static void answer(Way way) throws IOException, InterruptedException {
        Path sandbox = Files.createTempDirectory(folder, "sandbox");
        List<String> wrong = new ArrayList<>();
        try (Telegraph telegraph = Telegraph.open(sandbox, folder, way.settings(), Map.of());
                Session session = telegraph.session()) {
            for (String view : data.views(way.format(), TpchTables.Dialect.TELEGRAPH)) {
                Answers.of(session, view);
            }
            for (TpchQuery query : queries) {
                try {
                    Same.differenceFrom(query.answer(), Answers.of(session, query.sql()))
                            .ifPresent(difference -> wrong.add(query.name() + ": " + difference));
                } catch (RuntimeException e) {
                    wrong.add(query.name() + ": " + e);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }
}
