package telegraph.language.lexer;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Names and strings as a statement has to write them.
///
/// Threads: any.
public final class Quotes {
    private static final Pattern PLAIN_NAME = Pattern.compile("[a-z_][a-z0-9_]*");

    /// Names that PostgreSQL or the standard reserve, so that they need quotes in a query.
    private static final Set<String> RESERVED =
            Set.of(
                    ("all and any array as asc between both by case cast check collate column create"
                                    + " cross cube current cursor date day default desc describe"
                                    + " distinct drop else end except exists explain false fetch"
                                    + " filter for foreign from full group grouping having hour if"
                                    + " in inner insert intersect interval into is join key language"
                                    + " lateral leading left like limit method minute minus month"
                                    + " natural not null offset on only or order outer over"
                                    + " partition position primary range references right row rows"
                                    + " second select set show some symmetric table then time"
                                    + " timestamp to trailing true union unique unknown update user"
                                    + " using value values view when where window with year")
                            .split(" "));

    private Quotes() {}

    /// A name as a statement has to write it, with quotes if it needs them.
    public static String name(String name) {
        boolean plain =
                PLAIN_NAME.matcher(name).matches()
                        && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
        return plain ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /// A string as a statement has to write it.
    public static String string(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
