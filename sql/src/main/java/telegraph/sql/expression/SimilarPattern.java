package telegraph.sql.expression;

/// What a pattern of SIMILAR TO means.
public final class SimilarPattern {
    private SimilarPattern() {}

    /// The regular expression for the whole text: `%` and `_` are as in LIKE, and `.`, `^` and `$`
    /// stand for themselves.
    ///
    /// @param escape the character that takes the meaning of the next, or nothing; before a letter
    ///   it is a regular expression's, as in `\d`
    public static String regex(String pattern, String escape) {
        StringBuilder regex = new StringBuilder("\\A(?:");
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (!escape.isEmpty() && c == escape.charAt(0) && i + 1 < pattern.length()) {
                regex.append('\\').append(pattern.charAt(++i));
            } else if (inClass) {
                regex.append(c == '\\' ? "\\\\" : String.valueOf(c));
                inClass = c != ']';
            } else {
                regex.append(
                        switch (c) {
                            case '%' -> ".*";
                            case '_' -> ".";
                            case '.', '^', '$', '\\' -> "\\" + c;
                            default -> String.valueOf(c);
                        });
                inClass = c == '[';
            }
        }
        return regex.append(")\\z").toString();
    }
}
