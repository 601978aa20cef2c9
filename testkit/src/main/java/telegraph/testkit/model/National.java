package telegraph.testkit.model;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Pages in other charsets than UTF-8: the title and a paragraph have letters that only the right
/// charset reads right.
public final class National {
    private static final String PLAIN_META = "<meta charset=\"utf-8\">";

    private National() {}

    /// The title of a page, with letters of its charset.
    public static String title(PageKind kind, String plain) {
        return switch (kind) {
            case LATIN_1 -> "Größe ½ " + plain;
            case WINDOWS_1251 -> "Страница " + plain;
            // The second octets of these in Shift_JIS are those of \ | and other ASCII.
            case SHIFT_JIS -> "表ソ能ポ " + plain;
            case UTF_16 -> "Σελίδα 頁 " + plain;
            case UTF_8_MARKED -> "Prüfung – ✓ " + plain;
            default -> plain;
        };
    }

    /// Whether a page is of another charset.
    public static boolean is(PageKind kind) {
        return switch (kind) {
            case LATIN_1, WINDOWS_1251, SHIFT_JIS, UTF_16, UTF_8_MARKED -> true;
            default -> false;
        };
    }

    /// Content-Type of a page.
    public static byte[] type(PageKind kind) {
        return Bytes.ascii(
                switch (kind) {
                    case LATIN_1 -> "text/html; Charset=\"ISO-8859-1\"";
                    case UTF_8_MARKED -> "text/html;charset=iso-8859-1";
                    default -> "text/html";
                });
    }

    /// A page of ASCII in the charset of its kind.
    public static byte[] encode(PageKind kind, String plainTitle, String html) {
        String title = title(kind, plainTitle);
        String page =
                html.replace(PLAIN_META, meta(kind))
                        .replace("<title>" + plainTitle, "<title>" + title)
                        .replace("</body>", "<p>" + title + "</p></body>");
        String mark = kind == PageKind.UTF_8_MARKED ? "\uFEFF" : "";
        return (mark + page).getBytes(charset(kind));
    }

    private static String meta(PageKind kind) {
        return switch (kind) {
            case WINDOWS_1251 -> "<meta charset=windows-1251>";
            case SHIFT_JIS ->
                    "<meta content='text/html; charset=Shift_JIS' http-equiv=Content-Type>";
            default -> "";
        };
    }

    private static Charset charset(PageKind kind) {
        return switch (kind) {
            case LATIN_1 -> StandardCharsets.ISO_8859_1;
            case WINDOWS_1251 -> Charset.forName("windows-1251");
            case SHIFT_JIS -> Charset.forName("Shift_JIS");
            // Writes its mark itself.
            case UTF_16 -> StandardCharsets.UTF_16;
            default -> StandardCharsets.UTF_8;
        };
    }
}
