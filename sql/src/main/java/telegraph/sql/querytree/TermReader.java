package telegraph.sql.querytree;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.language.lexer.Token;

/// Reads expressions, by PostgreSQL's table of precedence, the weakest first:
///
/// ```
/// OR | AND | NOT | IS | < > = <= >= <> | BETWEEN IN LIKE | any other operator
///    | + - | * / % | ^ | AT TIME ZONE | COLLATE | sign | [ ] | :: | .
/// ```
///
/// Threads: one.
public final class TermReader {
    private static final Set<String> COMPARISONS = Set.of("=", "<", ">", "<=", ">=", "<>", "!=");
    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "^");

    /// Words that no column, function or type without quotes is called.
    private static final Set<String> RESERVED =
            Set.of(
                    ("all and any asc between both by case collate cross desc distinct else end"
                                    + " except false from full group having ilike in inner"
                                    + " intersect into is isnull join lateral leading left like"
                                    + " limit natural not notnull null offset on or order outer"
                                    + " right select some then trailing true union using when"
                                    + " where window with")
                            .split(" "));

    private final QueryWords words;
    private final QueryReader queries;

    TermReader(QueryWords words, QueryReader queries) {
        this.words = words;
        this.queries = queries;
    }

    Term read() {
        Term left = conjunction();
        while (words.is("or")) {
            int at = words.next().start();
            left = new Term.Binary("or", left, conjunction(), at);
        }
        return left;
    }

    List<Term> list() {
        List<Term> terms = new ArrayList<>();
        do {
            terms.add(read());
        } while (words.acceptSign(","));
        return terms;
    }

    Term itemOrStar() {
        int at = words.peek().start();
        if (words.acceptSign("*")) {
            return new Term.Star(List.of(), at);
        }
        return read();
    }

    private Term conjunction() {
        Term left = negation();
        while (words.is("and")) {
            int at = words.next().start();
            left = new Term.Binary("and", left, negation(), at);
        }
        return left;
    }

    private Term negation() {
        if (words.is("not")) {
            int at = words.next().start();
            return new Term.Unary("not", negation(), at);
        }
        return tested();
    }

    private Term tested() {
        Term term = comparison();
        while (true) {
            int at = words.peek().start();
            if (words.accept("isnull")) {
                term = new Term.Test(term, Term.What.NULL, false);
            } else if (words.accept("notnull")) {
                term = new Term.Test(term, Term.What.NULL, true);
            } else if (words.accept("is")) {
                boolean negated = words.accept("not");
                if (words.accept("distinct", "from")) {
                    term = new Term.Distinct(term, comparison(), negated, at);
                } else if (words.accept("true")) {
                    term = new Term.Test(term, Term.What.TRUE, negated);
                } else if (words.accept("false")) {
                    term = new Term.Test(term, Term.What.FALSE, negated);
                } else {
                    if (!words.accept("unknown")) {
                        words.expect("null");
                    }
                    term = new Term.Test(term, Term.What.NULL, negated);
                }
            } else {
                return term;
            }
        }
    }

    private Term comparison() {
        Term left = membership();
        while (words.peek().kind() == Token.Kind.SIGN
                && COMPARISONS.contains(words.peek().value())) {
            int at = words.peek().start();
            String operator = words.next().value();
            left = after(left, operator.equals("!=") ? "<>" : operator, at, true);
        }
        return left;
    }

    /// What follows an operator: a term, or ANY or ALL of something.
    private Term after(Term left, String operator, int at, boolean comparison) {
        boolean any = words.is("any") || words.is("some");
        if ((any || words.is("all")) && words.peek(1).isSign("(")) {
            words.next();
            if (words.peek(1).kind() == Token.Kind.WORD && startsQuery()) {
                return new Term.OfQuery(left, operator, !any, queries.inParentheses(), at);
            }
            words.expectSign("(");
            Term array = read();
            words.expectSign(")");
            return new Term.OfArray(left, operator, !any, array, at);
        }
        return new Term.Binary(operator, left, comparison ? membership() : sum(), at);
    }

    /// Whether a parenthesis and a query are next.
    private boolean startsQuery() {
        Token first = words.peek(1);
        return words.peek().isSign("(")
                && (first.is("select") || first.is("with") || first.is("values"));
    }

    private Term membership() {
        Term term = other();
        while (true) {
            int at = words.peek().start();
            boolean negated = words.is("not");
            Token word = words.peek(negated ? 1 : 0);
            if (word.is("in")) {
                skip(negated ? 2 : 1);
                term = in(term, negated, at);
            } else if (word.is("between")) {
                skip(negated ? 2 : 1);
                words.accept("symmetric");
                Term low = other();
                words.expect("and");
                Term high = other();
                Term between =
                        new Term.Binary(
                                "and",
                                new Term.Binary(">=", term, low, at),
                                new Term.Binary("<=", term, high, at),
                                at);
                term = negated ? new Term.Unary("not", between, at) : between;
            } else if (word.is("like") || word.is("ilike") || word.is("similar")) {
                skip(negated ? 2 : 1);
                term = like(term, word, at);
                term = negated ? new Term.Unary("not", term, at) : term;
            } else {
                return term;
            }
        }
    }

    private void skip(int count) {
        for (int i = 0; i < count; i++) {
            words.next();
        }
    }

    private Term in(Term term, boolean negated, int at) {
        if (startsQuery() || words.peek().isSign("(") && isNestedQuery()) {
            return new Term.InQuery(term, queries.inParentheses(), negated, at);
        }
        words.expectSign("(");
        List<Term> list = list();
        words.expectSign(")");
        return new Term.InList(term, list, negated, at);
    }

    private boolean isNestedQuery() {
        int start = words.index();
        words.next();
        boolean found = queries.isQueryNext();
        words.moveTo(start);
        return found;
    }

    private Term like(Term term, Token word, int at) {
        String operator = word.value().toLowerCase(Locale.ROOT);
        if (operator.equals("similar")) {
            words.expect("to");
        }
        if (words.is("any") || words.is("all") || words.is("some")) {
            return after(term, operator, at, true);
        }
        Term pattern = other();
        if (words.accept("escape")) {
            pattern =
                    new Term.Call(
                            List.of("like_escape"),
                            List.of(pattern, other()),
                            false,
                            Optional.empty(),
                            Optional.empty(),
                            at);
        }
        return new Term.Binary(operator, term, pattern, at);
    }

    private Term other() {
        Term left = isOther() ? prefix() : sum();
        while (isOther()) {
            int at = words.peek().start();
            String operator = operator();
            if (COMPARISONS.contains(operator)) {
                operator = operator.equals("!=") ? "<>" : operator;
            }
            left = after(left, operator, at, false);
        }
        return left;
    }

    private Term prefix() {
        int at = words.peek().start();
        String operator = operator();
        return new Term.Unary(operator, sum(), at);
    }

    private boolean isOther() {
        Token word = words.peek();
        return word.is("operator") && words.peek(1).isSign("(")
                || word.kind() == Token.Kind.SIGN
                        && !COMPARISONS.contains(word.value())
                        && !ARITHMETIC.contains(word.value())
                        && (word.value().equals("||") || isOperator(word.value()));
    }

    private static boolean isOperator(String signs) {
        return !signs.equals("::")
                && !signs.equals(":=")
                && !signs.equals("=>")
                && signs.chars().allMatch(c -> "+-*/<>=~!@#%^&|?".indexOf(c) >= 0);
    }

    /// An operator, or `OPERATOR(schema.operator)`.
    private String operator() {
        if (!words.accept("operator")) {
            return words.next().value();
        }
        words.expectSign("(");
        while (words.peek().isName()) {
            words.next();
            words.expectSign(".");
        }
        String operator = words.next().value();
        words.expectSign(")");
        return operator;
    }

    private Term sum() {
        Term left = product();
        while (words.peek().isSign("+") || words.peek().isSign("-")) {
            int at = words.peek().start();
            left = new Term.Binary(words.next().value(), left, product(), at);
        }
        return left;
    }

    private Term product() {
        Term left = power();
        while (words.peek().isSign("*") || words.peek().isSign("/") || words.peek().isSign("%")) {
            int at = words.peek().start();
            left = new Term.Binary(words.next().value(), left, power(), at);
        }
        return left;
    }

    private Term power() {
        Term left = zoned();
        while (words.peek().isSign("^")) {
            int at = words.next().start();
            left = new Term.Binary("^", left, zoned(), at);
        }
        return left;
    }

    private Term zoned() {
        Term term = signed();
        while (true) {
            int at = words.peek().start();
            if (words.accept("at", "time", "zone")) {
                term = plainCall("timezone", List.of(signed(), term), at);
            } else if (words.accept("collate")) {
                // The order of the catalog's names is the same under every collation here.
                qualified();
            } else {
                return term;
            }
        }
    }

    public static Term.Call plainCall(String name, List<Term> arguments, int at) {
        return new Term.Call(
                List.of(name), arguments, false, Optional.empty(), Optional.empty(), at);
    }

    private Term signed() {
        int at = words.peek().start();
        if (words.acceptSign("-")) {
            return new Term.Unary("-", signed(), at);
        }
        if (words.acceptSign("+")) {
            return signed();
        }
        return suffixed(new PrimaryReader(words, this, queries).read());
    }

    private Term suffixed(Term primary) {
        Term term = primary;
        while (true) {
            int at = words.peek().start();
            if (words.acceptSign("::")) {
                term = new Term.Cast(term, type());
            } else if (words.acceptSign("[")) {
                term = subscript(term);
            } else if (words.peek().isSign(".") && words.peek(1).isName()) {
                words.next();
                term = new Term.Field(term, words.name("a field"), at);
            } else if (words.peek().isSign(".") && words.peek(1).isSign("*")) {
                skip(2);
                term = new Term.Field(term, "*", at);
            } else {
                return term;
            }
        }
    }

    private Term subscript(Term array) {
        boolean open = words.peek().isSign(":");
        Optional<Term> from = open ? Optional.empty() : Optional.of(read());
        if (!words.acceptSign(":")) {
            words.expectSign("]");
            return new Term.Element(array, from.orElseThrow());
        }
        Optional<Term> to = words.peek().isSign("]") ? Optional.empty() : Optional.of(read());
        words.expectSign("]");
        return new Term.Slice(array, from, to);
    }

    /// `name { "." name }`.
    List<String> qualified() {
        List<String> parts = new ArrayList<>();
        parts.add(words.name("a name"));
        while (words.peek().isSign(".") && words.peek(1).isName()) {
            words.next();
            parts.add(words.name("a name"));
        }
        return parts;
    }

    /// A call, its name read and the parenthesis next.
    Term.Call call(List<String> name, int at) {
        return new PrimaryReader(words, this, queries).call(name, at);
    }

    /// The name of a type, such as `pg_catalog.oid[]` or `character varying(10)`.
    Term.TypeName type() {
        int at = words.peek().start();
        StringBuilder name = new StringBuilder();
        Token first = words.peek();
        List<String> parts = qualified();
        boolean quoted = first.kind() == Token.Kind.QUOTED || parts.size() > 1;
        String last = parts.getLast();
        name.append(last.equals("char") && quoted ? "\"char\"" : last);
        if (name.toString().equals("information_schema")) {
            throw words.unexpected("a type");
        }
        String more =
                switch (last) {
                    case "double" -> "precision";
                    case "character", "char", "bit", "national" -> "varying";
                    default -> "";
                };
        if (!more.isEmpty() && words.accept(more)) {
            name.append(' ').append(more);
        }
        if (words.acceptSign("(")) {
            do {
                read();
            } while (words.acceptSign(","));
            words.expectSign(")");
        }
        if (last.startsWith("time") && (words.is("with", "time") || words.is("without", "time"))) {
            name.append(words.is("with") ? "tz" : "");
            skip(3);
        }
        boolean array = words.accept("array");
        while (words.acceptSign("[")) {
            array = true;
            if (words.peek().kind() == Token.Kind.NUMBER) {
                words.next();
            }
            words.expectSign("]");
        }
        return new Term.TypeName(name.toString(), array, at);
    }

    boolean isReserved(Token word) {
        return word.kind() == Token.Kind.WORD
                && RESERVED.contains(word.value().toLowerCase(Locale.ROOT));
    }

    static Object number(String text) {
        String digits = text.replace("_", "");
        if (digits.chars().allMatch(c -> c >= '0' && c <= '9') && digits.length() < 19) {
            return Long.valueOf(digits);
        }
        return new BigDecimal(digits);
    }
}
