package telegraph.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A connection pool that many programs use.
class PoolTest {
    @TempDir Path folder;

    @Test
    void aPoolOfThreeServesEightThreads() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:telegraph:" + folder);
        config.setMaximumPoolSize(3);
        try (HikariDataSource pool = new HikariDataSource(config);
                ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Integer>> questions = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                int number = i;
                questions.add(() -> doubled(pool, number));
            }
            List<Future<Integer>> answers = threads.invokeAll(questions);
            for (int i = 0; i < answers.size(); i++) {
                assertEquals(2 * i, answers.get(i).get());
            }
        }
    }

    private static int doubled(HikariDataSource pool, int number) throws Exception {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT 2 * ?")) {
            statement.setInt(1, number);
            try (ResultSet result = statement.executeQuery()) {
                assertTrue(result.next());
                return result.getInt(1);
            }
        }
    }
}
