package telegraph.server.admission;

import java.util.List;
import java.util.regex.Pattern;

/// Statements as logs and lists show them: without secrets, as far as these can be told by the
/// names of what holds them, and cut when they are long.
final class Masked {
    private static final int CHARS_MAX = 4_000;
    private static final String STARS = "***";

    /// A text in quotes, which a cut may have left open.
    private static final String LITERAL =
            "(?:[eE]?'(?:[^']|'')*(?:'|$)|(?<tag>\\$\\w*\\$)[\\s\\S]*?(?:\\k<tag>|$))";

    private static final String NAMES =
            "(?:password|passwd|pwd|secret|token|access_token|auth_token|x[-_]auth[-_]token|api[-_]?key"
                    + "|x[-_]api[-_]key|access_key|client_secret|private_key|bearer|cookie|credentials"
                    + "|(?:proxy[-_])?authorization)";

    private static final Pattern SETTING =
            Pattern.compile(
                    "(?i)(\\bsecret['\"]?\\s*\\.\\s*['\"]?[\\w.-]+['\"]?\\s*(?:=|,|\\bto\\b)?\\s*)"
                            + LITERAL);
    private static final Pattern OPTION =
            Pattern.compile(
                    "(?i)((?<![a-z0-9])"
                            + NAMES
                            + "['\"]?\\s*(?:=>|=|:|,|\\bto\\b)?\\s*)"
                            + LITERAL);
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)([?&;]" + NAMES + "=)[^&;'#\\s]+");
    private static final Pattern ADDRESS =
            Pattern.compile("(?i)([a-z][a-z0-9+.-]*://[^/?#@:\\s']*:)[^/?#@\\s']+(?=@)");

    /// What a setting may have after it without quotes.
    private static final Pattern BARE =
            Pattern.compile(
                    "(?i)(\\bset\\s+(?:session\\s+|local\\s+)?secret\\s*\\.\\s*[\\w.-]+\\s*(?:=|\\bto\\b)\\s*)"
                            + "[^'\\s;]+");

    private Masked() {}

    static String of(String statement) {
        boolean isLong = statement.length() > CHARS_MAX;
        String text = (isLong ? statement.substring(0, CHARS_MAX) : statement).strip();
        for (Pattern pattern : List.of(SETTING, OPTION)) {
            text = pattern.matcher(text).replaceAll("$1'" + STARS + "'");
        }
        for (Pattern pattern : List.of(PARAMETER, ADDRESS, BARE)) {
            text = pattern.matcher(text).replaceAll("$1" + STARS);
        }
        return isLong ? text + " …" : text;
    }
}
