package telegraph.language.grammar;

import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Query.Item;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;

/// Pieces of the queries that changes are read as. Whatever is made here stands where the statement
/// has what it is made for.
///
/// @param at that place
record Composed(Span at) {
    static Composed at(int offset) {
        return new Composed(new Span(offset, offset));
    }

    Identifier name(String name) {
        return new Identifier(name, at);
    }

    /// `table.*`.
    Item star(String table) {
        return item(new Term.Star(List.of(name(table)), at));
    }

    Item item(Term term) {
        return new Item(term, Optional.empty(), term.at());
    }

    Item item(Term term, String alias) {
        return new Item(term, Optional.of(name(alias)), at);
    }

    Term column(String... parts) {
        return new Term.Name(List.of(parts).stream().map(this::name).toList(), at);
    }

    From table(String table, String alias) {
        return new Query.Table(List.of(name(table)), Optional.of(alias(alias)), at);
    }

    Query.Alias alias(String alias) {
        return new Query.Alias(name(alias), List.of());
    }

    Term whole(int number) {
        return new Term.Literal((long) number, Integer.toString(number), at);
    }

    Term truth() {
        return new Term.Literal(true, "", at);
    }

    Term nothing() {
        return new Term.Literal(null, "", at);
    }

    Term and(Term left, Term right) {
        return new Term.Binary("and", left, right, at, at);
    }

    Query select(List<Item> items, List<From> from, Optional<Term> where) {
        return Query.of(
                new Query.Select(
                        Query.Distinct.NONE,
                        List.copyOf(items),
                        List.copyOf(from),
                        where,
                        Query.Grouping.NONE,
                        List.of(),
                        Optional.empty(),
                        at),
                at);
    }
}
