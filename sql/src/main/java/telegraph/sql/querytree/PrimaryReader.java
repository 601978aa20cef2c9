package telegraph.sql.querytree;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.language.lexer.Token;
import telegraph.sql.querytree.Term.Call;

/// Reads the expressions that no operator is in: literals, columns, calls, CASE, what stands in
/// parentheses, and the functions whose arguments have words between them.
///
/// Threads: one.
final class PrimaryReader {
    /// Functions that are called without parentheses.
    private static final Set<String> BARE =
            Set.of(
                    "current_catalog",
                    "current_date",
                    "current_role",
                    "current_schema",
                    "current_time",
                    "current_timestamp",
                    "current_user",
                    "localtime",
                    "localtimestamp",
                    "session_user",
                    "user");

    /// Types whose name can stand before a string.
    private static final Set<String> LITERAL_TYPES =
            Set.of(
                    ("bigint bool boolean date float8 int int2 int4 int8 integer interval json jsonb"
                                    + " name numeric oid regclass regproc regtype smallint text time"
                                    + " timestamp timestamptz uuid varchar")
                            .split(" "));

    private final QueryWords words;
    private final TermReader terms;
    private final QueryReader queries;

    PrimaryReader(QueryWords words, TermReader terms, QueryReader queries) {
        this.words = words;
        this.terms = terms;
        this.queries = queries;
    }

    Term read() {
        Token word = words.peek();
        return switch (word.kind()) {
            case STRING, ESCAPED -> new Term.Literal(strings());
            case NUMBER -> new Term.Literal(TermReader.number(words.next().value()));
            case SIGN -> sign();
            case QUOTED -> named();
            case WORD -> word();
            case UNFINISHED, END -> throw words.unexpected("an expression");
        };
    }

    /// A string, and those that stand on lines below it, which belong to it.
    private String strings() {
        StringBuilder value = new StringBuilder(words.next().value());
        while (words.peek().isString()) {
            value.append(words.next().value());
        }
        return value.toString();
    }

    private Term sign() {
        Token sign = words.peek();
        if (words.acceptSign("$")) {
            if (words.peek().kind() != Token.Kind.NUMBER) {
                throw words.unexpected("the number of a parameter");
            }
            return new Term.Parameter(Integer.parseInt(words.next().value()));
        }
        if (sign.isSign("(")) {
            return parenthesis();
        }
        throw words.unexpected("an expression");
    }

    private Term parenthesis() {
        int start = words.index();
        words.next();
        if (queries.isQueryNext()) {
            words.moveTo(start);
            int before = words.index();
            if (!words.peek(1).isSign("(") || isWholeQuery()) {
                words.moveTo(before);
                return new Term.Scalar(queries.inParentheses());
            }
            words.moveTo(start);
            words.next();
        }
        List<Term> list = terms.list();
        words.expectSign(")");
        return list.size() == 1 ? list.getFirst() : new Term.Row(list);
    }

    /// Whether the parenthesis that is next ends a query, and not an expression that begins with
    /// one.
    private boolean isWholeQuery() {
        int inner = 1;
        int depth = 1;
        while (depth > 0 && words.peek(inner + 1).kind() != Token.Kind.END) {
            inner++;
            Token word = words.peek(inner);
            depth += word.isSign("(") ? 1 : word.isSign(")") ? -1 : 0;
        }
        Token next = words.peek(inner + 1);
        return next.isSign(")")
                || next.is("union")
                || next.is("except")
                || next.is("intersect")
                || next.is("order")
                || next.is("limit");
    }

    private Term word() {
        Token word = words.peek();
        int at = word.start();
        switch (word.value().toLowerCase(Locale.ROOT)) {
            case "null" -> {
                words.next();
                return new Term.Literal(null);
            }
            case "true", "false" -> {
                return new Term.Literal(words.next().is("true"));
            }
            case "case" -> {
                return cases();
            }
            case "exists" -> {
                if (words.peek(1).isSign("(")) {
                    words.next();
                    return new Term.Exists(queries.inParentheses());
                }
            }
            case "array" -> {
                if (words.peek(1).isSign("[")) {
                    words.next();
                    return array();
                }
                if (words.peek(1).isSign("(")) {
                    words.next();
                    return new Term.ArrayQuery(queries.inParentheses());
                }
            }
            case "row" -> {
                if (words.peek(1).isSign("(")) {
                    words.next();
                    words.next();
                    List<Term> list = terms.list();
                    words.expectSign(")");
                    return new Term.Row(list);
                }
            }
            case "cast" -> {
                if (words.peek(1).isSign("(")) {
                    words.next();
                    words.next();
                    Term term = terms.read();
                    words.expect("as");
                    Term.TypeName type = terms.type();
                    words.expectSign(")");
                    return new Term.Cast(term, type);
                }
            }
            case "trim" -> {
                if (words.peek(1).isSign("(")) {
                    return trim(at);
                }
            }
            case "position" -> {
                if (words.peek(1).isSign("(")) {
                    return position(at);
                }
            }
            case "extract" -> {
                if (words.peek(1).isSign("(")) {
                    return extract(at);
                }
            }
            default -> {}
        }
        if (terms.isReserved(word)) {
            // LEFT and RIGHT are functions, too.
            boolean call = (word.is("left") || word.is("right")) && words.peek(1).isSign("(");
            if (!call) {
                throw words.unexpected("an expression");
            }
        }
        return named();
    }

