package telegraph.server.postgres.message;

import io.netty.buffer.ByteBuf;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.TelegraphException;
import telegraph.ground.Violation;

/// An error or a notice as the client gets it: severity, code, message, and what is known besides.
///
/// Messages of Telegraph say a rule, facts, where, and then in a sentence of its own what to do.
/// Here each has a field:
///
/// ```
/// unknown column "titel" at 1:8. Did you mean "title"?
/// M unknown column "titel"   P 8   H Did you mean "title"?
///
/// duplicate key value violates unique constraint "t_pkey": Key (id)=(1) already exists
/// M duplicate …   D Key (id)=(1) already exists.   s public   t t   n t_pkey
/// ```
///
/// Threads: any; immutable.
public final class PgReport {
    /// A place, and what stands before it within quotes is none.
    private static final Pattern PLACE = Pattern.compile(" at (\\d{1,9}):(\\d{1,9})(?!\\d|:\\d)");

    private static final Violation NOTHING = new Violation("", "", "", "", "");

    /// How PostgreSQL says that a prepared statement gives other columns than the client was told.
    public static final String STALE = "cached plan must not change result type";

    private final String severity;
    private final String code;
    private final String message;
    private final String hint;
    private final int position;
    private final String where;
    private final Violation violation;

    private PgReport(String severity, String code, Told told, String where) {
        this(severity, code, told, where, NOTHING);
    }

    private PgReport(String severity, String code, Told told, String where, Violation violation) {
        this.violation = violation;
        this.severity = severity;
        this.code = code;
        this.message = told.message;
        this.hint = told.hint;
        this.position = told.position;
        this.where = where;
    }

    private record Told(String message, String hint, int position) {}

    /// A statement that failed.
    ///
    /// @param text the statement as the client sent it, or "" if places mean nothing to it
    /// @param query the id of the query, or ""
    public static PgReport failure(TelegraphException cause, String text, String query) {
        String where = query.isEmpty() ? "" : "query " + query;
        Violation violation = cause.violation().orElse(NOTHING);
        String words = words(cause);
        String facts = ": " + violation.detail();
        if (!violation.detail().isEmpty() && words.endsWith(facts)) {
            words = words.substring(0, words.length() - facts.length());
        }
        return new PgReport("ERROR", cause.state().code(), told(words, text), where, violation);
    }

    /// Something that ends the connection.
    public static PgReport fatal(String code, String message) {
        return new PgReport("FATAL", code, told(message, ""), "");
    }

    /// Something that ends the statement.
    public static PgReport error(String code, String message) {
        return new PgReport("ERROR", code, told(message, ""), "");
    }

    public static PgReport warning(String code, String message) {
        return new PgReport("WARNING", code, new Told(message, "", 0), "");
    }

    public static PgReport notice(String message) {
        return new PgReport("NOTICE", "00000", new Told(message, "", 0), "");
    }

    private static String words(TelegraphException cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    private static Told told(String words, String text) {
        int sentence = secondSentence(words);
        String first = sentence < 0 ? words : words.substring(0, sentence);
        String hint = sentence < 0 ? "" : words.substring(sentence + 2);
        int position = 0;
        Matcher place = PLACE.matcher(first);
        while (!text.isEmpty() && position == 0 && place.find()) {
            if (isOutsideQuotes(first, place.start())) {
                position =
                        position(
                                text,
                                Integer.parseInt(place.group(1)),
                                Integer.parseInt(place.group(2)));
                if (position > 0) {
                    first = first.substring(0, place.start()) + first.substring(place.end());
                }
            }
        }
        return new Told(first, hint, position);
    }

    /// Where a sentence ends and another begins outside of quotes; -1 if there is one only.
    private static int secondSentence(String words) {
        boolean quoted = false;
        for (int i = 0; i + 2 < words.length(); i++) {
            char c = words.charAt(i);
            quoted ^= c == '"';
            boolean ends = c == '.' && words.charAt(i + 1) == ' ';
            if (ends && !quoted && Character.isUpperCase(words.charAt(i + 2))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isOutsideQuotes(String words, int index) {
        return words.substring(0, index).chars().filter(c -> c == '"').count() % 2 == 0;
    }

    /// Which character of a text stands at a place, from 1; 0 if none does, as at 0:0.
    private static int position(String text, int line, int column) {
        int at = 0;
        for (int l = 1; l < line; l++) {
            at = text.indexOf('\n', at) + 1;
            if (at == 0) {
                return 0;
            }
        }
        int index = at + column - 1;
        return index < 0 || index > text.length() ? 0 : text.codePointCount(0, index) + 1;
    }

    public String code() {
        return code;
    }

    public String message() {
        return message;
    }

    public String hint() {
        return hint;
    }

    public int position() {
        return position;
    }

    void write(ByteBuf to) {
        field(to, 'S', severity);
        field(to, 'V', severity);
        field(to, 'C', code);
        field(to, 'M', message);
        field(to, 'D', violation.detail().isEmpty() ? "" : violation.detail() + ".");
        field(to, 'H', hint);
        field(to, 'P', position == 0 ? "" : Integer.toString(position));
        field(to, 'W', where);
        field(to, 's', violation.schema());
        field(to, 't', violation.table());
        field(to, 'c', violation.column());
        field(to, 'n', violation.constraint());
        // Drivers prepare a statement again when this is what PostgreSQL's own function says.
        field(to, 'R', message.startsWith(STALE) ? "RevalidateCachedQuery" : "");
        to.writeByte(0);
    }

    private static void field(ByteBuf to, char name, String value) {
        if (!value.isEmpty()) {
            to.writeByte(name);
            Replies.text(to, value);
        }
    }
}
