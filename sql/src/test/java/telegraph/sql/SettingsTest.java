package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.sql.setting.Setting;

/// Values, where they come from, and what is refused.
class SettingsTest {
    @TempDir Path sandbox;

    private Settings load(Map<String, String> environment, Map<String, String> given) {
        return Settings.load(Disk.FILES, sandbox, environment, given);
    }

    private String refused(Runnable action) {
        TelegraphException e = assertThrows(TelegraphException.class, action::run);
        assertEquals(TelegraphException.Kind.INPUT, e.kind());
        return e.getMessage();
    }

    @Test
    void withoutAnySourceEverySettingHasItsDefault() {
        Settings settings = load(Map.of("PATH", "/bin"), Map.of());
        assertEquals(1L << 30, settings.bytes("memory_limit"));
        assertEquals(4L << 30, settings.bytes("process_memory_limit"));
        assertEquals("rank", settings.text("policy"));
        assertEquals(Duration.ofMillis(200), settings.duration("report_interval"));
        assertEquals(Duration.ZERO, settings.duration("time_limit"));
        assertEquals(Optional.empty(), settings.durationUnlessAuto("http_cache_ttl"));
        assertEquals(Runtime.getRuntime().availableProcessors(), settings.integer("workers"));
        assertTrue(settings.all().stream().allMatch(shown -> shown.origin().equals("default")));
    }

    @Test
    void fileEnvironmentCommandLineAndSetOverrideEachOtherInThatOrder() throws IOException {
        Files.writeString(
                sandbox.resolve(Settings.FILE),
                """
                # limits
                row_limit = 1
                seed = 1
                workers = 1
                memory_limit = '64 MB'
                """);
        Settings root =
                load(
                        Map.of("TELEGRAPH_SEED", "2", "TELEGRAPH_WORKERS", "2"),
                        Map.of("workers", "3"));
        Settings session = root.forSession();
        session.set("policy", "Lottery");
        assertEquals(1, session.integer("row_limit"));
        assertEquals(64 << 20, session.bytes("memory_limit"));
        assertEquals(2, session.integer("seed"));
        assertEquals(3, session.integer("workers"));
        assertEquals("lottery", session.text("policy"));
        assertEquals("rank", root.text("policy"));
        session.set("workers", "5");
        session.reset("workers");
        assertEquals(3, session.integer("workers"));
        session.reset("ALL");
        assertEquals("rank", session.text("policy"));
    }

    @Test
    void aCommentInTheFileMayFollowAValue() throws IOException {
        Files.writeString(
                sandbox.resolve(Settings.FILE),
                """
                row_limit = 1  # few
                memory_limit = '64 MB'\t# little
                secret.hash = 'a # ''b'' #c'   # 'quoted'
                secret.plain = a#b
                """);
        Settings settings = load(Map.of(), Map.of());
        assertEquals("1", settings.show("row_limit"));
        assertEquals("64MB", settings.show("memory_limit"));
        assertEquals("a # 'b' #c", settings.secret("hash").orElseThrow());
        assertEquals("a#b", settings.secret("plain").orElseThrow());
    }

    @Test
    void aNameNobodyKnowsIsAnErrorWhereverItStands() throws IOException {
        String expected = "unknown setting \"memry_limit\". Did you mean \"memory_limit\"?";
        assertEquals(
                "--set: " + expected, refused(() -> load(Map.of(), Map.of("memry_limit", "1GB"))));
        assertEquals(
                "TELEGRAPH_MEMRY_LIMIT: " + expected,
                refused(() -> load(Map.of("TELEGRAPH_MEMRY_LIMIT", "1GB"), Map.of())));
        assertEquals(expected, refused(() -> load(Map.of(), Map.of()).set("memry_limit", "1GB")));
        assertEquals(
                "unknown setting \"zzz\". SHOW SETTINGS lists them",
                refused(() -> load(Map.of(), Map.of()).show("zzz")));
        Files.writeString(sandbox.resolve(Settings.FILE), "\nmemry_limit = 1GB\n");
        assertEquals("telegraph.conf line 2: " + expected, refused(() -> load(Map.of(), Map.of())));
        Files.writeString(sandbox.resolve(Settings.FILE), "just words\n");
        assertEquals(
                "telegraph.conf line 1: a line is name = value, or a comment after #",
                refused(() -> load(Map.of(), Map.of())));
    }

