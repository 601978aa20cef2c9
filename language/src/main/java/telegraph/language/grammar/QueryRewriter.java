package telegraph.language.grammar;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableLiteral;
import telegraph.language.lexer.BareNames;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.LongList;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.PositionMap;
import telegraph.language.lexer.Script;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Prepares a query for Calcite's parser, which knows neither tables written as literals nor some
/// of PostgreSQL's lexical forms.
///
/// | in the script                    | in the prepared text                            |
/// |----------------------------------|-------------------------------------------------|
/// | `'data/x.csv'` where a table is due | `"data/x.csv" AS "x"`, the alias if none follows |
/// | `read_csv('x.csv', …)` there     | `"read_csv('x.csv')" AS "x"`                    |
/// | `E'a\tb'`, `$$it's$$`            | `'a	b'`, `'it''s'`                               |
/// | `INTERVAL '90 minutes'`          | `INTERVAL '90' MINUTE(2)`                       |
/// | `'90 minutes'::interval`         | the same                                        |
/// | `int[]`                          | `int ARRAY`                                     |
/// | `timestamp with time zone`       | `timestamp with LOCAL time zone`                |
/// | `LIMIT 3::int`                   | `LIMIT 3`                                       |
/// | `BETWEEN 1::int AND 6`           | `BETWEEN (1::int) AND 6`                        |
/// | `IN (1, 2, …)` with thousands    | `IN (SELECT "value" FROM "list of 5000 values")` |
/// | `value`, `t.offset`, `1 AS hour` | in double quotes where the parser wants them, see [BareNames] |
/// | `x ISNULL`, `x NOTNULL`          | `x IS NULL`, `x IS NOT NULL`                    |
/// | a comment                        | a space                                         |
/// | `SELECT ONLINE …`, `… ERROR WITHIN 1 PERCENT` | without them, see [EstimateGrammar] |
///
/// A table is due after FROM, JOIN, LATERAL, TABLE, and after a comma between FROM and what ends
/// it. To know, the rewriter follows brackets and keeps for each open one whether it is in a FROM
/// clause; that is all of the grammar it needs, so that it never stands in the way of what Calcite
/// can parse.
///
/// Threads: one; a rewriter is used once.
final class QueryRewriter {
    /// Words that end a FROM clause.
    static final Set<String> ENDS_FROM =
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

    /// Words after a table that are not its alias, and before which an alias may stand.
    private static final Set<String> NO_ALIAS =
            Set.of(
                    "join", "inner", "left", "right", "full", "cross", "natural", "on", "using",
                    "with");

    /// An open bracket, or the query itself.
    private static final class Frame {
        final Set<String> aliases;
        final BareNames.Place place;
        boolean select;
        boolean from;
        boolean tableDue;

        Frame(Set<String> aliases) {
            this(aliases, BareNames.Place.OTHER);
        }

        Frame(Set<String> aliases, BareNames.Place place) {
            this.aliases = aliases;
            this.place = place;
        }
    }

    private final Tokens tokens;
    private final List<Lexer.Comment> comments;
    private final PositionMap.Writer out;
    private final TableLiterals tables;
    private final EstimateGrammar estimating;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private BareNames names;
    private int copied;
    private int comment;
    private int lowerBoundEnd = -1;
    private boolean selected;

    QueryRewriter(Script script, Tokens tokens, Set<String> functions) {
        this.tokens = tokens;
        this.comments = script.comments();
        this.out = new PositionMap.Writer(script.text(), script.lines());
        this.tables = new TableLiterals(tokens, functions);
        this.estimating = new EstimateGrammar(tokens);
        this.names = new BareNames(tokens);
        this.copied = tokens.peek().start();
        this.frames.push(new Frame(new HashSet<>()));
    }

    /// Reads the rest of the statement as a query.
    Statement.Select query() {
        int end = copied;
        while (!tokens.atEnd() && !estimating.isClauseNext()) {
            step();
            end = tokens.peek(-1).end();
        }
        copyTo(end);
        if (!tokens.atEnd()) {
            estimating.readClauses(frames.size() == 1);
        }
        return new Statement.Select(out.text(), tables.found(), out.map(), estimating.read());
    }

    /// Reads the rest of the statement as a table, and makes it the query for all of its rows.
    Statement.Select allOf() {
        frames.peek().from = true;
        frames.peek().tableDue = true;
        out.replace(copied, "SELECT * FROM ");
        return query();
    }

    /// Puts `text` into the query here.
    void write(String text) {
        out.replace(tokens.peek().start(), text);
    }

