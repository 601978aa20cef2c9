package telegraph.language.lexer;

import java.util.Locale;
import java.util.Set;

/// Tells the words of a query that are names as PostgreSQL reads them, though Calcite's parser
/// takes them for keywords: `value`, `date`, `offset` after AS, whatever stands after a dot.
///
/// PostgreSQL has four classes of keywords. What it reserves is a name after a dot and after AS
/// only; all else is one wherever a column may stand. Its own grammar tells `rows` the column from
/// ROWS of a window by what may stand there; here the words on both sides tell.
///
/// | after          | is a name                                                  |
/// |----------------|------------------------------------------------------------|
/// | `.`            | every word, but a function's                                 |
/// | `AS`           | every word, but a type in CAST and a query                   |
/// | all else       | a word that PostgreSQL does not reserve, but where it is syntax |
///
/// Threads: one; it is asked for each word in turn.
public final class BareNames {
    /// What an open bracket stands for.
    public enum Place {
        /// `CAST(… AS type)`.
        CAST,
        /// `OVER (…)`, and `WINDOW w AS (…)`.
        WINDOW,
        OTHER
    }

    /// What both reserve, or lets neither be a column.
    private static final Set<String> RESERVED =
            Set.of(
                    "all",
                    "any",
                    "as",
                    "case",
                    "create",
                    "cross",
                    "current_catalog",
                    "current_date",
                    "current_role",
                    "current_schema",
                    "current_time",
                    "current_timestamp",
                    "current_user",
                    "default",
                    "distinct",
                    "except",
                    "false",
                    "fetch",
                    "from",
                    "full",
                    "grant",
                    "group",
                    "having",
                    "in",
                    "inner",
                    "intersect",
                    "into",
                    "join",
                    "lateral",
                    "left",
                    "limit",
                    "localtime",
                    "localtimestamp",
                    "natural",
                    "not",
                    "null",
                    "offset",
                    "on",
                    "order",
                    "outer",
                    "right",
                    "select",
                    "session_user",
                    "some",
                    "table",
                    "tablesample",
                    "then",
                    "true",
                    "union",
                    "unique",
                    "user",
                    "using",
                    "when",
                    "where",
                    "window",
                    "with",
                    // A clause of queries here, which PostgreSQL does not know.
                    "qualify");

    /// Names everywhere but before a bracket.
    private static final Set<String> NAMES =
            Set.of(
                    "asof",
                    "call",
                    "current_default_transform_group",
                    "current_path",
                    "cursor",
                    "date_part",
                    "dateadd",
                    "datediff",
                    "datepart",
                    "define",
                    "describe",
                    "drop",
                    "exists",
                    "explain",
                    "final",
                    "friday",
                    "json_scope",
                    "match_condition",
                    "match_recognize",
                    "measure",
                    "minus",
                    "monday",
                    "new",
                    "ordinal",
                    "pattern",
                    "rollup",
                    "running",
                    "safe_cast",
                    "safe_offset",
                    "safe_ordinal",
                    "saturday",
                    "set",
                    "skip",
                    "snapshot",
                    "stream",
                    "sunday",
                    "system_user",
                    "thursday",
                    "try_cast",
                    "tuesday",
                    "unnest",
                    "value",
                    "values",
                    "volatile",
                    "wednesday");

    /// Names, but for what [#isSyntax] knows.
    private static final Set<String> SOMETIMES_SYNTAX =
            Set.of(
                    "by",
                    "current",
                    "date",
                    "datetime",
                    "delete",
                    "grouping",
                    "insert",
                    "interval",
                    "merge",
                    "next",
                    "over",
                    "partition",
                    "range",
                    "recursive",
                    "row",
                    "rows",
                    "time",
                    "timestamp",
                    "unknown",
                    "unsigned",
                    "update",
                    "uuid",
                    "variant");

    /// Units of time, which follow what is counted in them: `INTERVAL '5' DAYS`.
    private static final Set<String> UNITS =
            Set.of(
                    "days",
                    "hours",
                    "minutes",
                    "months",
                    "quarter",
                    "quarters",
                    "seconds",
                    "week",
                    "weeks",
                    "years");

    /// Units of time that the parser never takes where they are counted without INTERVAL.
    private static final Set<String> SINGLE_UNITS =
            Set.of(
                    "century",
                    "day",
                    "dayofweek",
                    "dayofyear",
                    "decade",
                    "dow",
                    "doy",
                    "epoch",
                    "hour",
                    "isodow",
                    "isoyear",
                    "microsecond",
                    "millennium",
                    "millisecond",
                    "minute",
                    "month",
                    "nanosecond",
                    "second",
                    "year");

