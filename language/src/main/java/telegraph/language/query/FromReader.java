package telegraph.language.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Query.Kind;
import telegraph.language.ast.Span;
import telegraph.language.ast.TableLiteral;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Reads what follows FROM.
///
/// ```
/// items = joined { "," joined }
/// joined = table { [ NATURAL ] [ INNER | ( LEFT | RIGHT | FULL ) [ OUTER ] ] JOIN joined
///                    [ ON condition | USING "(" names ")" ] | CROSS JOIN table }
/// table = [ ONLY ] name [ "*" ] | [ LATERAL ] "(" query ")" | "(" joined ")"
///       | [ LATERAL ] call [ WITH ORDINALITY ] | literal
///         each with [ [ AS ] alias [ "(" names ")" ] ], the first and the last with
///         [ TABLESAMPLE method "(" percentage ")" [ REPEATABLE "(" seed ")" ] ]
///       | [ LATERAL ] record [ AS ] [ alias ] "(" name type { "," name type } ")"
/// ```
///
/// Threads: one.
final class FromReader {
    /// Words after a table that are not its alias.
    private static final Set<String> NO_ALIAS = Set.of("with");

    private final Tokens tokens;
    private final QueryReader queries;
    private final TermReader terms;
    private final TableLiterals literals;
    private final SampleReader samples;

    /// The aliases that tables without one of their own were given in this FROM.
    private final Set<String> aliases;

    FromReader(QueryReader queries, Set<String> aliases) {
        this.tokens = queries.tokens();
        this.queries = queries;
        this.terms = queries.terms();
        this.literals = queries.literals();
        this.samples = new SampleReader(tokens, terms);
        this.aliases = aliases;
    }

    /// The items between commas.
    List<From> items() {
        List<From> items = new ArrayList<>();
        do {
            items.add(joined());
        } while (tokens.acceptSign(","));
        return items;
    }

    /// One item, with what is joined to it.
    From joined() {
        int start = tokens.peek().start();
        From left = table();
        while (isJoinNext()) {
            left = join(left, start);
        }
        return left;
    }

    private boolean isJoinNext() {
        Token word = tokens.peek();
        Token after = tokens.peek(1);
        boolean sided = word.is("left") || word.is("right") || word.is("full");
        return word.is("join")
                || (word.is("natural") || word.is("cross") || word.is("inner"))
                || sided && (after.is("join") || after.is("outer"));
    }

    private From join(From left, int start) {
        boolean natural = tokens.accept("natural");
        int at = tokens.peek().start();
        Kind kind = kind();
        if (natural && kind == Kind.CROSS || !tokens.accept("join")) {
            throw tokens.unexpected("JOIN", List.of("JOIN"));
        }
        Span where = terms.from(at);
        From right = table();
        Optional<Term> on = Optional.empty();
        List<Identifier> using = List.of();
        if (!natural && kind != Kind.CROSS) {
            // a JOIN b JOIN c ON … ON …, written without the parentheses
            int inner = tokens.index();
            while (isJoinNext()) {
                right = join(right, inner);
            }
            if (tokens.accept("using")) {
                using = terms.names("a column");
                if (tokens.peek().is("as")) {
                    throw queries.refused(
                            "a name for the columns of USING. Name the tables instead");
                }
            } else if (tokens.accept("on")) {
                on = Optional.of(terms.read());
            } else {
                throw tokens.unexpected("ON or USING", List.of("ON", "USING"));
            }
        }
        return new Query.Join(left, right, kind, natural, on, using, where);
    }

    private Kind kind() {
        for (Kind kind : Kind.values()) {
            if (tokens.accept(kind.name().toLowerCase(Locale.ROOT))) {
                if (kind != Kind.CROSS && kind != Kind.INNER) {
                    tokens.accept("outer");
                }
                return kind;
            }
        }
        return Kind.INNER;
    }

