package telegraph.language.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Reads calls of functions, with what stands about the rows of aggregates and windows.
///
/// ```
/// call    = name "(" [ "*" | [ DISTINCT | ALL ] list [ ORDER BY keys ] ] ")"
///           [ ( IGNORE | RESPECT ) NULLS ] [ WITHIN GROUP "(" ORDER BY keys ")" ]
///           [ FILTER "(" WHERE condition ")" ] [ OVER ( name | "(" window ")" ) ]
/// window  = [ name ] [ PARTITION BY list ] [ ORDER BY keys ] [ frame ]
/// frame   = ( ROWS | RANGE | GROUPS ) ( bound | BETWEEN bound AND bound ) [ EXCLUDE … ]
/// bound   = UNBOUNDED ( PRECEDING | FOLLOWING ) | CURRENT ROW | term ( PRECEDING | FOLLOWING )
/// ```
///
/// Threads: one.
final class CallReader {
    /// Reserved words that are functions before a parenthesis.
    private static final Set<String> FUNCTIONS =
            Set.of("any", "some", "user", "current_timestamp", "current_time", "current_date");

    private final Tokens tokens;
    private final QueryReader queries;
    private final TermReader terms;

    CallReader(QueryReader queries, TermReader terms) {
        this.tokens = queries.tokens();
        this.queries = queries;
        this.terms = terms;
    }

    /// Whether a reserved word is a function, given that a parenthesis follows it.
    boolean isFunction(Token word) {
        return word.kind() == Token.Kind.WORD
                && (FUNCTIONS.contains(word.value().toLowerCase(Locale.ROOT))
                        || Keywords.isBare(word));
    }

    /// A function without parentheses.
    Term bare() {
        Token token = tokens.next();
        Span at = terms.from(token.start());
        String name = token.value().toLowerCase(Locale.ROOT);
        return Term.Call.word(name, at);
    }

    /// A call whose name was read; the parenthesis is next.
    Term.Call call(List<Identifier> name, int start) {
        boolean bare = name.size() == 1 && tokens.peek(-1).kind() == Token.Kind.WORD;
        Optional<Term.Call> worded = bare ? worded(name, start) : Optional.empty();
        Term.Call call = worded.isPresent() ? worded.get() : plain(name, start);
        Optional<Term.Nulls> nulls = nulls();
        Term.Gathering gathering =
                new Term.Gathering(
                        call.gathering().distinct(),
                        call.gathering().order(),
                        within(),
                        filter(),
                        nulls);
        return new Term.Call(
                call.name(),
                call.form(),
                call.arguments(),
                call.star(),
                gathering.isNone() ? Term.Gathering.NONE : gathering,
                over(),
                call.at());
    }

