package telegraph.server.http.wire;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes JSON.
///
/// Threads: any.
public final class JsonOutput {
    static final JsonFactory FACTORY = new JsonFactory();

    private JsonOutput() {}

    /// A document.
    public static byte[] bytes(Consumer<JsonGenerator> content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        write(out, content);
        return out.toByteArray();
    }

    /// Writes a document.
    public static void write(OutputStream out, Consumer<JsonGenerator> content) {
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            content.accept(json);
        }
    }

    /// A text that has a form in UTF-8: halves of surrogate pairs become U+FFFD.
    public static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair =
                        Character.isHighSurrogate(c)
                                && i + 1 < text.length()
                                && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return whole(text);
                }
                i++;
            }
        }
        return text;
    }

    private static String whole(String text) {
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints()
                .forEach(point ->
                        whole.appendCodePoint(
                                point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE
                                        ? 0xFFFD
                                        : point));
        return whole.toString();
    }
}
