package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// What statements of others than the one who runs Telegraph can read, write and ask.
class ConfinesTest {
    @TempDir Path folder;
    private Path sandbox;

    @BeforeEach
    void filesOfTheOwnerAndOfEverybody() throws IOException {
        sandbox = folder.resolve("data");
        Files.createDirectories(sandbox.resolve("files"));
        Files.writeString(sandbox.resolve("telegraph.conf"), "secret.key = 'hush'\n");
        Files.writeString(sandbox.resolve("files/everybodys.csv"), "a\n1\n");
        Files.writeString(folder.resolve("owners.csv"), "a\n2\n");
        Files.createSymbolicLink(sandbox.resolve("files/link.csv"), folder.resolve("owners.csv"));
    }

    private Telegraph open(Map<String, String> settings) {
        return Telegraph.open(sandbox, folder, settings, Map.of());
    }

    private static String error(Telegraph telegraph, String sql) throws InterruptedException {
        return Answer.of(telegraph, sql).error();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM 'owners.csv'",
                "SELECT * FROM 'not-there.csv'",
                "SELECT * FROM '*.csv'",
                "SELECT * FROM 'data/files/*.csv'",
                "SELECT * FROM 'data/files/../../owners.csv'",
                "SELECT * FROM 'data/files/link.csv'",
                "SELECT * FROM read_csv('data/telegraph.conf')",
                "SELECT * FROM read_csv('/etc/passwd')",
                "SELECT * FROM read_csv('file:///etc/passwd')",
                "COPY (SELECT 1) TO 'written.csv'",
                "COPY (SELECT 1) TO 'data/telegraph.conf'",
                "CREATE TABLE t (a TEXT); COPY t FROM 'owners.csv'",
                "CREATE SOURCE s WITH (connector = 'file', path = 'owners.csv'); SELECT * FROM s",
                "CREATE TABLE t (a TEXT); BACKUP TO 'backup'"
            })
    void othersTouchNoFileOutsideTheAllowedFolder(String script) throws Exception {
        try (Telegraph telegraph = open(Map.of())) {
            telegraph.openToOthers(List.of());
            String error = error(telegraph, script);
            assertTrue(error.contains("allowed_folders"), error);
            assertTrue(error.contains("folders=[" + sandbox.resolve("files") + "]"), error);
            assertFalse(error.contains("Did you mean"), error);
            assertEquals(0, telegraph.memoryUsed());
        }
        assertFalse(Files.exists(folder.resolve("written.csv")));
        assertFalse(Files.exists(folder.resolve("backup")));
        assertEquals("secret.key = 'hush'\n", Files.readString(sandbox.resolve("telegraph.conf")));
    }

    @Test
    void othersReadAndWriteTheFolderMadeForThem() throws Exception {
        try (Telegraph telegraph = open(Map.of())) {
            telegraph.openToOthers(List.of());
            assertNull(error(telegraph, "SELECT * FROM 'data/files/everybodys.csv'"));
            assertNull(error(telegraph, "COPY (SELECT 7 AS a) TO 'data/files/new.csv'"));
        }
        assertEquals("7\n", Files.readString(sandbox.resolve("files/new.csv")));
    }

    @Test
    void theOwnerAllowsMoreButNeverTheSandbox() throws Exception {
        try (Telegraph telegraph = open(Map.of("allowed_folders", folder.toString()))) {
            telegraph.openToOthers(List.of(folder.resolve("passwords")));
            assertNull(error(telegraph, "SELECT * FROM 'owners.csv'"));
            assertTrue(
                    error(telegraph, "SELECT * FROM read_csv('data/telegraph.conf')")
                            .contains("allowed_folders"));
            assertTrue(
                    error(telegraph, "COPY (SELECT 1) TO 'passwords'").contains("allowed_folders"));
        }
    }

    @Test
    void whoeverRunsItAloneTouchesEverything() throws Exception {
        try (Telegraph telegraph = open(Map.of())) {
            assertNull(error(telegraph, "SELECT * FROM 'owners.csv'"));
        }
    }

    @Test
    void othersAskNoAddressOfThisMachineNotEvenForWhatWasKept() throws Exception {
        try (FaultServer web = new FaultServer();
                Telegraph telegraph = open(Map.of("http_cache_ttl", "1h"))) {
            web.on("/x.json", request -> Reply.json("[{\"a\":1}]"));
            String sql =
                    "CREATE SOURCE s (a INTEGER) WITH (connector = 'http', url = '"
                            + web.url("/x.json")
                            + "', format = 'json', rows = '$[*]')";
            assertNull(error(telegraph, sql + "; SELECT * FROM s"));
            int asked = web.requests();
            telegraph.openToOthers(List.of());
            String refused = error(telegraph, "SELECT * FROM s");
            assertTrue(refused.contains("http_addresses"), refused);
            refused = error(telegraph, "SELECT * FROM '" + web.url("/x.json") + "'");
            assertTrue(refused.contains("http_addresses"), refused);
            assertEquals(asked, web.requests());
        }
    }

    @Test
    void theOwnerAllowsAddressesToo() throws Exception {
        try (FaultServer web = new FaultServer();
                Telegraph telegraph = open(Map.of("http_addresses", "any"))) {
            web.on("/x.json", request -> Reply.json("[{\"a\":1}]"));
            telegraph.openToOthers(List.of());
            assertNull(error(telegraph, "SELECT * FROM '" + web.url("/x.json") + "'"));
        }
    }
}
