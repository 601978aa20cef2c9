package telegraph.tables.copy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/// Writes rows as lines that [CopyReader] reads back as they were.
///
/// In CSV, what reads as NULL, or holds a delimiter, a quote or the end of a line, stands in
/// quotes; so does the empty string always, since without quotes it is read as NULL.
///
/// Threads: one.
public final class CopyWriter {
    private final OutputStream out;
    private final CopyFormat format;
    private final Function<Object, String> texts;
    private final byte[] nullBytes;

    /// @param texts what is written for a value that is not null
    public CopyWriter(OutputStream out, CopyFormat format, Function<Object, String> texts) {
        this.out = out;
        this.format = format;
        this.texts = texts;
        this.nullBytes = format.nullText().getBytes(StandardCharsets.UTF_8);
    }

    /// The line of the columns' names.
    public void header(List<String> names) throws IOException {
        line(names.toArray());
    }

    /// The line of a row.
    public void row(Object[] values) throws IOException {
        line(values);
    }

    private void line(Object[] values) throws IOException {
        for (int c = 0; c < values.length; c++) {
            if (c > 0) {
                out.write(format.delimiter());
            }
            if (values[c] == null) {
                out.write(nullBytes);
                continue;
            }
            String text = texts.apply(values[c]);
            if (format.csv()) {
                csv(text, values.length == 1);
            } else {
                text(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        out.write('\n');
    }

    private void text(byte[] bytes) throws IOException {
        int written = 0;
        for (int i = 0; i < bytes.length; i++) {
            int letter = escape(bytes[i]);
            if (letter != 0) {
                out.write(bytes, written, i - written);
                out.write('\\');
                out.write(letter);
                written = i + 1;
            }
        }
        out.write(bytes, written, bytes.length - written);
    }

    /// What stands for a byte behind a backslash, 0 if the byte stands for itself.
    private int escape(byte b) {
        return switch (b) {
            case '\b' -> 'b';
            case '\f' -> 'f';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case 0x0b -> 'v';
            case '\\' -> '\\';
            default -> b == format.delimiter() ? b : 0;
        };
    }

    private void csv(String text, boolean alone) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean quoted =
                bytes.length == 0 || text.equals(format.nullText()) || alone && text.equals("\\.");
        for (int i = 0; i < bytes.length && !quoted; i++) {
            byte b = bytes[i];
            quoted = b == format.delimiter() || b == format.quote() || b == '\n' || b == '\r';
        }
        if (!quoted) {
            out.write(bytes);
            return;
        }
        out.write(format.quote());
        for (byte b : bytes) {
            if (b == format.quote() || b == format.escape()) {
                out.write(format.escape());
            }
            out.write(b);
        }
        out.write(format.quote());
    }
}
