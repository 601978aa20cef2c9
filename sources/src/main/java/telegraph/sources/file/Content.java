package telegraph.sources.file;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;

/// Tells by its first bytes what a file holds, whatever its name says.
public final class Content {
    private static final int SHOWN_CHARS = 80;

    private Content() {}

    /// The format of a file whose name tells nothing.
    public static FileFormat guess(byte[] head, String mediaType) {
        if (startsWith(head, "PAR1") || mediaType.contains("parquet")) {
            return FileFormat.PARQUET;
        }
        if (mediaType.contains("json")) {
            return FileFormat.JSON;
        }
        if (mediaType.contains("csv")) {
            return FileFormat.CSV;
        }
        if (mediaType.contains("tab-separated")) {
            return FileFormat.TSV;
        }
        int first = firstInk(head);
        return first < head.length && (head[first] == '{' || head[first] == '[')
                ? FileFormat.JSON
                : FileFormat.CSV;
    }

    /// Refuses a file that cannot be what it is read as.
    public static void require(FileFormat format, byte[] head, String file) {
        String other = other(format, head);
        if (!other.isEmpty()) {
            throw TelegraphException.input(
                    "a file must hold what it is read as: file="
                            + file
                            + " read_as="
                            + format
                            + " found="
                            + other
                            + " begins_with=\""
                            + shown(head)
                            + "\"");
        }
    }

    private static String other(FileFormat format, byte[] head) {
        int ink = firstInk(head);
        if (startsWith(head, "PAR1")) {
            return "Parquet";
        }
        if (startsWith(head, "PK\u0003\u0004")) {
            return "a ZIP archive (an Excel workbook is one)";
        }
        if (startsWith(head, "%PDF")) {
            return "PDF";
        }
        String start =
                new String(head, ink, Math.min(14, head.length - ink), StandardCharsets.ISO_8859_1)
                        .toLowerCase(Locale.ROOT);
        if (start.startsWith("<!doctype html") || start.startsWith("<html")) {
            return "an HTML page";
        }
        if (start.startsWith("<?xml")) {
            return "XML";
        }
        for (int i = 0; i < head.length; i++) {
            if (head[i] == 0) {
                return "binary data (a zero byte at " + i + ")";
            }
        }
        boolean csv = format == FileFormat.CSV || format == FileFormat.TSV;
        return csv && (start.startsWith("{\"") || start.startsWith("[{")) ? "JSON" : "";
    }

    private static boolean startsWith(byte[] head, String mark) {
        if (head.length < mark.length()) {
            return false;
        }
        for (int i = 0; i < mark.length(); i++) {
            if (head[i] != mark.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int firstInk(byte[] head) {
        int at = 0;
        while (at < head.length && head[at] >= 0 && head[at] <= ' ') {
            at++;
        }
        return at;
    }

    /// The beginning of some text, fit for one line of a message.
    public static String shown(byte[] bytes) {
        return shown(new String(bytes, 0, Math.min(bytes.length, 400), StandardCharsets.UTF_8));
    }

    public static String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}", " ").strip();
        return line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS) + "…";
    }
}