    private Term array() {
        words.expectSign("[");
        List<Term> list = new ArrayList<>();
        while (!words.peek().isSign("]")) {
            list.add(words.peek().isSign("[") ? array() : terms.read());
            if (!words.acceptSign(",")) {
                break;
            }
        }
        words.expectSign("]");
        return new Term.ArrayOf(list);
    }

    private Term cases() {
        words.next();
        Optional<Term> subject = words.is("when") ? Optional.empty() : Optional.of(terms.read());
        List<Term.Branch> branches = new ArrayList<>();
        while (words.accept("when")) {
            Term when = terms.read();
            words.expect("then");
            branches.add(new Term.Branch(when, terms.read()));
        }
        Optional<Term> otherwise =
                words.accept("else") ? Optional.of(terms.read()) : Optional.empty();
        words.expect("end");
        return new Term.Case(subject, branches, otherwise);
    }

    private Term trim(int at) {
        words.next();
        words.next();
        String function = "btrim";
        if (words.accept("leading")) {
            function = "ltrim";
        } else if (words.accept("trailing")) {
            function = "rtrim";
        } else {
            words.accept("both");
        }
        List<Term> arguments = new ArrayList<>();
        if (!words.is("from")) {
            arguments.addAll(terms.list());
        }
        if (words.accept("from")) {
            arguments.addAll(0, terms.list());
        }
        words.expectSign(")");
        return TermReader.plainCall(function, arguments, at);
    }

    private Term position(int at) {
        words.next();
        words.next();
        // The word IN would be read as a part of the first argument.
        Term part = read();
        words.expect("in");
        Term whole = terms.read();
        words.expectSign(")");
        return TermReader.plainCall("strpos", List.of(whole, part), at);
    }

    private Term extract(int at) {
        words.next();
        words.next();
        String field = words.next().value();
        words.expect("from");
        Term of = terms.read();
        words.expectSign(")");
        return TermReader.plainCall("date_part", List.of(new Term.Literal(field), of), at);
    }

    private Term named() {
        Token first = words.peek();
        int at = first.start();
        String bare = QueryWords.folded(first);
        if (first.kind() == Token.Kind.WORD) {
            if (LITERAL_TYPES.contains(bare) && words.peek(1).isString()) {
                Term.TypeName type = terms.type();
                return new Term.Cast(new Term.Literal(words.next().value()), type);
            }
            if (BARE.contains(bare) && !words.peek(1).isSign("(") && !words.peek(1).isSign(".")) {
                words.next();
                return TermReader.plainCall(bare, List.of(), at);
            }
        }
        List<String> parts = terms.qualified();
        if (words.peek().isSign("(")) {
            return call(parts, at);
        }
        if (words.peek().isSign(".") && words.peek(1).isSign("*")) {
            words.next();
            words.next();
            return new Term.Star(parts, at);
        }
        if (words.peek().isString() && parts.size() == 2) {
            words.next();
            return new Term.Cast(
                    new Term.Literal(words.peek(-1).value()),
                    new Term.TypeName(parts.getLast(), false, at));
        }
        return new Term.Name(parts, at);
    }

    Call call(List<String> name, int at) {
        words.expectSign("(");
        boolean star = words.acceptSign("*");
        boolean distinct = !star && words.accept("distinct");
        List<Term> arguments = new ArrayList<>();
        if (!star && !words.peek().isSign(")")) {
            do {
                words.accept("variadic");
                arguments.add(terms.read());
                if (name.getLast().equals("substring")) {
                    // SUBSTRING(a FROM b FOR c)
                    if (words.accept("from") || words.accept("for")) {
                        arguments.add(terms.read());
                    }
                    if (words.accept("for")) {
                        arguments.add(terms.read());
                    }
                }
            } while (words.acceptSign(","));
        }
        List<Term.SortKey> order = queries.order();
        words.expectSign(")");
        Optional<Term> filter = Optional.empty();
        if (words.is("filter") && words.peek(1).isSign("(")) {
            words.next();
            words.next();
            words.expect("where");
            filter = Optional.of(terms.read());
            words.expectSign(")");
        }
        boolean gathers = distinct || !order.isEmpty() || filter.isPresent();
        return new Call(
                name,
                arguments,
                star,
                gathers
                        ? Optional.of(new Term.Gathering(distinct, order, filter))
                        : Optional.empty(),
                over(),
                at);
    }

    private Optional<Term.Window> over() {
        if (!words.is("over") || !words.peek(1).isSign("(")) {
            return Optional.empty();
        }
        words.next();
        words.next();
        List<Term> partition = List.of();
        if (words.accept("partition")) {
            words.expect("by");
            partition = terms.list();
        }
        List<Term.SortKey> order = queries.order();
        words.expectSign(")");
        return Optional.of(new Term.Window(partition, order));
    }
}
