package telegraph.language.query;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Reads the expressions that no operator is in: literals, columns, CASE, and what stands in
/// parentheses.
///
/// Threads: one.
final class PrimaryReader {
    private final Tokens tokens;
    private final QueryReader queries;
    private final TermReader terms;
    private final CallReader calls;

    PrimaryReader(QueryReader queries, TermReader terms) {
        this.tokens = queries.tokens();
        this.queries = queries;
        this.terms = terms;
        this.calls = new CallReader(queries, terms);
    }

    CallReader calls() {
        return calls;
    }

    private Span from(int start) {
        return terms.from(start);
    }

    Term read() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case STRING, ESCAPED, UNICODE -> text();
            case NUMBER -> number();
            case SIGN -> sign();
            case QUOTED -> named();
            case WORD -> word();
            case UNFINISHED, END -> throw unexpected();
        };
    }

    private TelegraphException unexpected() {
        Token found = tokens.peek();
        Token after = tokens.peek(1);
        boolean named =
                found.kind() == Token.Kind.WORD
                        && (after.is("from") || after.is("as") || after.kind() == Token.Kind.SIGN);
        String instead =
                named
                        ? ". A column of that name stands in double quotes: \""
                                + found.value().toLowerCase(Locale.ROOT)
                                + '"'
                        : "";
        return tokens.unexpected("an expression", instead);
    }

    /// A string, and those that stand on lines below it, which belong to it.
    private Term.Literal text() {
        int start = tokens.peek().start();
        StringBuilder value = new StringBuilder(string());
        while (tokens.peek().isString() && isBelow()) {
            value.append(string());
        }
        return Term.Literal.text(value.toString(), from(start));
    }

    private String string() {
        return tokens.peek().kind() == Token.Kind.UNICODE
                ? UnicodeTexts.read(tokens)
                : tokens.next().value();
    }

    /// Whether a line ends before what is next.
    private boolean isBelow() {
        return tokens.text(tokens.peek(-1).end(), tokens.peek().start()).indexOf('\n') >= 0;
    }

    private Term.Literal number() {
        Token token = tokens.next();
        demandApart(token);
        String digits = token.value().replace("_", "");
        boolean whole = digits.chars().allMatch(c -> c >= '0' && c <= '9') && digits.length() < 19;
        Object value = whole ? (Object) Long.valueOf(digits) : decimal(digits, token);
        return new Term.Literal(value, digits, from(token.start()));
    }

    /// Fails if a word begins where a number ends: it would be taken for a name.
    private void demandApart(Token number) {
        Token after = tokens.peek();
        if (after.kind() == Token.Kind.WORD && after.start() == number.end()) {
            throw tokens.unexpected("a blank after the number " + number.value(), List.of());
        }
    }

    private BigDecimal decimal(String digits, Token token) {
        try {
            return new BigDecimal(digits);
        } catch (NumberFormatException _) {
            throw Tokens.error(tokens.position(token), "a number is out of range: " + digits);
        }
    }

    private Term sign() {
        int start = tokens.peek().start();
        if (tokens.acceptSign("?")) {
            return queries.parameter(from(start));
        }
        if (tokens.acceptSign("$")) {
            Token number = tokens.peek();
            if (number.kind() != Token.Kind.NUMBER || !number.value().matches("[1-9]\\d{0,4}")) {
                throw tokens.unexpected("the number of a parameter", List.of());
            }
            tokens.next();
            demandApart(number);
            return new Term.Parameter(Integer.parseInt(number.value()), from(start));
        }
        if (!tokens.peek().isSign("(")) {
            throw unexpected();
        }
        if (queries.isQueryInParentheses()) {
            return new Term.Scalar(queries.inParentheses(), from(start));
        }
        tokens.next();
        List<Term> list = terms.list();
        tokens.expectSign(")");
        return list.size() == 1 ? list.getFirst() : new Term.Row(list, from(start));
    }

    private Term word() {
        Token token = tokens.peek();
        Token after = tokens.peek(1);
        int start = token.start();
        boolean adjacent = after.isString() && after.start() == token.end();
        switch (token.value().toLowerCase(Locale.ROOT)) {
            case "null" -> {
                tokens.next();
                return new Term.Literal(null, "", from(start));
            }
            case "true", "false" -> {
                return new Term.Literal(tokens.next().is("true"), "", from(start));
            }
            case "case" -> {
                return cases();
            }
            case "exists" -> {
                if (after.isSign("(")) {
                    tokens.next();
                    return new Term.Exists(queries.inParentheses(), from(start));
                }
            }
            case "array" -> {
                if (after.isSign("[")) {
                    tokens.next();
                    return array(start);
                }
                if (after.isSign("(")) {
                    tokens.next();
                    return new Term.ArrayQuery(queries.inParentheses(), from(start));
                }
            }
            case "row" -> {
                if (after.isSign("(")) {
                    tokens.next();
                    return row(start);
                }
            }
            case "cast" -> {
                if (after.isSign("(")) {
                    return cast(start);
                }
            }
            case "interval" -> {
                if (isInterval(after)) {
                    return interval(start);
                }
            }
            case "x" -> {
                if (adjacent) {
                    tokens.next();
                    return new Term.Bytes(tokens.next().value(), from(start));
                }
            }
            case "n" -> {
                if (adjacent) {
                    tokens.next();
                    return text();
                }
            }
            case "b" -> {
                if (adjacent) {
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "not supported at "
                                    + tokens.position()
                                    + ": a string of bits. Write bytes: '\\x1f'::bytea");
                }
            }
            default -> {}
        }
        if (Keywords.isBare(token) && !after.isSign("(") && !after.isSign(".")) {
            return calls.bare();
        }
        return named();
    }

    private Term row(int start) {
        tokens.expectSign("(");
        List<Term> list = tokens.peek().isSign(")") ? List.of() : terms.list();
        tokens.expectSign(")");
        return new Term.Row(list, from(start));
    }

    private Term cast(int start) {
        tokens.next();
        tokens.expectSign("(");
        Term term = terms.read();
        tokens.expect("as");
        Term.TypeName type = terms.types().read();
        tokens.expectSign(")");
        return cast(term, type, Term.Style.CALL, start);
    }

    /// A text that is cast to an interval is one.
    Term cast(Term term, Term.TypeName type, Term.Style style, int start) {
        boolean isInterval =
                type.bare().equals("interval")
                        && type.fields().isEmpty()
                        && !type.array()
                        && type.modifiers().isEmpty();
        return isInterval && term instanceof Term.Literal text && text.value() instanceof String
                ? new Term.Interval(text, false, Optional.empty(), from(start))
                : new Term.Cast(term, type, style, from(start));
    }

    private Term array(int start) {
        tokens.expectSign("[");
        List<Term> list = new ArrayList<>();
        if (!tokens.peek().isSign("]")) {
            do {
                int inner = tokens.peek().start();
                list.add(tokens.peek().isSign("[") ? array(inner) : terms.read());
            } while (tokens.acceptSign(","));
        }
        tokens.expectSign("]");
        return new Term.ArrayOf(list, from(start));
    }

    private Term cases() {
        int start = tokens.next().start();
        Optional<Term> subject =
                tokens.peek().is("when") ? Optional.empty() : Optional.of(terms.read());
        List<Term.Branch> branches = new ArrayList<>();
        do {
            tokens.expect("when");
            Term when = terms.read();
            tokens.expect("then");
            branches.add(new Term.Branch(when, terms.read()));
        } while (tokens.peek().is("when"));
        Optional<Term> otherwise =
                tokens.accept("else") ? Optional.of(terms.read()) : Optional.empty();
        if (!tokens.accept("end")) {
            throw tokens.unexpected("WHEN, ELSE or END", List.of("WHEN", "ELSE", "END"));
        }
        return new Term.Case(subject, branches, otherwise, from(start));
    }

    private boolean isInterval(Token after) {
        boolean signed = after.isSign("-") || after.isSign("+");
        Token value = tokens.peek(signed ? 2 : 1);
        Token unit = tokens.peek(signed ? 3 : 2);
        return value.isString()
                || (value.isName() || value.kind() == Token.Kind.NUMBER)
                        && IntervalReader.isUnit(unit.value())
                || value.isSign("(") && isUnitAfterParenthesis(signed ? 2 : 1);
    }

    private boolean isUnitAfterParenthesis(int from) {
        int depth = 0;
        int ahead = from;
        do {
            Token token = tokens.peek(ahead++);
            depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
        } while (depth > 0 && tokens.peek(ahead).kind() != Token.Kind.END);
        return IntervalReader.isUnit(tokens.peek(ahead).value());
    }

    private Term interval(int start) {
        tokens.next();
        boolean negative = tokens.peek().isSign("-");
        if (negative || tokens.peek().isSign("+")) {
            tokens.next();
        }
        int at = tokens.peek().start();
        Term value =
                switch (tokens.peek().kind()) {
                    case STRING, ESCAPED, UNICODE -> text();
                    case NUMBER -> number();
                    case WORD, QUOTED -> new Term.Name(terms.qualified(), from(at));
                    default -> sign();
                };
        boolean hasFields = IntervalReader.isUnit(tokens.peek().value());
        boolean alone =
                !hasFields && value instanceof Term.Literal text && text.value() instanceof String;
        Optional<Term.Fields> fields =
                alone ? Optional.empty() : Optional.of(terms.types().fields());
        return new Term.Interval(value, negative, fields, from(start));
    }

    private Term named() {
        Token first = tokens.peek();
        int start = first.start();
        if (isTyped()) {
            Term.TypeName type = terms.types().read();
            return cast(text(), type, Term.Style.PREFIX, start);
        }
        boolean called = tokens.peek(1).isSign("(");
        boolean function = called && (first.is("left") || first.is("right"));
        if (!Keywords.isName(first) && !function && !(called && calls.isFunction(first))) {
            throw unexpected();
        }
        List<Identifier> parts = terms.qualified();
        if (tokens.peek().isSign("(")) {
            return calls.call(parts, start);
        }
        if (tokens.peek().isSign(".") && tokens.peek(1).isSign("*")) {
            tokens.next();
            tokens.next();
            return new Term.Star(queries.withoutDatabase(parts, 2), from(start));
        }
        return new Term.Name(queries.column(parts), from(start));
    }

    /// Whether the name of a type is next, and a text after it.
    private boolean isTyped() {
        int ahead = 1;
        while (tokens.peek(ahead).isSign(".") && tokens.peek(ahead + 1).isName()) {
            ahead += 2;
        }
        boolean time = tokens.peek().is("time") || tokens.peek().is("timestamp");
        if (time && tokens.peek(ahead).isSign("(") && tokens.peek(ahead + 2).isSign(")")) {
            ahead += 3;
        }
        boolean zoned = tokens.peek(ahead).is("with") || tokens.peek(ahead).is("without");
        if (time && zoned && tokens.peek(ahead + 1).is("time")) {
            ahead += 3;
        }
        if (tokens.peek().is("double") && tokens.peek(ahead).is("precision")) {
            ahead++;
        }
        return tokens.peek(ahead).isString();
    }
}
