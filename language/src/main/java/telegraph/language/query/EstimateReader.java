package telegraph.language.query;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.language.ast.EstimateClause;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Reads what a query says of estimates, of which Calcite knows nothing.
///
/// ```
/// query   = … SELECT [ ONLINE ] … [ LIMIT n ] [ error ] [ time ]
/// error   = ERROR WITHIN number PERCENT [ AT CONFIDENCE number PERCENT ]
/// time    = WITHIN number ( MILLISECOND[S] | SECOND[S] | MINUTE[S] )
/// ```
///
/// None of the words is reserved. ERROR and WITHIN are clauses where WITHIN has a number after it;
/// ONLINE is a column if what follows goes on with an expression or ends it.
final class EstimateReader {
    private static final Map<String, Long> UNIT_NANOS =
            Map.of(
                    "millisecond", 1_000_000L,
                    "milliseconds", 1_000_000L,
                    "second", 1_000_000_000L,
                    "seconds", 1_000_000_000L,
                    "minute", 60_000_000_000L,
                    "minutes", 60_000_000_000L);
    private static final List<String> UNITS = List.of("MILLISECONDS", "SECONDS", "MINUTES");
    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    /// Words that, like those that end a FROM clause, show after `SELECT online` that a column is
    /// meant.
    private static final Set<String> AFTER_COLUMN =
            Set.of(
                    "as", "from", "and", "or", "is", "in", "like", "ilike", "similar", "between",
                    "collate", "at", "error", "within");

    private static final Set<String> ENDS_FROM =
            Set.of(
                    "where",
                    "group",
                    "having",
                    "order",
                    "limit",
                    "offset",
                    "fetch",
                    "window",
                    "qualify",
                    "union",
                    "intersect",
                    "except",
                    "returning");

    private final Tokens tokens;
    private boolean online;
    private Optional<BigDecimal> error = Optional.empty();
    private Optional<BigDecimal> confidence = Optional.empty();
    private Optional<Duration> time = Optional.empty();

    EstimateReader(Tokens tokens) {
        this.tokens = tokens;
    }

    /// What was read.
    EstimateClause read() {
        return new EstimateClause(online, error, confidence, time);
    }

    /// Whether SELECT is next and ONLINE, meant as such, comes after it.
    boolean isOnlineNext() {
        if (!tokens.peek().is("select") || !tokens.peek(1).is("online")) {
            return false;
        }
        Token after = tokens.peek(2);
        return switch (after.kind()) {
            case WORD -> !goesOn(after);
            case QUOTED, STRING, ESCAPED, UNICODE, NUMBER -> true;
            case SIGN ->
                    after.isSign("(")
                            || after.isSign("*")
                                    && (tokens.peek(3).is("from") || tokens.peek(3).isSign(","));
            case UNFINISHED, END -> false;
        };
    }

    private boolean goesOn(Token word) {
        boolean negated = word.is("not") && goesOn(tokens.peek(3));
        return negated
                || AFTER_COLUMN.stream().anyMatch(word::is)
                || ENDS_FROM.stream().anyMatch(word::is);
    }

    /// Reads SELECT ONLINE.
    ///
    /// @param first whether no SELECT stands before this one or around it
    void readOnline(boolean first) {
        tokens.next();
        if (!first) {
            throw Tokens.error(
                    tokens.position(),
                    "SELECT ONLINE stands at the beginning of a whole query, not inside one. A"
                            + " column of that name stands in double quotes: \"online\"");
        }
        tokens.next();
        online = true;
    }

    /// Whether a clause is next.
    boolean isClauseNext() {
        int within = tokens.peek().is("error") ? 1 : 0;
        if (!tokens.peek(within).is("within")) {
            return false;
        }
        Token after = tokens.peek(within + 1);
        boolean negative =
                after.isSign("-")
                        && tokens.peek(within + 2).kind() == Token.Kind.NUMBER
                        && isUnit(tokens.peek(within + 3));
        return after.kind() == Token.Kind.NUMBER
                || after.isString()
                || negative
                || within == 1 && !after.is("group") && !after.is("distinct");
    }

    private static boolean isUnit(Token token) {
        return UNIT_NANOS.containsKey(token.value().toLowerCase(Locale.ROOT));
    }

    /// Reads the clauses and wants nothing to follow them.
    ///
    /// @param whole whether they stand at the end of the whole query and not of a part of it
    void readClauses(boolean whole) {
        if (!whole) {
            throw Tokens.error(
                    tokens.position(),
                    "ERROR WITHIN and WITHIN stand at the end of a whole query, not in a part of"
                            + " it: put them behind the last parenthesis");
        }
        while (isClauseNext()) {
            if (tokens.peek().is("error")) {
                readError();
            } else {
                readTime();
            }
        }
        if (!tokens.atEnd()) {
            throw tokens.unexpected(
                    "the end of the statement, since ERROR WITHIN and WITHIN come last, after"
                            + " ORDER BY and LIMIT",
                    List.of());
        }
    }

    private void readError() {
        once(error);
        tokens.expect("error", "within");
        error = Optional.of(percent("the error allowed"));
        if (tokens.accept("at")) {
            tokens.expect("confidence");
            Position at = tokens.position();
            BigDecimal asked = percent("a confidence");
            if (asked.compareTo(ALL) >= 0) {
                throw Tokens.error(
                        at,
                        "a confidence is above 0 and below 100 percent, since nothing but the exact"
                                + " answer is sure: found "
                                + asked.toPlainString()
                                + ". Without ERROR WITHIN the answer is exact");
            }
            confidence = Optional.of(asked);
        }
    }

    private BigDecimal percent(String what) {
        BigDecimal number = positive(what);
        if (!tokens.acceptSign("%")) {
            tokens.expect("PERCENT");
        }
        return number;
    }

    private void readTime() {
        once(time);
        tokens.expect("within");
        Position at = tokens.position();
        BigDecimal number = positive("a time");
        Token unit = tokens.peek();
        Long nanos = UNIT_NANOS.get(unit.value().toLowerCase(Locale.ROOT));
        if (nanos == null && (unit.is("percent") || unit.isSign("%"))) {
            throw Tokens.error(
                    at, "WITHIN alone takes a time. An error in percent is ERROR WITHIN n PERCENT");
        }
        if (nanos == null) {
            throw tokens.unexpected("MILLISECONDS, SECONDS or MINUTES", UNITS);
        }
        tokens.next();
        BigDecimal length = number.multiply(BigDecimal.valueOf(nanos));
        if (length.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw Tokens.error(at, "a time is shorter than 292 years: leave WITHIN out");
        }
        time = Optional.of(Duration.ofNanos(Math.max(1, length.longValue())));
    }

    private void once(Optional<?> read) {
        if (read.isPresent()) {
            throw Tokens.error(tokens.position(), "each of ERROR WITHIN and WITHIN stands once");
        }
    }

    private BigDecimal positive(String what) {
        Position at = tokens.position();
        boolean negative = tokens.acceptSign("-");
        if (tokens.peek().kind() != Token.Kind.NUMBER) {
            throw tokens.unexpected("a number such as 1 or 0.5", List.of());
        }
        BigDecimal number = number(tokens.next());
        if (negative || number.signum() == 0) {
            throw Tokens.error(
                    at,
                    what
                            + " is above 0: found "
                            + (negative ? "-" : "")
                            + number.toPlainString()
                            + ". Without the clause the answer is exact");
        }
        return number;
    }

    private static BigDecimal number(Token token) {
        return new BigDecimal(token.value().replace("_", ""));
    }
}
