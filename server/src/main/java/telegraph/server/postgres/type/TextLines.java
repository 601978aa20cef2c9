package telegraph.server.postgres.type;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The lines of COPY in text, as far as we write them ourselves: fields between tabs, `\N` for
/// NULL, and a backslash before what would be read as an end.
final class TextLines {
    private TextLines() {}

    /// Adds a field, null for NULL.
    static void write(String field, ByteArrayOutputStream out) {
        if (field == null) {
            out.write('\\');
            out.write('N');
            return;
        }
        for (byte b : field.getBytes(StandardCharsets.UTF_8)) {
            int letter =
                    switch (b) {
                        case '\n' -> 'n';
                        case '\r' -> 'r';
                        case '\t' -> 't';
                        case '\\' -> '\\';
                        default -> 0;
                    };
            if (letter != 0) {
                out.write('\\');
            }
            out.write(letter != 0 ? letter : b);
        }
    }

    /// The fields of the line from `start` to `end`, null for NULL.
    static List<String> read(byte[] lines, int start, int end) {
        List<String> fields = new ArrayList<>();
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        boolean isNull = false;
        for (int i = start; i <= end; i++) {
            if (i == end || lines[i] == '\t') {
                fields.add(isNull ? null : field.toString(StandardCharsets.UTF_8));
                field.reset();
                isNull = false;
            } else if (lines[i] != '\\') {
                field.write(lines[i]);
            } else {
                byte letter = lines[++i];
                isNull = letter == 'N';
                field.write(meant(letter));
            }
        }
        return fields;
    }

    private static int meant(byte letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0b;
            default -> letter;
        };
    }
}
