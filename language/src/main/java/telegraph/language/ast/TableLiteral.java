package telegraph.language.ast;

import java.util.List;
import java.util.Map;
import telegraph.language.lexer.Position;

/// A table that a query writes out instead of naming: a file in quotes, a call of a table function,
/// or a long list of values after IN.
///
/// Values are String, Long, BigDecimal, Double (with an exponent), Boolean, `List`, `Map` with
/// String keys, or null.
///
/// @param identifier the name that stands for it in the text for Calcite; equal literals of a
///   statement share one
/// @param function the function's name in lower case, or empty for a bare file
/// @param arguments those without a name; a bare file has one
/// @param named those with a name (`delim => ';'`), names in lower case
/// @param line where it stands in the script
/// @param column where it stands in the script
public record TableLiteral(
        String identifier,
        String function,
        List<Object> arguments,
        Map<String, Object> named,
        int line,
        int column) {
    /// What stands for the function of a list of values after IN, whose arguments are all Long or
    /// all String.
    public static final String VALUES = "values";

    /// The one column of such a list.
    public static final String VALUE = "value";

    private static final int TITLE_CHARS_MAX = 80;

    /// What to call it in messages and plans.
    public String title() {
        if (function.equals(VALUES)) {
            return "list of " + arguments.size() + " values";
        }
        String first = arguments.isEmpty() ? "" : String.valueOf(arguments.getFirst());
        String what = function.isEmpty() ? first : function + "('" + first + "')";
        return what.length() <= TITLE_CHARS_MAX
                ? what
                : what.substring(0, TITLE_CHARS_MAX - 3) + "...";
    }

    public Position position() {
        return new Position(line, column);
    }
}
