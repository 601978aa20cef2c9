package telegraph.examples.demo;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Something worth asking.
///
/// @param name of its file, such as `04-wind`
/// @param title the question, in words
/// @param why what makes it hard, in a line
/// @param sql the question, in SQL
public record Question(String name, String title, String why, String sql) {
    private static final List<String> NAMES =
            List.of(
                    "01-hour",
                    "02-airline",
                    "03-old-planes",
                    "04-wind",
                    "05-rain",
                    "06-holidays",
                    "07-unlisted",
                    "08-snow",
                    "09-worst-days",
                    "10-record",
                    "11-states",
                    "12-made-up",
                    "13-air",
                    "14-far",
                    "15-board");

    /// All questions, in the order in which the demonstration asks them.
    public static List<Question> all() throws IOException {
        List<Question> questions = new ArrayList<>();
        for (String name : NAMES) {
            questions.add(read(name));
        }
        return questions;
    }

    /// Whether `text` means this question: its name, the name without its number, or the number.
    boolean isCalled(String text) {
        int dash = name.indexOf('-');
        String number = name.substring(0, dash);
        return text.equals(name)
                || text.equals(name.substring(dash + 1))
                || text.equals(number)
                || text.equals(number.replaceFirst("^0", ""));
    }

    static String resource(String file) throws IOException {
        try (InputStream in = Question.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new FileNotFoundException("no such file in the demonstration: file=" + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Question read(String name) throws IOException {
        String text = resource("questions/" + name + ".sql");
        String[] parts = text.split("\n", 3);
        if (parts.length < 3 || !parts[0].startsWith("-- ") || !parts[1].startsWith("-- ")) {
            throw new IOException(
                    "a question starts with two comment lines, title and reason: name=" + name);
        }
        return new Question(name, parts[0].substring(3), parts[1].substring(3), parts[2].strip());
    }
}
