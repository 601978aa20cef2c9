package telegraph.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The page's modules without its looks: scripts of tests, carried out by the browser that will run
/// the modules.
///
/// A script has `load(module)`, `equal(found, expected)` and `test(sentence, act)`.
@ExtendWith(SharedBrowser.class)
@ResourceLock(SharedBrowser.LOCK)
class ScriptsTest {
    private static final String RUN =
            """
            async () => {
              const tests = [];
              const load = (module) => import("/js/" + module);
              const test = (sentence, act) => tests.push([sentence, act]);
              const text = (value) => JSON.stringify(value, (_, each) => Number.isNaN(each) ? "NaN" : each);
              const equal = (found, expected) => {
                if (text(found) !== text(expected)) {
                  throw new Error("expected " + text(expected) + " but found " + text(found));
                }
              };
              %s
              const failed = [];
              for (const [sentence, act] of tests) {
                try {
                  await act();
                } catch (e) {
                  failed.push(sentence + ": " + e.message);
                }
              }
              return { ran: tests.length, failed };
            }
            """;

    private static Browsing browsing;
    private static PageServer server;

    @BeforeAll
    static void open(Browsing shared) {
        browsing = shared;
        server = new PageServer();
    }

    @AfterAll
    static void close() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reading",
                "statements",
                "stream",
                "fit",
                "rows",
                "quantities",
                "eddy",
                "declaration"
            })
    void everyTestOfTheScriptSucceeds(String script) {
        try (Tab tab = browsing.tab(server)) {
            Map<?, ?> result =
                    (Map<?, ?>) tab.page.evaluate(RUN.replace("%s", text(script + ".js")));
            assertEquals(List.of(), result.get("failed"));
            assertEquals(true, (Integer) result.get("ran") > 0);
        }
    }

    private static String text(String name) {
        try (InputStream in = ScriptsTest.class.getResourceAsStream(name)) {
            assertNotNull(in, name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