    /// Copies what comes next into the query, up to the end of the statement or where `ends` holds
    /// outside of all brackets that are opened here.
    ///
    /// @param tables whether it is read as what follows FROM
    /// @param what it is, for whoever left it out
    void piece(boolean tables, String what, Predicate<Tokens> ends) {
        frames.clear();
        Frame frame = new Frame(new HashSet<>());
        frame.from = tables;
        frame.tableDue = tables;
        frames.push(frame);
        int start = tokens.peek().start();
        names = new BareNames(tokens);
        copied = start;
        comment = 0;
        while (comment < comments.size() && comments.get(comment).start() < start) {
            comment++;
        }
        int end = start;
        while (!tokens.atEnd() && !(frames.size() == 1 && ends.test(tokens))) {
            if (frames.size() == 1 && estimating.isClauseNext()) {
                throw Tokens.error(
                        tokens.position(),
                        "rows that are kept are exact: ask for no estimates here");
            }
            step();
            end = tokens.peek(-1).end();
        }
        if (end == start) {
            throw tokens.unexpected(what, List.of());
        }
        copyTo(end);
    }

    /// The query of all that was written and copied.
    Statement.Select composed() {
        return new Statement.Select(out.text(), tables.found(), out.map(), estimating.read());
    }

    private void step() {
        Token token = tokens.peek();
        if (tokens.index() == lowerBoundEnd) {
            copyTo(tokens.peek(-1).end());
            out.replace(tokens.peek(-1).end(), ")");
        }
        Frame frame = frames.peek();
        if (frame.tableDue && tables.isNext()) {
            frame.tableDue = false;
            table(frame);
            return;
        }
        switch (token.kind()) {
            case WORD -> {
                if (!name(frame)
                        && !interval()
                        && !zone()
                        && !count()
                        && !longList()
                        && !nullTest(frame)) {
                    word(frame, token);
                    select(token);
                    between(token);
                }
            }
            case SIGN -> {
                demandKnown(token);
                if (!arrayType() && !intervalCast()) {
                    sign(frame, token);
                    tokens.next();
                }
            }
            case ESCAPED -> {
                frame.tableDue = false;
                string(token);
            }
            case STRING -> {
                frame.tableDue = false;
                if (tokens.text(token.start(), token.start() + 1).equals("$")) {
                    string(token);
                } else {
                    tokens.next();
                }
            }
            case QUOTED, NUMBER, UNFINISHED, END -> {
                frame.tableDue = false;
                tokens.next();
            }
        }
    }

    /// The parser takes `^` for another operator than PostgreSQL does, which is a power there.
    private void demandKnown(Token token) {
        if (tokens.text(token.start(), token.end()).equals("^")) {
            throw Tokens.error(
                    tokens.position(), "the operator ^ is not supported. Write power(a, b)");
        }
    }

    private void word(Frame frame, Token token) {
        String word = token.value().toLowerCase(Locale.ROOT);
        if (word.equals("select")) {
            frame.select = true;
            frame.from = false;
            frame.tableDue = false;
            frame.aliases.clear();
        } else if (word.equals("from")) {
            // Without SELECT before it this is EXTRACT(YEAR FROM x) and its like.
            if (frame.select && !tokens.peek(-1).is("distinct")) {
                frame.from = true;
                frame.tableDue = true;
            }
        } else if (word.equals("join")) {
            frame.tableDue = frame.from;
        } else if (word.equals("table")) {
            frame.tableDue = tokens.peek(1).isString();
        } else if (ENDS_FROM.contains(word)) {
            frame.from = false;
            frame.tableDue = false;
        } else if (!word.equals("lateral")) {
            frame.tableDue = false;
        }
    }

    /// Reads a word, and ONLINE with it if that belongs to it.
    private void select(Token token) {
        boolean first = frames.size() == 1 && !selected;
        selected |= token.is("select") && frames.size() == 1;
        if (!estimating.isOnlineNext()) {
            tokens.next();
            return;
        }
        copyTo(token.end());
        estimating.readOnline(first);
        skipTo(tokens.peek(-1).end());
    }

    /// Puts the lower bound of BETWEEN, if that was just read, into brackets where something is
    /// cast in it: the parser would look for AND in the type.
    private void between(Token token) {
        Token before = tokens.peek(-2);
        boolean frame =
                frames.peek().place == BareNames.Place.WINDOW
                        && (before.is("rows") || before.is("range") || before.is("groups"));
        if (!token.is("between") || frame) {
            return;
        }
        if (tokens.peek().is("symmetric") || tokens.peek().is("asymmetric")) {
            tokens.next();
        }
        boolean cast = false;
        int depth = 0;
        for (int ahead = 0; tokens.peek(ahead).kind() != Token.Kind.END; ahead++) {
            Token next = tokens.peek(ahead);
            if (depth == 0 && next.is("and")) {
                if (cast) {
                    lowerBoundEnd = tokens.index() + ahead;
                    copyTo(tokens.peek(-1).end());
                    out.replace(tokens.peek(-1).end(), " (");
                }
                return;
            }
            cast |= depth == 0 && next.isSign("::");
            depth += depth(next);
            if (depth < 0) {
                return;
            }
        }
    }

