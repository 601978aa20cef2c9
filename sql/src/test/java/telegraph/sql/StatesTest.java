package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Failures have PostgreSQL 15's codes.
class StatesTest {
    @TempDir Path data;

    private Telegraph telegraph;

    @BeforeEach
    void open() {
        telegraph = Telegraph.open(data, Map.of(), Map.of());
    }

    @AfterEach
    void close() {
        telegraph.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "22003 | SELECT 9223372036854775807 + 1",
                "22003 | SELECT sum(x)::bigint FROM (VALUES (9223372036854775807), (1)) t(x)",
                "22003 | SELECT 32767::smallint + 1::smallint",
                "22004 | SELECT format('%I', NULL)",
                "22007 | SELECT interval '1 foo'",
                "22008 | SELECT date '99-01-08'",
                "22008 | SELECT to_date('2024-13-01', 'YYYY-MM-DD')",
                "2201W | SELECT 1 LIMIT -1",
                "2201X | SELECT 1 OFFSET -1",
                "22023 | SELECT format('%y', 1)",
                "22025 | SELECT 'a' LIKE 'b' ESCAPE 'xx'",
                "2201E | SELECT ln(0)",
                "2201E | SELECT log(-1)",
                "2201F | SELECT sqrt(-1)",
                "2201F | SELECT power(-1, 0.5)",
                "2201F | SELECT power(0, -1)",
                "2201G | SELECT width_bucket(1, 1, 1, 1)",
                "2201B | SELECT 'a' ~ '('",
                "21000 | SELECT (SELECT x FROM (VALUES (1), (2)) t(x))",
                "22007 | SELECT 'x'::date",
                "22007 | SELECT date 'x'",
                "22007 | SELECT to_date('x', 'YYYY')",
                "22008 | SELECT '2024-13-01'::date",
                "22008 | SELECT make_date(2024, 13, 1)",
                "22011 | SELECT substring('abc' from 1 for -1)",
                "22012 | SELECT 1 / 0",
                "22023 | SELECT date_trunc('nosuch', timestamp '2024-01-01 00:00:00')",
                "22008 | SELECT timestamp '294000-01-01 00:00:00' + interval '300 years'",
                "22P02 | SELECT 'x'::int",
                "22P02 | SELECT 'x'::uuid",
                "54000 | SELECT chr(0)",
                "42601 | SELECT 1 UNION SELECT 1, 2",
                "42702 | SELECT x FROM (VALUES (1)) a(x), (VALUES (1)) b(x)",
                "42702 | SELECT 1 AS x, 2 AS x ORDER BY x",
                "42703 | SELECT nosuch FROM (VALUES (1)) t(x)",
                "42704 | SET no_such_setting = 1",
                "42704 | SELECT 'x'::nosuchtype",
                "42803 | SELECT max(count(*)) FROM (VALUES (1)) a(x)",
                "42809 | SELECT lag(1) FROM (VALUES (1)) a(x)",
                "42883 | SELECT nosuch(1)",
                "42P01 | SELECT 1 FROM nosuch",
                "22003 | SELECT 1e400",
                "22013 | SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN -1 PRECEDING AND CURRENT ROW) FROM (VALUES (1)) t(x)",
                "22023 | SELECT 1::numeric(0)",
                "22P05 | SELECT '\"\\u0000\"'::jsonb",
                "22P02 | SELECT '\"\\ud800\"'::jsonb",
                "42601 | SELECT 'a' 'b'",
                "42601 | SELECT *",
                "42601 | SELECT (1, 2) = (1, 2, 3)",
                "42601 | SELECT 1 FROM (VALUES (1)) a(x) JOIN (VALUES (1)) b(x)",
                "42704 | SELECT rank() OVER w FROM (VALUES (1)) t(x)",
                "42712 | SELECT 1 FROM (VALUES (1)) a(x), (VALUES (1)) a(x)",
                "42803 | SELECT sum(x) FILTER (WHERE sum(x) > 1) FROM (VALUES (1)) t(x)",
                "42803 | SELECT grouping(y) FROM (VALUES (1, 2)) t(x, y) GROUP BY x",
                "42804 | SELECT 1 UNION SELECT true",
                "42809 | SELECT abs(x) OVER () FROM (VALUES (1)) t(x)",
                "42809 | SELECT abs(x) FILTER (WHERE true) FROM (VALUES (1)) t(x)",
                "42883 | SELECT sum(x, x) FROM (VALUES (1)) t(x)",
                "42883 | SELECT max() FROM (VALUES (1)) t(x)",
                "42P10 | SELECT DISTINCT x FROM (VALUES (1, 2)) t(x, y) ORDER BY y",
                "42P10 | WITH t(a, b) AS (SELECT 1) SELECT * FROM t",
                "42P20 | SELECT x FROM (VALUES (1)) t(x) WHERE rank() OVER (ORDER BY x) = 1",
                "42P20 | SELECT sum(x) OVER (ORDER BY x, y RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (VALUES (1, 2)) t(x, y)",
                "42P20 | SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM (VALUES (1)) t(x)",
                "0A000 | SELECT sum(1) OVER (ORDER BY x RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (VALUES ('a')) t(x)",
                "42P10 | SELECT 1 FROM (VALUES (1)) t(a, b)",
            })
    void areThoseOfPostgres(String state, String statement) throws InterruptedException {
        Answer answer = Answer.of(telegraph, statement);
        assertEquals(state, answer.cause().state().code(), answer.error());
    }
}
