package telegraph.language.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Term;

/// Goes over all parts of a query: those of its subqueries too, in no order, and without going down
/// the stack, since a query may be far deeper than that.
///
/// Threads: one, once.
public final class QueryWalk {
    private final Deque<Object> left = new ArrayDeque<>();

    private QueryWalk() {}

    /// The tables that a query names, those that its WITH gives names to among them.
    public static List<Query.Table> tables(Query query) {
        List<Query.Table> tables = new ArrayList<>();
        walk(
                query,
                part -> {
                    if (part instanceof Query.Table table) {
                        tables.add(table);
                    }
                });
        return tables;
    }

    /// Hands over each [Query], [From] and [Term].
    public static void walk(Query query, Consumer<Object> parts) {
        walk((Object) query, parts);
    }

    /// Hands over each [Query], [From] and [Term] of a term.
    public static void walk(Term term, Consumer<Object> parts) {
        walk((Object) term, parts);
    }

    private static void walk(Object whole, Consumer<Object> parts) {
        QueryWalk walk = new QueryWalk();
        walk.left.push(whole);
        while (!walk.left.isEmpty()) {
            Object part = walk.left.pop();
            parts.accept(part);
            switch (part) {
                case Query query -> walk.query(query);
                case From from -> walk.from(from);
                case Term term -> walk.term(term);
                default -> throw new IllegalStateException("no part of a query: " + part);
            }
        }
    }

    private void add(Object part) {
        left.push(part);
    }

    private void addAll(List<?> parts) {
        parts.forEach(left::push);
    }

    private void addIf(Optional<?> part) {
        part.ifPresent(left::push);
    }

    private void keys(List<Term.SortKey> keys) {
        keys.forEach(key -> add(key.term()));
    }

    private void query(Query query) {
        query.with().forEach(with -> add(with.query()));
        keys(query.order());
        addIf(query.limit());
        addIf(query.offset());
        switch (query.body()) {
            case Query.Select select -> select(select);
            case Query.Both both -> {
                add(both.left());
                add(both.right());
            }
            case Query.Values values -> addAll(values.rows());
            case Query.Nested nested -> add(nested.query());
        }
    }

    private void select(Query.Select select) {
        addAll(select.distinct().on());
        select.items().forEach(item -> add(item.term()));
        addAll(select.from());
        addIf(select.where());
        addAll(select.grouping().keys());
        addIf(select.grouping().having());
        select.windows().forEach(named -> window(named.window()));
        addIf(select.qualify());
    }

    private void from(From from) {
        switch (from) {
            case Query.Table _ -> {}
            case Query.Derived derived -> add(derived.query());
            case Query.Rows rows -> add(rows.call());
            case Query.Join join -> {
                add(join.left());
                add(join.right());
                addIf(join.on());
            }
        }
    }

    private void window(Term.Window window) {
        addAll(window.partition());
        keys(window.order());
        window.frame()
                .ifPresent(frame -> {
                    addIf(frame.from().distance());
                    frame.to().ifPresent(to -> addIf(to.distance()));
                });
    }

    private void call(Term.Call call) {
        addAll(call.arguments());
        keys(call.gathering().order());
        call.gathering().within().ifPresent(within -> keys(within.order()));
        call.gathering().filter().ifPresent(filter -> add(filter.condition()));
        call.over().ifPresent(this::window);
    }

    private void term(Term term) {
        switch (term) {
            case Term.Literal _,
                    Term.Bytes _,
                    Term.Parameter _,
                    Term.Name _,
                    Term.Star _,
                    Term.Default _ -> {}
            case Term.Interval interval -> add(interval.value());
            case Term.Call call -> call(call);
            case Term.Binary binary -> {
                add(binary.left());
                add(binary.right());
            }
            case Term.Unary unary -> add(unary.term());
            case Term.Cast cast -> add(cast.term());
            case Term.Case cases -> {
                addIf(cases.subject());
                cases.branches()
                        .forEach(branch -> {
                            add(branch.when());
                            add(branch.then());
                        });
                addIf(cases.otherwise());
            }
            case Term.InList in -> {
                add(in.term());
                addAll(in.list());
            }
            case Term.InQuery in -> {
                add(in.term());
                add(in.query());
            }
            case Term.Between between ->
                    addAll(List.of(between.term(), between.low(), between.high()));
            case Term.Like like -> {
                add(like.term());
                add(like.pattern());
                addIf(like.escape());
            }
            case Term.OfArray of -> addAll(List.of(of.left(), of.array()));
            case Term.OfQuery of -> {
                add(of.left());
                add(of.query());
            }
            case Term.Exists exists -> add(exists.query());
            case Term.Scalar scalar -> add(scalar.query());
            case Term.ArrayOf array -> addAll(array.terms());
            case Term.ArrayQuery array -> add(array.query());
            case Term.Element element -> addAll(List.of(element.array(), element.index()));
            case Term.Slice slice -> {
                add(slice.array());
                addIf(slice.from());
                addIf(slice.to());
            }
            case Term.Field field -> add(field.term());
            case Term.Row row -> addAll(row.terms());
            case Term.Test test -> add(test.term());
            case Term.Distinct distinct -> addAll(List.of(distinct.left(), distinct.right()));
            case Term.Collate collate -> add(collate.term());
            case Term.Sets sets -> addAll(sets.terms());
        }
    }
}
