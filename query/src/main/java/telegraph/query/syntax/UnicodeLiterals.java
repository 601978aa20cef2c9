package telegraph.query.syntax;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.NlsString;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Makes `U&'d\0061t\+000061'` a text like any other. Calcite gives it a character set of its own,
/// in which it is like none, and does not know escapes of six digits; so they are read anew from
/// the text of the query.
///
/// Threads: one.
public final class UnicodeLiterals extends SqlShuttle {
    private static final Pattern LITERAL =
            Pattern.compile("[uU]&'((?:[^']|'')*+)'(?:\\s+(?i:uescape)\\s+'([^'])')?");
    private static final int HEXADECIMAL = 16;

    private final String query;

    /// @param query what the tree was parsed from
    public UnicodeLiterals(String query) {
        this.query = query;
    }

    @Override
    public SqlNode visit(SqlLiteral literal) {
        if (!(literal instanceof SqlCharStringLiteral)
                || !(literal.getValue() instanceof NlsString text)
                || text.getCharset() == null) {
            return literal;
        }
        SqlParserPos at = literal.getParserPosition();
        Matcher written = LITERAL.matcher(query);
        written.region(
                SqlParserUtil.lineColToIndex(query, at.getLineNum(), at.getColumnNum()),
                query.length());
        if (!written.lookingAt()) {
            throw new IllegalStateException("no literal of Unicode at " + at);
        }
        char escape = written.group(2) == null ? '\\' : written.group(2).charAt(0);
        return SqlLiteral.createCharString(
                unescaped(written.group(1).replace("''", "'"), escape), at);
    }

    private static String unescaped(String text, char escape) {
        StringBuilder to = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != escape) {
                to.append(c);
                at++;
            } else if (at + 1 < text.length() && text.charAt(at + 1) == escape) {
                to.append(c);
                at += 2;
            } else {
                boolean isLong = text.startsWith("+", at + 1);
                int begin = at + (isLong ? 2 : 1);
                at = begin + (isLong ? 6 : 4);
                to.appendCodePoint(point(text, begin, at));
            }
        }
        if (to.chars().anyMatch(c -> c == 0) || !isWhole(to)) {
            throw wrong("invalid Unicode escape value", text);
        }
        return to.toString();
    }

    private static int point(String text, int begin, int end) {
        int point = 0;
        for (int i = begin; i < end; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), HEXADECIMAL) : -1;
            if (digit < 0) {
                throw wrong("invalid Unicode escape", text);
            }
            point = point * HEXADECIMAL + digit;
        }
        if (point > Character.MAX_CODE_POINT) {
            throw wrong("invalid Unicode escape value", text);
        }
        return point;
    }

    /// Whether no half of a pair stands alone.
    private static boolean isWhole(CharSequence text) {
        return text.codePoints()
                .noneMatch(point ->
                        point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    private static TelegraphException wrong(String why, String text) {
        return TelegraphException.of(SqlState.SYNTAX_ERROR, why + ": \"" + text + "\"");
    }
}
