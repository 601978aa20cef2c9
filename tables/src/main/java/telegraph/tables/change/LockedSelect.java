package telegraph.tables.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.Column;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Query.Item;
import telegraph.language.ast.Span;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Term;
import telegraph.tables.access.TableSource;

/// The query that finds the rows to lock: the one that was written, over what stands for its
/// tables, with all of their columns behind its own.
///
/// ```
/// SELECT a, b FROM t, u AS x WHERE c ORDER BY d LIMIT 3 FOR UPDATE OF x
///   → SELECT a, b, t."id", t."a", x."id", x."b"
///     FROM "#table0" AS t, "#table1" AS x WHERE c ORDER BY d
/// ```
///
/// Threads: any.
final class LockedSelect {
    /// The column of a spool that numbers its rows.
    static final String NUMBER = "#number";

    private final Statement.Select written;
    private final Query query;
    private final Query.Select select;
    private final List<LockRun.Table> tables;
    private final Span at;

    LockedSelect(Statement.Select written, List<LockRun.Table> tables) {
        this.written = written;
        this.query = written.query();
        this.select = (Query.Select) query.body();
        this.tables = tables;
        this.at = new Span(select.at().start(), select.at().start());
    }

    /// What stands for a table of FROM.
    static String name(int table) {
        return "#table" + table;
    }

    /// All rows, in their order.
    Statement.Select all() {
        return asking(Optional.empty(), query.order());
    }

    /// The first rows.
    Statement.Select first(long count) {
        Span place = query.limit().or(query::offset).map(Term::at).orElse(at);
        Term limit = new Term.Literal(count, Long.toString(count), place);
        return asking(Optional.of(limit), query.order());
    }

    /// Those rows in any order.
    Statement.Select unordered() {
        return asking(Optional.empty(), List.of());
    }

    private Statement.Select asking(Optional<Term> limit, List<Term.SortKey> order) {
        List<Item> items = new ArrayList<>();
        select.items().forEach(item -> addWritten(item, items));
        for (LockRun.Table table : tables) {
            for (Item column : columns(table, table.target().schema().size())) {
                Identifier hidden = new Identifier(columnName(items.size()), select.at());
                items.add(new Item(column.term(), Optional.of(hidden), select.at()));
            }
        }
        Query.Select finding =
                new Query.Select(
                        select.distinct(),
                        List.copyOf(items),
                        select.from().stream().map(this::from).toList(),
                        select.where(),
                        select.grouping(),
                        select.windows(),
                        select.qualify(),
                        select.at());
        return written.with(
                new Query(
                        query.with(), finding, order, limit, false, Optional.empty(), query.at()));
    }

    private From from(From from) {
        return switch (from) {
            case Query.Table table -> {
                int index = index(table);
                yield index < 0 ? table : standIn(table, index);
            }
            case Query.Join join ->
                    new Query.Join(
                            from(join.left()),
                            from(join.right()),
                            join.kind(),
                            join.natural(),
                            join.on(),
                            join.using(),
                            join.at());
            case Query.Derived derived -> derived;
            case Query.Rows rows -> rows;
        };
    }

    private int index(Query.Table table) {
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i).item().table() == table) {
                return i;
            }
        }
        return -1;
    }

    private From standIn(Query.Table table, int index) {
        LockRun.Table of = tables.get(index);
        List<Identifier> columns =
                new ArrayList<>(table.alias().map(Query.Alias::columns).orElse(List.of()));
        if (columns.size() == of.target().width() && of.target().hasNumber()) {
            columns.add(new Identifier(TableSource.NUMBER, table.at()));
        }
        return new Query.Table(
                List.of(new Identifier(name(index), table.at())),
                Optional.of(new Query.Alias(of.item().name(), columns)),
                table.at());
    }

    /// Adds an output; a star over a hidden number is written out, since that is none.
    private void addWritten(Item item, List<Item> items) {
        if (!(item.term() instanceof Term.Star star)
                || tables.stream().noneMatch(table -> table.target().hasNumber())) {
            items.add(item);
        } else if (star.qualifier().isEmpty()) {
            demandListed();
            tables.forEach(table -> items.addAll(columns(table, table.target().width())));
        } else {
            Optional<LockRun.Table> of =
                    tables.stream()
                            .filter(table ->
                                    star.qualifier().size() == 1
                                            && table.item()
                                                    .name()
                                                    .name()
                                                    .equalsIgnoreCase(
                                                            star.qualifier().getFirst().name()))
                            .findFirst();
            of.ifPresentOrElse(
                    table -> items.addAll(columns(table, table.target().width())),
                    () -> items.add(item));
        }
    }

    private void demandListed() {
        boolean plain =
                select.from().stream().allMatch(this::isListed)
                        && tables.size() == count(select.from());
        if (!plain) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "rows of a table without a primary key are locked beside other things that are"
                            + " no tables, or joined by USING. Name the columns instead of \"*\"");
        }
    }

    private boolean isListed(From from) {
        return switch (from) {
            case Query.Table table -> index(table) >= 0;
            case Query.Join join ->
                    !join.natural()
                            && join.using().isEmpty()
                            && isListed(join.left())
                            && isListed(join.right());
            case Query.Derived _, Query.Rows _ -> false;
        };
    }

    private static int count(List<From> from) {
        return from.stream()
                .mapToInt(it ->
                        it instanceof Query.Join join
                                ? count(List.of(join.left(), join.right()))
                                : 1)
                .sum();
    }

    private List<Item> columns(LockRun.Table table, int count) {
        List<Item> items = new ArrayList<>();
        List<Column> columns = table.target().schema().columns();
        List<Identifier> named =
                table.item().table().alias().map(Query.Alias::columns).orElse(List.of());
        for (int c = 0; c < count; c++) {
            String name = c < named.size() ? named.get(c).name() : columns.get(c).name();
            List<Identifier> words =
                    List.of(
                            new Identifier(table.item().name().name(), at),
                            new Identifier(name, at));
            items.add(new Item(new Term.Name(words, at), Optional.empty(), at));
        }
        return items;
    }

    /// The rows of a spool that [LockRun] filled, in their order.
    ///
    /// @param columns the names of its columns
    static Statement.Select ordered(Statement.Select written, String spool, List<String> columns) {
        Span whole = written.query().at();
        Span at = new Span(whole.start(), whole.start());
        List<Item> items = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            items.add(
                    new Item(
                            new Term.Name(List.of(new Identifier(columnName(c), at)), at),
                            Optional.of(new Identifier(columns.get(c), whole)),
                            whole));
        }
        Term number = new Term.Name(List.of(new Identifier(NUMBER, at)), at);
        return written.with(
                new Query(
                        List.of(),
                        new Query.Select(
                                Query.Distinct.NONE,
                                items,
                                List.of(Query.Table.of(spool, at)),
                                Optional.empty(),
                                Query.Grouping.NONE,
                                List.of(),
                                Optional.empty(),
                                at),
                        List.of(new Term.SortKey(number, false, Optional.empty(), at)),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        at));
    }

    /// What a column of such a spool is called.
    static String columnName(int column) {
        return "#" + column;
    }

    /// What stands for the tables.
    Map<String, Source> sources() {
        Map<String, Source> sources = new HashMap<>();
        for (int i = 0; i < tables.size(); i++) {
            sources.put(name(i), tables.get(i).target().source());
        }
        return sources;
    }
}
