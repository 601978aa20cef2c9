package telegraph.server.admission;

import java.util.regex.Pattern;

/// Statements as logs and lists show them: without secrets, as far as these can be told by the
/// names of what holds them, and cut when they are long.
///
/// It goes from one text in quotes to the next: what stands before a text says whether it is a
/// secret, and addresses in it lose theirs.
final class Masked {
    private static final int CHARS_MAX = 4_000;
    private static final int BEFORE_MAX = 200;
    private static final String STARS = "***";

    private static final String NAMES =
            "(?:password|passwd|pwd|secret|token|access_token|auth_token|x[-_]auth[-_]token|api[-_]?key"
                    + "|x[-_]api[-_]key|access_key|client_secret|private_key|bearer|cookie|credentials"
                    + "|(?:proxy[-_])?authorization)";

    /// What stands right before a secret.
    private static final Pattern HOLDER =
            Pattern.compile(
                    "(?i)(?:(?<![a-z0-9])"
                            + NAMES
                            + "['\"]?\\s*(?:=>|=|:|\\bto\\b)?|\\bsecret['\"]?\\s*\\.\\s*['\"]?[\\w.-]+['\"]?"
                            + "\\s*(?:=|,|\\bto\\b)?)\\s*[eE]?$");

    private static final Pattern PARAMETER =
            Pattern.compile("(?i)([?&;]" + NAMES + "=)[^&;'#\\s]+");
    private static final Pattern ADDRESS =
            Pattern.compile("(?i)([a-z][a-z0-9+.-]*://[^/?#@:\\s']*:)[^/?#@\\s']+(?=@)");

    /// A secret without quotes.
    private static final Pattern BARE =
            Pattern.compile("(?i)(\\bsecret\\s*\\.\\s*[\\w.-]+\\s*(?:=|\\bto\\b)\\s*)[^'$\\s;]+");

    private final String text;
    private final StringBuilder shown = new StringBuilder();
    private int at;

    private Masked(String text) {
        this.text = text;
    }

    static String of(String statement) {
        boolean isLong = statement.length() > CHARS_MAX;
        String text = isLong ? statement.substring(0, CHARS_MAX) : statement;
        return new Masked(text.strip()).masked() + (isLong ? " …" : "");
    }

    private String masked() {
        int copied = 0;
        while (at < text.length()) {
            int end = literalEnd();
            if (end < 0) {
                at++;
                continue;
            }
            shown.append(BARE.matcher(text.substring(copied, at)).replaceAll("$1" + STARS));
            String before = shown.substring(Math.max(0, shown.length() - BEFORE_MAX));
            String literal = text.substring(at, end);
            shown.append(HOLDER.matcher(before).find() ? "'" + STARS + "'" : addresses(literal));
            at = end;
            copied = end;
        }
        return shown.append(BARE.matcher(text.substring(copied)).replaceAll("$1" + STARS))
                .toString();
    }

    private static String addresses(String literal) {
        String parameters = PARAMETER.matcher(literal).replaceAll("$1" + STARS);
        return ADDRESS.matcher(parameters).replaceAll("$1" + STARS);
    }

    /// Where the text in quotes that begins here ends, or -1 if none does. One that is left open,
    /// as by a cut, ends with the statement.
    private int literalEnd() {
        char c = text.charAt(at);
        if (c == '\'') {
            int end = at + 1;
            while (end < text.length()) {
                if (text.charAt(end) != '\'') {
                    end++;
                } else if (text.startsWith("''", end)) {
                    end += 2;
                } else {
                    return end + 1;
                }
            }
            return end;
        }
        int tag = c == '$' ? text.indexOf('$', at + 1) : -1;
        if (tag < 0 || !text.substring(at + 1, tag).matches("(?:[A-Za-z_]\\w*)?")) {
            return -1;
        }
        int close = text.indexOf(text.substring(at, tag + 1), tag + 1);
        return close < 0 ? text.length() : close + tag + 1 - at;
    }
}