    private final Tokens tokens;
    private final int begun;
    private int named = -1;

    /// For what is read from here on.
    public BareNames(Tokens tokens) {
        this.tokens = tokens;
        this.begun = tokens.index();
    }

    /// Whether the word that is next is a name that is to be quoted.
    ///
    /// @param place what the innermost open bracket stands for
    public boolean isNext(Place place) {
        String word = tokens.peek().value().toLowerCase(Locale.ROOT);
        boolean name = isName(word, place);
        if (name) {
            named = tokens.index();
        }
        return name;
    }

    private boolean isName(String word, Place place) {
        boolean called = tokens.peek(1).isSign("(");
        if (behind(1).isSign(".")) {
            return isKeyword(word) && !called;
        }
        if (behind(1).is("as")) {
            return isKeyword(word) && place != Place.CAST;
        }
        return !RESERVED.contains(word) && isKeyword(word) && !called && !isSyntax(word, place);
    }

    /// What was read before; a keyword that was a name is none.
    private Token behind(int tokensBack) {
        int index = tokens.index() - tokensBack;
        Token token = tokens.peek(index < begun ? -tokens.index() - 1 : -tokensBack);
        return index == named
                ? new Token(Token.Kind.QUOTED, token.start(), token.end(), token.value())
                : token;
    }

    /// Whether Calcite's parser takes it for a keyword somewhere.
    private static boolean isKeyword(String word) {
        return RESERVED.contains(word)
                || NAMES.contains(word)
                || UNITS.contains(word)
                || SINGLE_UNITS.contains(word)
                || SOMETIMES_SYNTAX.contains(word);
    }

    private boolean isSyntax(String word, Place place) {
        Token before = behind(1);
        Token after = tokens.peek(1);
        return switch (word) {
            case "by" -> before.is("group") || before.is("order") || before.is("partition");
            case "current" -> after.is("row");
            case "date",
                    "datetime",
                    "interval",
                    "time",
                    "timestamp",
                    "unsigned",
                    "uuid",
                    "variant" ->
                    isType();
            case "delete" -> before.isSign("(") && after.is("from");
            case "grouping" -> after.is("sets");
            case "insert", "merge" -> before.isSign("(") && after.is("into");
            case "next" -> before.is("fetch");
            case "over" -> before.isSign(")") || before.is("nulls");
            case "partition" -> after.is("by");
            case "range" -> isFrame(place);
            case "recursive" -> before.is("with");
            case "row" -> before.is("current") || isCounted();
            case "rows" -> isCounted() || isFrame(place);
            case "unknown" -> before.is("is") || before.is("not") && behind(2).is("is");
            case "update" -> before.is("for");
            default -> isUnit(word);
        };
    }

    /// Whether a type's name is one: of a cast, or of the literal that follows.
    private boolean isType() {
        Token after = tokens.peek(1);
        boolean zoned = after.is("with") || after.is("without");
        return behind(1).isSign("::")
                || after.isString()
                || after.kind() == Token.Kind.NUMBER
                || after.is("zone")
                || zoned && tokens.peek(2).is("time");
    }

    /// `FETCH FIRST 5 ROWS ONLY`, `OFFSET 5 ROWS`.
    private boolean isCounted() {
        return tokens.peek(1).is("only")
                || behind(1).is("first")
                || behind(1).is("next")
                || behind(2).is("first")
                || behind(2).is("next")
                || behind(2).is("offset");
    }

    /// Whether ROWS or RANGE begins a frame: after what a window is ordered by, or at its start.
    private boolean isFrame(Place place) {
        Token before = behind(1);
        Token after = tokens.peek(1);
        boolean operand =
                before.is("by")
                        || before.kind() == Token.Kind.SIGN
                                && !before.isSign("(")
                                && !before.isSign(")")
                                && !before.isSign("]");
        boolean ends = after.isSign(",") || after.isSign(")");
        return place == Place.WINDOW && !operand && !ends;
    }

    /// Whether a unit of time is one, as the parser has it wherever it is no argument or label.
    private boolean isUnit(String word) {
        Token before = behind(1);
        if (NAMES.contains(word) || before.isSign(",")) {
            return false;
        }
        boolean labelled = before.isSign(")") || before.isString() && !behind(2).is("interval");
        return SINGLE_UNITS.contains(word) || !labelled;
    }
}
