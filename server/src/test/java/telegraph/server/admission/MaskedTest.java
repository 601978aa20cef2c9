package telegraph.server.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET secret.github = 'hunter2'",
                "set SECRET.github to 'hunter2'",
                "SET secret.github = hunter2",
                "SET secret.github = 'it''s hunter2'",
                "SET secret.github = $$hunter2$$",
                "SET secret.github = $x$a $$ hunter2$x$",
                "SELECT set_config('secret.github', 'hunter2', false)",
                "CREATE SOURCE s (a INT) WITH (url = 'http://x/', header.Authorization = 'Bearer"
                        + " hunter2')",
                "CREATE SOURCE s (a INT) WITH (url = 'http://me:hunter2@x/')",
                "SELECT * FROM 'http://x/y?api_key=hunter2&page=1'",
                "SELECT * FROM http('http://x', token => 'hunter2')",
                "CREATE USER me PASSWORD 'hunter2'",
                "SET secret.github = 'hunter2 that never ends",
            })
    void secretsAreStars(String statement) {
        String shown = Masked.of(statement);
        assertFalse(shown.contains("hunter2"), shown);
        assertTrue(shown.contains("***"), shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a, 'b' FROM t WHERE c = 'd'",
                "SELECT 'token' FROM passwords WHERE name = 'x'",
                "SELECT * FROM 'http://x:80/y?page=1'",
                "SET time_limit = '5s'",
            })
    void allElseIsShownAsItIs(String statement) {
        assertEquals(statement, Masked.of(statement));
    }

    @Test
    void aLongStatementIsCutAndItsSecretsWithIt() {
        String shown = Masked.of("SET secret.a = 'hunter2" + "x".repeat(10_000) + "'");
        assertFalse(shown.contains("hunter2"), shown);
        String longer = Masked.of("SELECT " + "1 + ".repeat(10_000) + "1");
        assertTrue(longer.endsWith(" …"), longer);
        assertTrue(longer.length() < 5_000);
    }
}