    private static int depth(Token token) {
        if (token.isSign("(") || token.isSign("[") || token.is("case")) {
            return 1;
        }
        return token.isSign(")") || token.isSign("]") || token.is("end") ? -1 : 0;
    }

    private void sign(Frame frame, Token token) {
        switch (token.value()) {
            case "(" -> {
                Token first = tokens.peek(1);
                boolean query = first.is("select") || first.is("with") || first.is("values");
                boolean joined = frame.tableDue && !query;
                Frame inner = new Frame(joined ? frame.aliases : new HashSet<>(), place(query));
                inner.from = joined;
                inner.tableDue = joined;
                frame.tableDue = false;
                frames.push(inner);
            }
            case "[", "{" -> {
                frame.tableDue = false;
                frames.push(new Frame(new HashSet<>()));
            }
            case ")", "]", "}" -> {
                if (frames.size() > 1) {
                    frames.pop();
                }
            }
            case "," -> frame.tableDue = frame.from;
            default -> frame.tableDue = false;
        }
    }

    /// What the bracket that is next stands for.
    private BareNames.Place place(boolean query) {
        Token before = tokens.peek(-1);
        if (before.is("cast") || before.is("try_cast") || before.is("safe_cast")) {
            return BareNames.Place.CAST;
        }
        boolean window = before.is("over") || before.is("as") && !query;
        return window ? BareNames.Place.WINDOW : BareNames.Place.OTHER;
    }

    /// Quotes a name that the parser would take for a keyword, if one is next.
    private boolean name(Frame frame) {
        Token word = tokens.peek();
        boolean named = names.isNext(frame.place);
        if (named) {
            frame.tableDue = false;
            replace(word, quote(word.value().toLowerCase(Locale.ROOT)));
            tokens.next();
        }
        return named;
    }

    /// Rewrites PostgreSQL's own words for IS NULL and IS NOT NULL, if one is next; neither can be
    /// a name where an operand ends.
    private boolean nullTest(Frame frame) {
        Token word = tokens.peek();
        Token before = tokens.peek(-1);
        boolean next =
                (word.is("isnull") || word.is("notnull"))
                        && !before.isSign(".")
                        && !before.is("as")
                        && !tokens.peek(1).isSign("(");
        if (next) {
            frame.tableDue = false;
            replace(word, word.is("isnull") ? "IS NULL" : "IS NOT NULL");
            tokens.next();
        }
        return next;
    }

    private void table(Frame frame) {
        int start = tokens.peek().start();
        boolean explicit = tokens.index() > 0 && tokens.peek(-1).is("table");
        TableLiteral table = tables.read();
        copyTo(start);
        skipTo(tokens.peek(-1).end());
        String alias = explicit || !aliasFits() ? "" : TableLiterals.alias(table);
        boolean named = !alias.isEmpty() && frame.aliases.add(alias.toLowerCase(Locale.ROOT));
        out.replace(start, quote(table.identifier()) + (named ? " AS " + quote(alias) : ""));
    }

    /// Whether what follows the table shows that it has no alias, and one may be put here.
    private boolean aliasFits() {
        Token after = tokens.peek();
        return switch (after.kind()) {
            case END -> true;
            case SIGN -> after.isSign(",") || after.isSign(")");
            case WORD -> {
                String word = after.value().toLowerCase(Locale.ROOT);
                yield ENDS_FROM.contains(word)
                        || NO_ALIAS.contains(word)
                        || estimating.isClauseNext();
            }
            case QUOTED, STRING, ESCAPED, NUMBER, UNFINISHED -> false;
        };
    }

    private void string(Token token) {
        replace(token, "'" + token.value().replace("'", "''") + "'");
        tokens.next();
    }

    /// Rewrites `INTERVAL '…'` without a unit after it, if that is next.
    private boolean interval() {
        Token string = tokens.peek(1);
        if (!tokens.peek().is("interval") || !string.isString()) {
            return false;
        }
        Token after = tokens.peek(2);
        if (after.kind() == Token.Kind.WORD && Intervals.isUnit(after.value())) {
            return false;
        }
        frames.peek().tableDue = false;
        tokens.next();
        replace(string, Intervals.standard(string.value(), tokens.position()));
        tokens.next();
        return true;
    }

    /// Rewrites WITH TIME ZONE, if that is next: moments have the zone of whoever looks at them.
    private boolean zone() {
        boolean next =
                tokens.peek().is("with") && tokens.peek(1).is("time") && tokens.peek(2).is("zone");
        if (next) {
            copyTo(tokens.peek().end());
            out.replace(tokens.peek().end(), " LOCAL");
            tokens.next();
            tokens.next();
            tokens.next();
        }
        return next;
    }

