package telegraph.query.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The documentation of functions has every one.
class FunctionsPageTest {
    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9_]*");

    @Test
    void thePageNamesEveryFunctionOfOurs() throws IOException {
        Set<String> named = new HashSet<>();
        List<String> rows =
                Files.readAllLines(Path.of("..", "docs", "functions.md")).stream()
                        .filter(line -> line.startsWith("| "))
                        .toList();
        for (String row : rows) {
            Matcher word = WORD.matcher(row);
            while (word.find()) {
                named.add(word.group());
            }
        }
        Set<String> missing = new TreeSet<>();
        for (String name : Routines.all().keySet()) {
            String plain = name.toLowerCase(Locale.ROOT);
            if (WORD.matcher(plain).matches() && !named.contains(plain)) {
                missing.add(plain);
            }
        }
        assertEquals(Set.of(), missing, "functions that docs/functions.md does not name");
    }
}