    private From table() {
        int start = tokens.peek().start();
        boolean lateral = tokens.accept("lateral");
        if (literals.isNext()) {
            return literal();
        }
        if (tokens.peek().isSign("(")) {
            return inParentheses(lateral, start);
        }
        if (tokens.peek().is("only") && tokens.peek(1).isName()) {
            tokens.next();
        }
        if (tokens.peek().is("rows") && tokens.peek(1).is("from")) {
            throw refused("ROWS FROM. Join the functions");
        }
        if (tokens.peek().is("table")) {
            return explicit();
        }
        if (!Keywords.isName(tokens.peek())) {
            throw tokens.unexpected("a table", List.of());
        }
        int named = tokens.peek().start();
        List<Identifier> name = terms.qualified();
        if (tokens.peek().isSign("(")) {
            Term.Call call = terms.primaries().calls().call(name, named);
            boolean ordinality = tokens.accept("with", "ordinality");
            if (RecordTables.isOne(call) && !ordinality) {
                return new RecordTables(tokens, terms).read(call, start);
            }
            Span at = terms.from(start);
            return new Query.Rows(call, ordinality, lateral, alias(true), at);
        }
        Span at = terms.from(named);
        tokens.acceptSign("*");
        Optional<Query.Alias> alias = alias(false);
        return new Query.Table(queries.withoutDatabase(name, 2), alias, samples.read(), at);
    }

    private TelegraphException refused(String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported at " + tokens.position() + ": " + what);
    }

    /// `TABLE 'file'`, or `TABLE(call)`.
    private From explicit() {
        int start = tokens.next().start();
        if (literals.isNext()) {
            TableLiteral table = literals.read();
            Span at = terms.from(start);
            return new Query.Table(
                    List.of(new Identifier(table.identifier(), at)),
                    alias(false),
                    samples.read(),
                    at);
        }
        tokens.expectSign("(");
        int named = tokens.peek().start();
        Term.Call call = terms.primaries().calls().call(terms.qualified(), named);
        tokens.expectSign(")");
        Span at = terms.from(start);
        return new Query.Rows(call, false, false, alias(true), at);
    }

    private From literal() {
        int start = tokens.peek().start();
        TableLiteral table = literals.read();
        Span at = terms.from(start);
        Optional<Query.Alias> alias = alias(false);
        String own = alias.isEmpty() ? TableLiterals.alias(table) : "";
        if (!own.isEmpty() && aliases.add(own.toLowerCase(Locale.ROOT))) {
            alias = Optional.of(new Query.Alias(new Identifier(own, at), List.of()));
        }
        List<Identifier> name = List.of(new Identifier(table.identifier(), at));
        return new Query.Table(name, alias, samples.read(), at);
    }

    private From inParentheses(boolean lateral, int start) {
        if (queries.isQueryInParentheses()) {
            Query query = queries.inParentheses();
            Span at = terms.from(start);
            return new Query.Derived(query, lateral, alias(false), at);
        }
        tokens.expectSign("(");
        From inner = joined();
        tokens.expectSign(")");
        Optional<Query.Alias> alias = alias(false);
        if (alias.isEmpty()) {
            return inner;
        }
        if (!(inner instanceof Query.Join)) {
            throw refused("an alias behind parentheses around one table. Leave them out");
        }
        // It hides the names of its tables, as that of a subquery does.
        Span at = terms.from(start);
        return new Query.Derived(QueryReader.allOf(inner, at), lateral, alias, at);
    }

    /// @param typed whether types may follow the columns
    private Optional<Query.Alias> alias(boolean typed) {
        Token word = tokens.peek();
        boolean free =
                Keywords.isName(word)
                        && !NO_ALIAS.contains(word.value().toLowerCase(Locale.ROOT))
                        && !queries.isClauseNext();
        if (!tokens.accept("as") && !free) {
            return Optional.empty();
        }
        Identifier name = terms.identifier("an alias");
        List<Identifier> columns = new ArrayList<>();
        if (tokens.acceptSign("(")) {
            do {
                columns.add(terms.identifier("a column"));
                if (typed && tokens.peek().isName()) {
                    // Types of a record's columns are known anyway.
                    terms.types().read();
                }
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
        }
        return Optional.of(new Query.Alias(name, columns));
    }
}
