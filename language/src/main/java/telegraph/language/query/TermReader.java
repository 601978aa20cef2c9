package telegraph.language.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.LongList;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

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

    /// Operators with a question mark, which the lexer takes for a sign of its own: where an
    /// operand may stand it is a parameter.
    private static final Set<String> TWO_SIGNS = Set.of("?|", "?&", "@?");

    private static final String OPERATOR_SIGNS = "+-*/<>=~!@#%^&|`";

    private final Tokens tokens;
    private final QueryReader queries;
    private final PrimaryReader primaries;
    private final TypeReader types;

    TermReader(QueryReader queries) {
        this.tokens = queries.tokens();
        this.queries = queries;
        this.types = new TypeReader(tokens);
        this.primaries = new PrimaryReader(queries, this);
    }

    TypeReader types() {
        return types;
    }

    PrimaryReader primaries() {
        return primaries;
    }

    /// What was read from a place on.
    Span from(int start) {
        return new Span(start, tokens.peek(-1).end());
    }

    private int start() {
        return tokens.peek().start();
    }

    /// Reads the expression that is next.
    public Term read() {
        int start = start();
        Term left = conjunction();
        while (tokens.peek().is("or")) {
            Span at = operator();
            Term right = conjunction();
            left = new Term.Binary("or", left, right, at, from(start));
        }
        return left;
    }

    /// Expressions with commas between them.
    public List<Term> list() {
        List<Term> terms = new ArrayList<>();
        do {
            terms.add(read());
        } while (tokens.acceptSign(","));
        return terms;
    }

    /// Reads a word or sign; where it stands.
    private Span operator() {
        Token token = tokens.next();
        return new Span(token.start(), token.end());
    }

    private Term conjunction() {
        int start = start();
        Term left = negation();
        while (tokens.peek().is("and")) {
            Span at = operator();
            Term right = negation();
            left = new Term.Binary("and", left, right, at, from(start));
        }
        return left;
    }

    private Term negation() {
        int start = start();
        int negations = 0;
        while (tokens.accept("not")) {
            negations++;
        }
        Term term = tested();
        for (int i = 0; i < negations; i++) {
            term = new Term.Unary("not", term, from(start));
        }
        return term;
    }

    private Term tested() {
        int start = start();
        Term term = comparison();
        while (true) {
            int at = start();
            if (tokens.accept("isnull")) {
                term = new Term.Test(term, Term.What.NULL, false, from(start));
            } else if (tokens.accept("notnull")) {
                term = new Term.Test(term, Term.What.NULL, true, from(start));
            } else if (tokens.accept("is")) {
                boolean negated = tokens.accept("not");
                if (tokens.accept("distinct", "from")) {
                    Span operator = from(at);
                    Term right = comparison();
                    term = new Term.Distinct(term, right, negated, operator, from(start));
                    demandOne(tokens.peek().is("is"));
                } else {
                    term = new Term.Test(term, what(), negated, from(start));
                }
            } else {
                return term;
            }
        }
    }

    private Term.What what() {
        for (Term.What what : Term.What.values()) {
            if (tokens.accept(what.name())) {
                return what;
            }
        }
        throw tokens.unexpected(
                "NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM",
                List.of("NULL", "TRUE", "FALSE", "UNKNOWN", "DISTINCT"));
    }

    private Term comparison() {
        int start = start();
        Term left = membership();
        boolean open = false;
        while (isComparison(tokens.peek())) {
            demandOne(open);
            String operator = tokens.peek().value();
            Span at = operator();
            left = after(left, operator.equals("!=") ? "<>" : operator, at, start);
            open = left instanceof Term.Binary;
        }
        return left;
    }

    /// Fails if what is next is an operator whose left operand ends in one of its own kind: such
    /// are not associative. What ends in a parenthesis, as IN does, is not open to it.
    private void demandOne(boolean open) {
        if (open) {
            throw tokens.unexpected("parentheses around the comparison before it", List.of());
        }
    }

    private static boolean isComparison(Token token) {
        return token.kind() == Token.Kind.SIGN && COMPARISONS.contains(token.value());
    }

    /// What follows an operator: a term, or ANY or ALL of something.
    private Term after(Term left, String operator, Span at, int start) {
        boolean any = tokens.peek().is("any") || tokens.peek().is("some");
        boolean quantified = any || tokens.peek().is("all");
        if (!quantified || !tokens.peek(1).isSign("(")) {
            Term right =
                    COMPARISONS.contains(operator) ? membership() : isOther() ? prefix() : sum();
            return new Term.Binary(operator, left, right, at, from(start));
        }
        tokens.next();
        if (queries.isQueryInParentheses()) {
            Query query = queries.inParentheses();
            return new Term.OfQuery(left, operator, !any, query, at, from(start));
        }
        tokens.expectSign("(");
        Term array = read();
        tokens.expectSign(")");
        return new Term.OfArray(left, operator, !any, array, at, from(start));
    }

    private Term membership() {
        int start = start();
        Term term = other();
        boolean open = false;
        while (isMembership()) {
            demandOne(open);
            term = membership(term, start);
            open = !(term instanceof Term.InList || term instanceof Term.InQuery);
        }
        return term;
    }

    private boolean isMembership() {
        boolean negated = tokens.peek().is("not");
        Token word = tokens.peek(negated ? 1 : 0);
        return word.is("in")
                || word.is("between") && !Keywords.endsExpression(tokens.peek(negated ? 2 : 1))
                || word.is("like")
                || word.is("ilike")
                || word.is("similar")
                || word.is("overlaps") && !negated;
    }

    private Term membership(Term term, int start) {
        int at = start();
        boolean negated = tokens.accept("not");
        Token word = tokens.peek();
        if (word.is("in")) {
            return in(term, negated, at, start);
        }
        Span operator = operator();
        return switch (word.value().toLowerCase(Locale.ROOT)) {
            case "between" -> between(term, negated, start);
            case "overlaps" -> new Term.Binary("overlaps", term, other(), operator, from(start));
            default -> like(term, word, negated, at, start);
        };
    }

    private Term in(Term term, boolean negated, int from, int start) {
        Optional<LongList> list = LongList.next(tokens);
        tokens.next();
        Span at = from(from);
        if (list.isPresent()) {
            Query query = queries.listed(list.get());
            return new Term.InQuery(term, query, negated, at, from(start));
        }
        if (queries.isQueryInParentheses()) {
            Query query = queries.inParentheses();
            return new Term.InQuery(term, query, negated, at, from(start));
        }
        int listed = start();
        tokens.expectSign("(");
        List<Term> terms = list();
        tokens.expectSign(")");
        return new Term.InList(term, terms, negated, at, from(listed), from(start));
    }

    private Term between(Term term, boolean negated, int start) {
        boolean symmetric = tokens.accept("symmetric");
        if (!symmetric) {
            tokens.accept("asymmetric");
        }
        Term low = other();
        tokens.expect("and");
        Term high = other();
        return new Term.Between(term, low, high, symmetric, negated, from(start));
    }

    private Term like(Term term, Token word, boolean negated, int at, int start) {
        Term.Match match =
                word.is("like")
                        ? Term.Match.LIKE
                        : word.is("ilike") ? Term.Match.ILIKE : Term.Match.SIMILAR;
        if (match == Term.Match.SIMILAR) {
            tokens.expect("to");
        }
        Span operator = from(at);
        Token next = tokens.peek();
        boolean quantified = next.is("any") || next.is("all") || next.is("some");
        if (quantified && tokens.peek(1).isSign("(") && match != Term.Match.SIMILAR) {
            String name = match == Term.Match.LIKE ? "~~" : "~~*";
            return after(term, negated ? "!" + name : name, operator, start);
        }
        Term pattern = other();
        Optional<Term> escape = tokens.accept("escape") ? Optional.of(other()) : Optional.empty();
        return new Term.Like(match, term, pattern, escape, negated, operator, from(start));
    }

    /// An expression without AND, OR, NOT, comparisons and what binds as weakly.
    Term operand() {
        return other();
    }

    private Term other() {
        int start = start();
        Term left = isOther() ? prefix() : sum();
        while (isOther() || tokens.peek().isSign("?")) {
            int at = start();
            String name = name();
            left = after(left, name, from(at), start);
        }
        return left;
    }

    private Term prefix() {
        int start = start();
        String name = name();
        Term term = isOther() ? prefix() : sum();
        return new Term.Unary(name, term, from(start));
    }

    private boolean isOther() {
        Token token = tokens.peek();
        return token.is("operator") && tokens.peek(1).isSign("(")
                || token.kind() == Token.Kind.SIGN
                        && !COMPARISONS.contains(token.value())
                        && !ARITHMETIC.contains(token.value())
                        && isOperator(token.value());
    }

    private static boolean isOperator(String signs) {
        return !signs.equals("=>") && signs.chars().allMatch(c -> OPERATOR_SIGNS.indexOf(c) >= 0);
    }

    /// An operator, or `OPERATOR(schema.operator)`.
    private String name() {
        if (!tokens.accept("operator")) {
            Token sign = tokens.next();
            boolean joined =
                    tokens.peek().start() == sign.end()
                            && TWO_SIGNS.contains(sign.value() + tokens.peek().value());
            return joined ? sign.value() + tokens.next().value() : sign.value();
        }
        tokens.expectSign("(");
        while (tokens.peek().isName()) {
            tokens.next();
            tokens.expectSign(".");
        }
        String operator = tokens.next().value();
        tokens.expectSign(")");
        return operator.equals("!=") ? "<>" : operator;
    }

    private Term sum() {
        int start = start();
        Term left = product();
        while (tokens.peek().isSign("+") || tokens.peek().isSign("-")) {
            String operator = tokens.peek().value();
            Span at = operator();
            Term right = product();
            left = new Term.Binary(operator, left, right, at, from(start));
        }
        return left;
    }

    private Term product() {
        int start = start();
        Term left = power();
        while (tokens.peek().isSign("*")
                || tokens.peek().isSign("/")
                || tokens.peek().isSign("%")) {
            String operator = tokens.peek().value();
            Span at = operator();
            Term right = power();
            left = new Term.Binary(operator, left, right, at, from(start));
        }
        return left;
    }

    private Term power() {
        int start = start();
        Term left = zoned();
        while (tokens.peek().isSign("^")) {
            Span at = operator();
            Term right = zoned();
            left = new Term.Binary("^", left, right, at, from(start));
        }
        return left;
    }

    private Term zoned() {
        int start = start();
        Term term = collated();
        while (tokens.accept("at", "time", "zone")) {
            Term zone = collated();
            term = Term.Call.plain("timezone", List.of(zone, term), from(start));
        }
        return term;
    }

    private Term collated() {
        int start = start();
        Term term = signed();
        while (tokens.accept("collate")) {
            List<Identifier> collation = qualified();
            term = new Term.Collate(term, collation, from(start));
        }
        return term;
    }

    private Term signed() {
        List<String> signs = new ArrayList<>();
        List<Integer> starts = new ArrayList<>();
        while (tokens.peek().isSign("-") || tokens.peek().isSign("+")) {
            starts.add(start());
            signs.add(tokens.next().value());
        }
        Term term = suffixed();
        for (int i = signs.size() - 1; i >= 0; i--) {
            term = new Term.Unary(signs.get(i), term, from(starts.get(i)));
        }
        return term;
    }

    private Term suffixed() {
        int start = start();
        Term term = primaries.read();
        while (true) {
            if (tokens.acceptSign("::")) {
                Term.TypeName type = types.read();
                term = primaries.cast(term, type, Term.Style.COLONS, start);
            } else if (tokens.acceptSign("[")) {
                term = subscript(term, start);
            } else if (tokens.peek().isSign(".") && tokens.peek(1).isName()) {
                tokens.next();
                Identifier field = identifier("a field");
                term = new Term.Field(term, field, from(start));
            } else if (tokens.peek().isSign(".") && tokens.peek(1).isSign("*")) {
                tokens.next();
                Span star = operator();
                term = new Term.Field(term, new Identifier("*", star), from(start));
            } else {
                return term;
            }
        }
    }

    private Term subscript(Term array, int start) {
        boolean open = tokens.peek().isSign(":");
        Optional<Term> low = open ? Optional.empty() : Optional.of(read());
        if (!tokens.acceptSign(":")) {
            tokens.expectSign("]");
            return new Term.Element(array, low.orElseThrow(), from(start));
        }
        Optional<Term> high = tokens.peek().isSign("]") ? Optional.empty() : Optional.of(read());
        tokens.expectSign("]");
        return new Term.Slice(array, low, high, from(start));
    }

    /// A name, in lower case unless quoted.
    public Identifier identifier(String what) {
        Token token = tokens.peek();
        String name = tokens.expectName(what);
        return new Identifier(name, new Span(token.start(), token.end()));
    }

    /// `name { "." name }`.
    List<Identifier> qualified() {
        List<Identifier> parts = new ArrayList<>();
        parts.add(identifier("a name"));
        while (tokens.peek().isSign(".") && tokens.peek(1).isName()) {
            tokens.next();
            parts.add(identifier("a name"));
        }
        return parts;
    }

    /// `"(" name { "," name } ")"`.
    List<Identifier> names(String what) {
        List<Identifier> names = new ArrayList<>();
        tokens.expectSign("(");
        do {
            names.add(identifier(what));
        } while (tokens.acceptSign(","));
        tokens.expectSign(")");
        return names;
    }

    /// ORDER BY and its keys, if they are next.
    List<Term.SortKey> order() {
        List<Term.SortKey> keys = new ArrayList<>();
        if (tokens.accept("order")) {
            tokens.expect("by");
            do {
                keys.add(key());
            } while (tokens.acceptSign(","));
        }
        return keys;
    }

    private Term.SortKey key() {
        int start = start();
        Term term = read();
        boolean descending = tokens.accept("using") ? usesGreater() : tokens.accept("desc");
        if (!descending) {
            tokens.accept("asc");
        }
        Optional<Boolean> first = Optional.empty();
        if (tokens.accept("nulls")) {
            boolean isFirst = tokens.accept("first");
            if (!isFirst) {
                tokens.expect("last");
            }
            first = Optional.of(isFirst);
        }
        return new Term.SortKey(term, descending, first, from(start));
    }

    /// Reads the operator by which keys are ordered; whether it puts the greatest first.
    private boolean usesGreater() {
        if (tokens.acceptSign("<")) {
            return false;
        }
        tokens.expectSign(">");
        return true;
    }
}