    /// Leaves out the cast of a count of rows, `LIMIT 3::int`, if that is next.
    private boolean count() {
        boolean counts =
                (tokens.peek().is("limit") || tokens.peek().is("offset"))
                        && !tokens.peek(-1).isSign(".");
        Token number = tokens.peek(1);
        if (counts && plainCount(number)) {
            return true;
        }
        boolean cast =
                counts
                        && (number.kind() == Token.Kind.NUMBER || number.isSign("?"))
                        && tokens.peek(2).isSign("::")
                        && tokens.peek(3).isName();
        if (cast) {
            frames.peek().from = false;
            frames.peek().tableDue = false;
            tokens.next();
            tokens.next();
            copyTo(number.end());
            tokens.next();
            tokens.next();
            skipTo(tokens.peek(-1).end());
        }
        return cast;
    }

    /// A count that PostgreSQL takes and the standard does not: NULL, or a number with a fraction.
    private boolean plainCount(Token number) {
        boolean limit = tokens.peek().is("limit");
        if (number.isSign("-") && tokens.peek(2).kind() == Token.Kind.NUMBER) {
            throw TelegraphException.of(
                    limit ? SqlState.NEGATIVE_LIMIT : SqlState.NEGATIVE_OFFSET,
                    (limit ? "LIMIT" : "OFFSET") + " must not be negative at " + tokens.position());
        }
        String rows;
        if (number.is("null")) {
            rows = limit ? "ALL" : "0";
        } else if (number.kind() == Token.Kind.NUMBER && !number.value().matches("\\d+")) {
            rows = new BigDecimal(number.value()).setScale(0, RoundingMode.HALF_UP).toPlainString();
        } else {
            return false;
        }
        frames.peek().from = false;
        frames.peek().tableDue = false;
        tokens.next();
        replace(number, rows);
        tokens.next();
        return true;
    }

    /// Rewrites IN with a long list, if that is next.
    private boolean longList() {
        Optional<LongList> list = LongList.next(tokens);
        if (list.isEmpty()) {
            return false;
        }
        frames.peek().tableDue = false;
        Position position = tokens.position();
        tokens.next();
        int start = tokens.peek().start();
        copyTo(start);
        tokens.moveTo(list.get().end());
        skipTo(tokens.peek(-1).end());
        TableLiteral table = tables.listed(position, list.get().values());
        out.replace(
                start,
                "(SELECT "
                        + quote(TableLiteral.VALUE)
                        + " FROM "
                        + quote(table.identifier())
                        + ")");
        return true;
    }

    /// Rewrites the brackets of `int[]`, in which nothing stands, if they are next.
    private boolean arrayType() {
        if (!tokens.peek().isSign("[") || !tokens.peek(1).isSign("]")) {
            return false;
        }
        int start = tokens.peek().start();
        copyTo(start);
        while (tokens.peek().isSign("[") && tokens.peek(1).isSign("]")) {
            tokens.next();
            tokens.next();
        }
        skipTo(tokens.peek(-1).end());
        out.replace(start, " ARRAY");
        return true;
    }

    /// Rewrites `::interval` after a string or a place for a value, if that is next.
    private boolean intervalCast() {
        Token type = tokens.peek(1);
        Token after = tokens.peek(2);
        if (!tokens.peek().isSign("::")
                || !type.is("interval")
                || after.isSign("[")
                || after.kind() == Token.Kind.WORD && Intervals.isUnit(after.value())) {
            return false;
        }
        Token value = tokens.peek(-1);
        if (value.start() < copied || !value.isString() && !value.isSign("?")) {
            return false;
        }
        copyTo(value.start());
        if (value.isString()) {
            out.replace(
                    value.start(),
                    "INTERVAL " + Intervals.standard(value.value(), tokens.position()));
        } else {
            out.replace(value.start(), "CAST(");
            copyTo(value.end());
            out.replace(value.end(), " AS INTERVAL DAY(9) TO SECOND(3))");
        }
        skipTo(type.end());
        tokens.next();
        tokens.next();
        return true;
    }

    private void replace(Token token, String replacement) {
        copyTo(token.start());
        skipTo(token.end());
        out.replace(token.start(), replacement);
    }

    /// Copies the script up to `end`, with spaces for comments.
    private void copyTo(int end) {
        while (comment < comments.size() && comments.get(comment).start() < end) {
            Lexer.Comment next = comments.get(comment++);
            if (next.start() >= copied) {
                out.copy(copied, next.start());
                out.replace(next.start(), " ");
                copied = next.end();
            }
        }
        if (copied < end) {
            out.copy(copied, end);
            copied = end;
        }
    }

    private void skipTo(int end) {
        copied = end;
    }

    private static String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
