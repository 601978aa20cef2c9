package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.query.BareTexts;
import telegraph.language.query.OutputNames;
import telegraph.language.query.QueryWalk;
import telegraph.language.query.QueryWriter;

/// Writes what is said of the first rows as a condition on their rank.
///
/// ```
/// SELECT DISTINCT ON (a) b FROM t ORDER BY a, c
///   → SELECT b FROM t QUALIFY row_number() OVER (PARTITION BY a ORDER BY a, c) = 1 ORDER BY a, c
/// SELECT b FROM t ORDER BY a OFFSET 2 FETCH FIRST 3 ROWS WITH TIES
///   → SELECT b FROM t QUALIFY rank() OVER (ORDER BY a) <= 2 + 3 ORDER BY a OFFSET 2
/// ```
///
/// A name that is all of a key means an output that is called so, as in ORDER BY, and QUALIFY reads
/// it so too; in an expression it means a column there, and QUALIFY would not: where that matters
/// the query is refused.
record RankedRows(TermNodes terms, Places places) {
    /// The operator that refuses what is no number of rows. No text can say it.
    static final String TIES = "rows with ties";

    Query of(Query query) {
        boolean first =
                query.body() instanceof Query.Select select && !select.distinct().on().isEmpty();
        if (!first && !query.ties()) {
            return query;
        }
        if (!(query.body() instanceof Query.Select select)
                || select.qualify().isPresent()
                || query.ties() && (first || select.distinct().rows())) {
            throw terms.refused(
                    query.at(),
                    "WITH TIES beside DISTINCT, UNION and their like, or DISTINCT ON beside"
                            + " QUALIFY. Say one of them in a subquery");
        }
        List<Term.SortKey> order =
                query.order().stream()
                        .map(key ->
                                new Term.SortKey(
                                        key(key.term(), select),
                                        key.descending(),
                                        key.nullsAreFirst(),
                                        key.at()))
                        .toList();
        Term condition = first ? first(query, select, order) : tied(query, order);
        Query.Select ranked =
                new Query.Select(
                        Query.Distinct.NONE,
                        select.items(),
                        select.from(),
                        select.where(),
                        select.grouping(),
                        select.windows(),
                        Optional.of(condition),
                        select.at());
        return new Query(
                query.with(),
                ranked,
                query.order(),
                query.ties() ? Optional.empty() : query.limit(),
                false,
                query.offset(),
                query.at());
    }

    private Term first(Query query, Query.Select select, List<Term.SortKey> order) {
        Span at = select.distinct().at();
        List<Term> on = select.distinct().on().stream().map(term -> key(term, select)).toList();
        Set<String> wanted =
                on.stream()
                        .map(term -> meant(term, select))
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> left = new TreeSet<>(wanted);
        for (Term.SortKey key : order) {
            String meant = meant(key.term(), select);
            if (!wanted.contains(meant) && !left.isEmpty()) {
                throw TelegraphException.of(
                        SqlState.INVALID_COLUMN_REFERENCE,
                        "what DISTINCT ON lists comes first in ORDER BY at "
                                + places.text(query.order().getFirst().at()));
            }
            left.remove(meant);
        }
        return compared(
                "=", ranked("row_number", on, order, at), new Term.Literal(1L, "1", at), at);
    }

    private Term tied(Query query, List<Term.SortKey> order) {
        Span at = query.limit().orElseThrow().at();
        if (order.isEmpty()) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "WITH TIES needs ORDER BY, which says what rows are tied by at "
                            + places.text(at));
        }
        Term most = counted(query.limit().get());
        if (query.offset().isPresent()) {
            most = new Term.Binary("+", query.offset().get(), most, at, at);
        }
        return compared("<=", ranked("rank", List.of(), order, at), most, at);
    }

    /// A number of rows, which is none if it is NULL or negative: that is refused where it is read.
    private static Term counted(Term count) {
        Span at = count.at();
        Term number = BareTexts.cast(count, "bigint");
        Term none = new Term.Literal(-1L, "-1", at);
        return new Term.Unary(TIES, Term.Call.plain("coalesce", List.of(number, none), at), at);
    }

    private static Term compared(String operator, Term left, Term right, Span at) {
        return new Term.Binary(operator, left, right, at, at);
    }

    private static Term ranked(
            String function, List<Term> partition, List<Term.SortKey> order, Span at) {
        Term.Window window =
                new Term.Window(Optional.empty(), false, partition, order, Optional.empty(), at);
        return new Term.Call(
                List.of(new Identifier(function, at)),
                Term.Form.PLAIN,
                List.of(),
                false,
                Term.Gathering.NONE,
                Optional.of(window),
                at);
    }

    /// A key as QUALIFY has it: a number is the output that it counts to.
    private Term key(Term key, Query.Select select) {
        if (key instanceof Term.Literal literal && literal.isNumber()) {
            return output(literal, select);
        }
        if (key instanceof Term.Name name && name.words().size() == 1) {
            return key;
        }
        String written = QueryWriter.written(key);
        for (Query.Item item : select.items()) {
            if (item.alias().isPresent() && QueryWriter.written(item.term()).equals(written)) {
                return new Term.Name(List.of(item.alias().get()), key.at());
            }
        }
        demandNoOutput(key, select);
        return key;
    }

    private Term output(Term.Literal number, Query.Select select) {
        List<Query.Item> items = select.items();
        int count = number.value() instanceof Long value ? (int) Math.min(value, 1L << 20) : 0;
        List<Query.Item> before = items.subList(0, Math.max(0, Math.min(count, items.size())));
        if (before.stream().anyMatch(item -> item.term() instanceof Term.Star)) {
            throw terms.refused(
                    number.at(), "a number behind a star in ORDER BY, beside DISTINCT ON or TIES");
        }
        if (count < 1 || count > items.size()) {
            throw TelegraphException.of(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    "there is no output of that number: "
                            + count
                            + " at "
                            + places.text(number.at()));
        }
        Query.Item item = items.get(count - 1);
        return item.alias()
                .map(alias -> (Term) new Term.Name(List.of(alias), number.at()))
                .orElse(item.term());
    }

    /// What a key stands for, written in one form.
    private static String meant(Term key, Query.Select select) {
        if (key instanceof Term.Name name && name.words().size() == 1) {
            for (Query.Item item : select.items()) {
                if (isCalled(item, name.words().getFirst())) {
                    return QueryWriter.written(item.term());
                }
            }
        }
        return QueryWriter.written(key);
    }

    private static boolean isCalled(Query.Item item, Identifier name) {
        return !(item.term() instanceof Term.Star) && name(item).equals(folded(name.name()));
    }

    private static String name(Query.Item item) {
        return folded(
                item.alias().map(Identifier::name).orElseGet(() -> OutputNames.of(item.term())));
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// Makes sure that no name in an expression is an output's that is no column of that name.
    private void demandNoOutput(Term key, Query.Select select) {
        List<Term.Name> names = new ArrayList<>();
        QueryWalk.walk(
                key,
                part -> {
                    if (part instanceof Term.Name name && name.words().size() == 1) {
                        names.add(name);
                    }
                });
        for (Term.Name name : names) {
            for (Query.Item item : select.items()) {
                boolean column =
                        item.term() instanceof Term.Name own
                                && folded(own.words().getLast().name()).equals(name(item));
                if (isCalled(item, name.words().getFirst()) && !column) {
                    throw terms.refused(
                            key.at(),
                            "DISTINCT ON and TIES beside an expression over \""
                                    + name.words().getFirst().name()
                                    + "\", which is an output's name too. Give the output another"
                                    + " name");
                }
            }
        }
    }
}