    private Term.Call plain(List<Identifier> name, int start) {
        tokens.expectSign("(");
        boolean star = tokens.peek().isSign("*");
        boolean distinct = false;
        List<NamedArguments.Argument> arguments = List.of();
        List<Term.SortKey> order = List.of();
        if (star) {
            tokens.next();
        } else if (!tokens.peek().isSign(")")) {
            distinct = tokens.accept("distinct");
            if (!distinct) {
                tokens.accept("all");
            }
            arguments = arguments();
            order = terms.order();
        }
        tokens.expectSign(")");
        String bare = name.size() == 1 ? name.getFirst().name() : "";
        return new Term.Call(
                name,
                Term.Form.PLAIN,
                NamedArguments.placed(bare, arguments, terms.from(start)),
                star,
                new Term.Gathering(
                        distinct, order, Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.empty(),
                terms.from(start));
    }

    private List<NamedArguments.Argument> arguments() {
        List<NamedArguments.Argument> arguments = new ArrayList<>();
        do {
            Position position = tokens.position();
            if (tokens.peek().is("variadic")) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported at "
                                + position
                                + ": VARIADIC. Write the elements one by one");
            }
            Optional<String> name = Optional.empty();
            if (tokens.peek().isName() && isAssigned(tokens.peek(1))) {
                name = Optional.of(tokens.next().value());
                tokens.next();
            }
            arguments.add(new NamedArguments.Argument(name, argument(), position));
        } while (tokens.acceptSign(","));
        return arguments;
    }

    private static boolean isAssigned(Token token) {
        return token.isSign("=>") || token.isSign(":=");
    }

    /// A query needs no parentheses of its own where it is all there is.
    private Term argument() {
        if (!queries.isQueryNext() || tokens.peek().isSign("(")) {
            return terms.read();
        }
        int start = tokens.peek().start();
        return new Term.Scalar(queries.query(), terms.from(start));
    }

    private Optional<Term.Nulls> nulls() {
        int start = tokens.peek().start();
        boolean ignored = tokens.accept("ignore", "nulls");
        return ignored || tokens.accept("respect", "nulls")
                ? Optional.of(new Term.Nulls(ignored, terms.from(start)))
                : Optional.empty();
    }

    private Optional<Term.Within> within() {
        int start = tokens.peek().start();
        if (!tokens.accept("within", "group")) {
            return Optional.empty();
        }
        tokens.expectSign("(");
        if (!tokens.peek().is("order")) {
            throw tokens.unexpected("ORDER BY", List.of("ORDER"));
        }
        List<Term.SortKey> order = terms.order();
        tokens.expectSign(")");
        return Optional.of(new Term.Within(order, terms.from(start)));
    }

    private Optional<Term.Filter> filter() {
        int start = tokens.peek().start();
        if (!tokens.peek().is("filter") || !tokens.peek(1).isSign("(")) {
            return Optional.empty();
        }
        tokens.next();
        tokens.expectSign("(");
        tokens.expect("where");
        Term condition = terms.read();
        tokens.expectSign(")");
        return Optional.of(new Term.Filter(condition, terms.from(start)));
    }

    private Optional<Term.Window> over() {
        boolean next =
                tokens.peek().is("over")
                        && (tokens.peek(1).isSign("(") || Keywords.isName(tokens.peek(1)));
        if (!next) {
            return Optional.empty();
        }
        tokens.next();
        if (tokens.peek().isSign("(")) {
            return Optional.of(window());
        }
        int start = tokens.peek().start();
        Identifier name = terms.identifier("a window");
        return Optional.of(
                new Term.Window(
                        Optional.of(name),
                        true,
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        terms.from(start)));
    }

    /// A window in parentheses.
    Term.Window window() {
        int start = tokens.peek().start();
        tokens.expectSign("(");
        boolean named =
                tokens.peek().isName()
                        && !tokens.peek().is("partition")
                        && !tokens.peek().is("order")
                        && !isFrameNext();
        Optional<Identifier> base =
                named ? Optional.of(terms.identifier("a window")) : Optional.empty();
        List<Term> partition = tokens.accept("partition", "by") ? terms.list() : List.of();
        List<Term.SortKey> order = terms.order();
        Optional<Term.Frame> frame = isFrameNext() ? Optional.of(frame()) : Optional.empty();
        tokens.expectSign(")");
        return new Term.Window(base, false, partition, order, frame, terms.from(start));
    }

    private boolean isFrameNext() {
        Token word = tokens.peek();
        Token after = tokens.peek(1);
        return (word.is("rows") || word.is("range") || word.is("groups"))
                && !after.isSign(")")
                && !after.is("partition")
                && !after.is("order");
    }

    private Term.Frame frame() {
        int start = tokens.peek().start();
        Term.Unity unity = Term.Unity.valueOf(tokens.next().value().toUpperCase(Locale.ROOT));
        boolean between = tokens.accept("between");
        Term.Bound from = bound();
        Optional<Term.Bound> to = Optional.empty();
        if (between) {
            tokens.expect("and");
            to = Optional.of(bound());
        }
        return new Term.Frame(unity, from, to, exclusion(), terms.from(start));
    }

    private Term.Bound bound() {
        int start = tokens.peek().start();
        if (tokens.accept("current", "row")) {
            return new Term.Bound(Term.Side.CURRENT, Optional.empty(), terms.from(start));
        }
        boolean unbounded =
                tokens.peek().is("unbounded")
                        && (tokens.peek(1).is("preceding") || tokens.peek(1).is("following"));
        Optional<Term> distance = Optional.empty();
        if (unbounded) {
            tokens.next();
        } else {
            distance = Optional.of(terms.read());
        }
        boolean preceding = tokens.accept("preceding");
        if (!preceding && !tokens.accept("following")) {
            throw tokens.unexpected("PRECEDING or FOLLOWING", List.of("PRECEDING", "FOLLOWING"));
        }
        Term.Side side = preceding ? Term.Side.PRECEDING : Term.Side.FOLLOWING;
        return new Term.Bound(side, distance, terms.from(start));
    }

    private Term.Exclusion exclusion() {
        if (!tokens.accept("exclude")) {
            return Term.Exclusion.UNSAID;
        }
        if (tokens.accept("no", "others")) {
            return Term.Exclusion.NO_OTHERS;
        }
        if (tokens.accept("current", "row")) {
            return Term.Exclusion.CURRENT_ROW;
        }
        if (tokens.accept("group")) {
            return Term.Exclusion.GROUP;
        }
        tokens.expect("ties");
        return Term.Exclusion.TIES;
    }

    /// A call with words between its arguments, if it is one.
    private Optional<Term.Call> worded(List<Identifier> name, int start) {
        int before = tokens.index();
        Optional<Worded> found =
                switch (name.getFirst().name()) {
                    case "extract" -> Optional.of(extract());
                    case "position" -> position();
                    case "substring" -> substring();
                    case "trim" -> Optional.of(trim());
                    case "overlay" -> overlay();
                    default -> Optional.empty();
                };
        if (found.isEmpty()) {
            tokens.moveTo(before);
            return Optional.empty();
        }
        tokens.expectSign(")");
        Identifier function = new Identifier(found.get().name, name.getFirst().at());
        return Optional.of(
                new Term.Call(
                        List.of(function),
                        Term.Form.WORDS,
                        found.get().arguments,
                        false,
                        Term.Gathering.NONE,
                        Optional.empty(),
                        terms.from(start)));
    }

    private record Worded(String name, List<Term> arguments) {}

    private Worded extract() {
        tokens.expectSign("(");
        Token token = tokens.peek();
        boolean quoted = token.isString();
        String field = quoted ? tokens.next().value() : tokens.expectName("a field of a time");
        Term.Literal name =
                Term.Literal.text(field.toLowerCase(Locale.ROOT), terms.from(token.start()));
        tokens.expect("from");
        return new Worded("extract", List.of(name, terms.read()));
    }

    private Optional<Worded> position() {
        tokens.expectSign("(");
        // The word IN would be read as a part of the first argument.
        Term part = terms.operand();
        if (!tokens.accept("in")) {
            return Optional.empty();
        }
        return Optional.of(new Worded("position", List.of(terms.read(), part)));
    }

    private Optional<Worded> substring() {
        tokens.expectSign("(");
        if (tokens.peek().isSign(")")) {
            return Optional.empty();
        }
        List<Term> arguments = new ArrayList<>();
        arguments.add(terms.read());
        if (tokens.accept("from")) {
            arguments.add(terms.read());
            if (tokens.accept("for")) {
                arguments.add(terms.read());
            }
        } else if (tokens.peek().is("for")) {
            int at = tokens.next().start();
            arguments.add(new Term.Literal(1L, "1", new Span(at, at)));
            arguments.add(terms.read());
        } else {
            return Optional.empty();
        }
        return Optional.of(new Worded("substring", arguments));
    }

    private Worded trim() {
        tokens.expectSign("(");
        String function = "btrim";
        if (tokens.accept("leading")) {
            function = "ltrim";
        } else if (tokens.accept("trailing")) {
            function = "rtrim";
        } else {
            tokens.accept("both");
        }
        List<Term> arguments = new ArrayList<>();
        if (!tokens.peek().is("from")) {
            arguments.addAll(terms.list());
        }
        if (tokens.accept("from")) {
            arguments.addAll(0, terms.list());
        }
        return new Worded(function, arguments);
    }

    private Optional<Worded> overlay() {
        tokens.expectSign("(");
        List<Term> arguments = new ArrayList<>();
        arguments.add(terms.read());
        if (!tokens.accept("placing")) {
            return Optional.empty();
        }
        arguments.add(terms.read());
        tokens.expect("from");
        arguments.add(terms.read());
        if (tokens.accept("for")) {
            arguments.add(terms.read());
        }
        return Optional.of(new Worded("overlay", arguments));
    }
}
