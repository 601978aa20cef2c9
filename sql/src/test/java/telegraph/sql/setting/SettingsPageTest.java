package telegraph.sql.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The documentation of settings says what is so.
class SettingsPageTest {
    @Test
    void thePageListsEverySettingWithItsDefaultAndPurpose() throws IOException {
        List<String> expected =
                Arrays.stream(Setting.values())
                        .sorted(Comparator.comparing(Setting::title))
                        .map(setting ->
                                "| `%s` | %s | %s | %s |"
                                        .formatted(
                                                setting.title(),
                                                setting.initial(),
                                                setting.scope() == Setting.Scope.SESSION
                                                        ? "yes"
                                                        : "no",
                                                setting.purpose()))
                        .toList();
        List<String> written =
                Files.readAllLines(Path.of("..", "docs", "settings.md")).stream()
                        .filter(line -> line.startsWith("| `"))
                        .toList();
        assertEquals(String.join("\n", expected), String.join("\n", written));
    }
}