    @Test
    void aValueThatDoesNotFitIsRefusedWithWhatDoes() {
        Settings settings = load(Map.of(), Map.of());
        assertEquals(
                "setting policy takes fixed, lottery or rank: found 'lotery'."
                        + " Did you mean \"lottery\"?",
                refused(() -> settings.set("policy", "lotery")));
        assertEquals(
                "setting memory_limit takes a size of at least 1MB such as 512MB or 2GB: found"
                        + " '5 parsecs'",
                refused(() -> settings.set("memory_limit", "5 parsecs")));
        for (String size : new String[] {"", "-1GB", "1 000", "1KB", "9999999999TB", "GB"}) {
            refused(() -> settings.set("memory_limit", size));
        }
        for (String time : new String[] {"", "-1s", "soon", "10 lightyears", "1e5s"}) {
            refused(() -> settings.set("time_limit", time));
        }
        assertEquals(
                "setting workers takes a whole number from 1 to 1024, or auto: found '0'",
                refused(() -> settings.set("workers", "0")));
        assertEquals(
                "setting row_limit takes a whole number of at least 0: found 'many'",
                refused(() -> settings.set("row_limit", "many")));
    }

    @Test
    void sizesAndTimesAreReadInAllTheirUnitsAndShownInTheLargestThatIsWhole() {
        Settings settings = load(Map.of(), Map.of());
        String[][] sizes = {
            {"1048576", "1MB"},
            {"1.5gb", "1536MB"},
            {"2 GiB", "2GB"},
            {"3M", "3MB"},
            {"2097153B", "2097153B"},
            {"1tb", "1TB"},
        };
        for (String[] size : sizes) {
            settings.set("memory_limit", size[0]);
            assertEquals(size[1], settings.show("memory_limit"));
        }
        String[][] times = {
            {"1500", "1500ms"},
            {"1.5s", "1500ms"},
            {"90 s", "90s"},
            {"120s", "2min"},
            {"0", "0"},
            {"2h", "2h"},
            {"48h", "2d"},
            {"7us", "7us"},
        };
        for (String[] time : times) {
            settings.set("time_limit", time[0]);
            assertEquals(time[1], settings.show("time_limit"));
        }
    }

    @Test
    void whatIsShownCanBeSetAgain() {
        Settings settings = load(Map.of(), Map.of());
        for (Setting setting : Setting.values()) {
            Object value = setting.kind().parse(setting.title(), setting.initial());
            String shown = setting.kind().show(value);
            assertEquals(value, setting.kind().parse(setting.title(), shown), setting.title());
        }
        assertEquals(Setting.values().length, settings.all().size());
    }

    @Test
    void whatAllSessionsShareCannotBeSetInOne() {
        assertEquals(
                "setting http_total_concurrency is fixed once Telegraph has started. Give it as"
                        + " --set http_total_concurrency=... or in telegraph.conf",
                refused(() -> load(Map.of(), Map.of()).set("http_total_concurrency", "1")));
        assertEquals(
                7,
                load(Map.of(), Map.of("http_total_concurrency", "7"))
                        .integer("http_total_concurrency"));
    }

    @Test
    void aSecretIsFoundByNameAndNeverShown() {
        Settings settings =
                load(
                        Map.of("TELEGRAPH_SECRET_GITHUB", "hunter2"),
                        Map.of("secret.Other", "swordfish"));
        assertEquals(Optional.of("hunter2"), settings.secret("secret:github"));
        assertEquals(Optional.of("swordfish"), settings.secret("other"));
        assertEquals(Optional.empty(), settings.secret("none"));
        assertEquals("***", settings.show("secret.github"));
        Settings session = settings.forSession();
        session.set("secret.mine", "xyzzy");
        assertEquals(Optional.of("xyzzy"), settings.secret("mine"));
        String all = session.all().toString() + settings.all();
        assertTrue(all.contains("secret.github") && all.contains("secret.mine"), all);
        for (String secret : new String[] {"hunter2", "swordfish", "xyzzy"}) {
            assertFalse(all.contains(secret), all);
        }
        session.reset("secret.mine");
        assertEquals(Optional.empty(), settings.secret("mine"));
        assertEquals(
                "unknown secret \"secret.githb\". Did you mean \"github\"?",
                refused(() -> session.show("secret.githb")));
        refused(() -> session.set("secret.", "x"));
    }
}
