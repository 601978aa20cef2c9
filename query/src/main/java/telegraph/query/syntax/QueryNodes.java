package telegraph.query.syntax;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlInternalOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Given;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Term;
import telegraph.language.query.EachTime;
import telegraph.language.query.OutputNames;
import telegraph.language.query.QueryWalk;
import telegraph.language.sample.Sample;
import telegraph.language.shape.MixedTerms;
import telegraph.query.value.Interrupts;

/// Queries as Calcite has them, to be validated and converted.
///
/// Nothing is decided here but what PostgreSQL decides by the text alone: what columns without a
/// name are called ([OutputNames]), which counts of rows are none.
///
/// Threads: one, once.
public final class QueryNodes {
    private final Places places;
    private final TermNodes terms;

    /// What WITH has given names to here, from the outermost on.
    private final List<Query.With> named = new ArrayList<>();

    private final List<Recursion> recursions = new ArrayList<>();

    private QueryNodes(Places places, List<Given> values) {
        this.places = places;
        this.terms = new TermNodes(places, this, values);
    }

    /// A query, and those queries of its WITHs that name themselves, which it reads as tables.
    public record Read(SqlNode node, List<Recursion> recursions) {}

    /// The query that a statement is.
    public static Read of(Statement.Select statement) {
        QueryNodes nodes = new QueryNodes(new Places(statement.lines()), statement.values());
        return new Read(nodes.of(statement.query()), nodes.recursions);
    }

    SqlNode of(Query written) {
        return terms.sets().within(() -> whole(written));
    }

    private SqlNode whole(Query written) {
        Query query = new RankedRows(terms, places).of(written);
        SqlNode node = query.with().isEmpty() ? body(query.body()) : with(query);
        if (query.order().isEmpty() && query.limit().isEmpty() && query.offset().isEmpty()) {
            return node;
        }
        return new SqlOrderBy(
                places.of(query.at()),
                node,
                terms.calls().order(query.order()),
                query.offset().map(count -> count(count, false)).orElse(null),
                query.limit().map(count -> count(count, true)).orElse(null));
    }

    /// A query of which only counts whether it has rows.
    SqlNode existing(Query query) {
        boolean bare = query.body() instanceof Query.Select select && select.items().isEmpty();
        if (!bare) {
            return of(query);
        }
        Query.Select select = (Query.Select) query.body();
        Term one = new Term.Literal(1L, "1", select.at());
        Query.Select listed =
                new Query.Select(
                        select.distinct(),
                        List.of(new Query.Item(one, Optional.empty(), select.at())),
                        select.from(),
                        select.where(),
                        select.grouping(),
                        select.windows(),
                        select.qualify(),
                        select.at());
        return of(
                new Query(
                        query.with(),
                        listed,
                        query.order(),
                        query.limit(),
                        query.ties(),
                        query.offset(),
                        query.at()));
    }

    private SqlNode with(Query query) {
        EachTime.namedTwice(query)
                .ifPresent(with -> {
                    throw terms.refused(
                            with.name().at(),
                            "a WITH that gives other rows each time and is named more than once."
                                    + " Keep its rows in a table first");
                });
        demandNotSampled(query);
        List<SqlNode> items = new ArrayList<>();
        int outside = named.size();
        for (Query.With with : query.with()) {
            items.add(item(with));
            named.add(with);
        }
        SqlNode body = body(query.body());
        named.subList(outside, named.size()).clear();
        SqlParserPos at = SqlParserPos.sum(items);
        return new SqlWith(at, new SqlNodeList(items, at), body);
    }

    private SqlNode item(Query.With with) {
        SqlParserPos at = places.of(with.name().at());
        Optional<Recursion> recursion =
                Recursion.of(with, recursions.size() + 1, List.copyOf(named), places);
        recursion.ifPresent(recursions::add);
        List<Identifier> columns = recursion.isPresent() ? List.of() : with.columns();
        return new SqlWithItem(
                at,
                places.name(with.name()),
                columns.isEmpty()
                        ? null
                        : new SqlNodeList(columns.stream().map(places::name).toList(), at),
                of(recursion.map(Recursion::rows).orElse(with.query())),
                SqlLiteral.createBoolean(false, at));
    }

    /// How many rows, if it is a number; null for all.
    private SqlNode count(Term count, boolean limit) {
        SqlParserPos at = places.of(count.at());
        return switch (count) {
            case Term.Cast cast -> count(cast.term(), limit);
            case Term.Parameter parameter -> {
                Optional<Term> given = terms.given(parameter);
                yield given.isPresent()
                        ? count(given.get(), limit)
                        : new SqlDynamicParam(parameter.number() - 1, at);
            }
            case Term.Literal literal when literal.value() == null ->
                    limit ? null : SqlLiteral.createExactNumeric("0", at);
            case Term.Literal literal when literal.isNumber() ->
                    SqlLiteral.createExactNumeric(
                            new BigDecimal(literal.written())
                                    .setScale(0, RoundingMode.HALF_UP)
                                    .toPlainString(),
                            at);
            default -> {
                String word = limit ? "LIMIT" : "OFFSET";
                BigDecimal number =
                        number(count)
                                .orElseThrow(() ->
                                        terms.refused(
                                                count.at(),
                                                "an expression after "
                                                        + word
                                                        + " that is not made of numbers by + - *"));
                if (number.signum() < 0) {
                    throw TelegraphException.of(
                            limit ? SqlState.NEGATIVE_LIMIT : SqlState.NEGATIVE_OFFSET,
                            word + " must not be negative at " + places.text(count.at()));
                }
                // Where no literal begins, since by its place one may be given another value.
                SqlParserPos own =
                        count instanceof Term.Binary sum ? places.of(sum.operatorAt()) : at;
                yield SqlLiteral.createExactNumeric(
                        number.setScale(0, RoundingMode.HALF_UP).toPlainString(), own);
            }
        };
    }

    /// What numbers come to, with values of parameters among them or not.
    private Optional<BigDecimal> number(Term term) {
        return switch (terms.value(term)) {
            case Term.Literal literal when literal.isNumber() ->
                    Optional.of(new BigDecimal(literal.written()));
            case Term.Unary unary when unary.operator().equals("-") ->
                    number(unary.term()).map(BigDecimal::negate);
            case Term.Binary binary ->
                    number(binary.left())
                            .flatMap(left ->
                                    number(binary.right())
                                            .flatMap(right ->
                                                    number(binary.operator(), left, right)));
            default -> Optional.empty();
        };
    }

    private static Optional<BigDecimal> number(String operator, BigDecimal left, BigDecimal right) {
        return switch (operator) {
            case "+" -> Optional.of(left.add(right));
            case "-" -> Optional.of(left.subtract(right));
            case "*" -> Optional.of(left.multiply(right));
            default -> Optional.empty();
        };
    }

    private SqlNode body(Query.Body body) {
        return switch (body) {
            case Query.Select select -> select(select);
            case Query.Both both -> both(both);
            case Query.Values values ->
                    SqlStdOperatorTable.VALUES.createCall(
                            places.of(values.at()), terms.all(MixedTerms.read(values).rows()));
            case Query.Nested nested -> of(nested.query());
        };
    }

    private SqlNode both(Query.Both last) {
        List<Query.Both> chain = last.chain();
        SqlNode node = of(chain.getFirst().left());
        for (Query.Both both : chain) {
            Interrupts.check();
            SqlNode right = of(both.right());
            SqlParserPos at =
                    SqlParserPos.sum(
                            List.of(
                                    node.getParserPosition(),
                                    places.of(both.at()),
                                    right.getParserPosition()));
            node = operator(both).createCall(at, node, right);
        }
        return node;
    }

    private static SqlOperator operator(Query.Both both) {
        boolean all = both.all();
        return switch (both.operator()) {
            case UNION -> all ? SqlStdOperatorTable.UNION_ALL : SqlStdOperatorTable.UNION;
            case INTERSECT ->
                    all ? SqlStdOperatorTable.INTERSECT_ALL : SqlStdOperatorTable.INTERSECT;
            case EXCEPT -> all ? SqlStdOperatorTable.EXCEPT_ALL : SqlStdOperatorTable.EXCEPT;
        };
    }

    private SqlNode select(Query.Select select) {
        SqlParserPos at = places.of(select.at());
        if (select.items().isEmpty()) {
            throw terms.refused(select.at(), "a SELECT without columns");
        }
        List<SqlNode> keywords = new ArrayList<>();
        if (select.distinct().rows()) {
            keywords.add(SqlSelectKeyword.DISTINCT.symbol(places.of(select.distinct().at())));
        }
        List<SqlNode> items = new ArrayList<>();
        SelectedSets.Listed sets =
                terms.sets().opened(() -> select.items().forEach(item -> items.add(item(item))));
        SqlNode from = from(select);
        if (sets.hasSets()) {
            List<Query.Item> starred = terms.sets().starred(select);
            if (!starred.equals(select.items())) {
                items.clear();
                terms.sets().opened(() -> starred.forEach(item -> items.add(item(item))));
            }
            from = terms.sets().beside(from, sets, select);
        }
        SqlNodeList windows = null;
        if (!select.windows().isEmpty()) {
            windows = new SqlNodeList(at);
            for (Query.NamedWindow named : select.windows()) {
                SqlWindow window = terms.calls().window(named.window());
                window.setDeclName(places.name(named.name()));
                windows.add(window);
            }
        }
        return new SqlSelect(
                at,
                new SqlNodeList(keywords, at),
                new SqlNodeList(items, SqlParserPos.sum(items)),
                from,
                select.where().map(terms::of).orElse(null),
                select.grouping().by().map(this::keys).orElse(null),
                select.grouping().having().map(terms::of).orElse(null),
                windows,
                select.qualify().map(terms::of).orElse(null),
                null,
                null,
                null,
                SqlNodeList.EMPTY);
    }

    private SqlNode item(Query.Item item) {
        SqlNode node = terms.of(item.term());
        SqlParserPos at = places.of(item.at());
        if (item.alias().isPresent()) {
            return SqlStdOperatorTable.AS.createCall(at, node, places.name(item.alias().get()));
        }
        if (node instanceof SqlIdentifier && !(item.term() instanceof Term.Call)) {
            return node; // its own name, or a star
        }
        Identifier name = new Identifier(OutputNames.of(item.term()), item.at());
        return SqlStdOperatorTable.AS.createCall(at, node, places.name(name));
    }

    private SqlNodeList keys(Query.Keys keys) {
        SqlParserPos at = places.of(keys.at());
        List<SqlNode> nodes = terms.all(keys.terms());
        return new SqlNodeList(
                keys.distinct()
                        ? List.of(SqlInternalOperators.GROUP_BY_DISTINCT.createCall(at, nodes))
                        : nodes,
                at);
    }

    /// What is read; a SELECT without FROM that does more than list values reads one row.
    private SqlNode from(Query.Select select) {
        if (select.from().isEmpty()) {
            boolean bare =
                    select.where().isEmpty()
                            && select.grouping().equals(Query.Grouping.NONE)
                            && select.qualify().isEmpty();
            return bare ? null : oneRow(places.of(select.at()));
        }
        SqlNode all = null;
        for (From item : select.from()) {
            SqlNode node = item(item);
            all = all == null ? node : comma(all, node, places.of(item.at()));
        }
        return all;
    }

    private static SqlNode oneRow(SqlParserPos at) {
        return SqlStdOperatorTable.VALUES.createCall(
                at, SqlStdOperatorTable.ROW.createCall(at, SqlLiteral.createExactNumeric("0", at)));
    }

    static SqlNode comma(SqlNode left, SqlNode right, SqlParserPos at) {
        return new SqlJoin(
                at,
                left,
                SqlLiteral.createBoolean(false, at),
                JoinType.COMMA.symbol(at),
                right,
                JoinConditionType.NONE.symbol(SqlParserPos.ZERO),
                null);
    }

    private SqlNode item(From item) {
        SqlParserPos at = places.of(item.at());
        return switch (item) {
            case Query.Table table -> table(table);
            case Query.Derived derived -> {
                SqlNode query = of(derived.query());
                SqlNode whole =
                        derived.lateral()
                                ? SqlStdOperatorTable.LATERAL.createCall(at, query)
                                : query;
                yield named(whole, derived.alias());
            }
            case Query.Rows rows when SetTables.isOne(rows) ->
                    new SetTables(terms, places).of(rows, at);
            case Query.Rows rows -> named(rows(rows, at), rows.alias());
            case Query.Join join -> join(join);
        };
    }

    private SqlNode table(Query.Table table) {
        if (table.sample().isEmpty()) {
            return named(places.name(table.name()), table.alias());
        }
        Identifier last = table.name().getLast();
        List<Identifier> name = new ArrayList<>(table.name());
        String sampled = new Sample.Of(last.name(), table.sample().get()).name();
        name.set(name.size() - 1, new Identifier(sampled, last.at()));
        Query.Alias alias = table.alias().orElse(new Query.Alias(last, List.of()));
        return named(places.name(name), Optional.of(alias));
    }

    /// A sample is of a table, and not of what WITH calls by its name.
    private void demandNotSampled(Query query) {
        for (Query.Table table : QueryWalk.tables(query)) {
            if (table.sample().isPresent()
                    && table.name().size() == 1
                    && query.with().stream()
                            .anyMatch(with ->
                                    with.name()
                                            .name()
                                            .equalsIgnoreCase(table.parts().getFirst()))) {
                throw terms.refused(
                        table.at(), "TABLESAMPLE over what is neither a table nor a file");
            }
        }
    }

    private SqlNode rows(Query.Rows rows, SqlParserPos at) {
        Term.Call call = rows.call();
        if (rows.ordinality()) {
            throw terms.refused(rows.at(), "WITH ORDINALITY after " + call.bare());
        }
        SqlNode table = terms.calls().table(call);
        return rows.lateral() ? SqlStdOperatorTable.LATERAL.createCall(at, table) : table;
    }

    private SqlNode named(SqlNode table, Optional<Query.Alias> alias) {
        if (alias.isEmpty()) {
            return table;
        }
        List<SqlNode> operands = new ArrayList<>();
        operands.add(table);
        operands.add(places.name(alias.get().name()));
        alias.get().columns().forEach(column -> operands.add(places.name(column)));
        SqlParserPos at = SqlParserPos.sum(operands);
        return SqlStdOperatorTable.AS.createCall(at, operands);
    }

    private SqlNode join(Query.Join last) {
        List<Query.Join> chain = last.chain();
        SqlNode node = item(chain.getFirst().left());
        for (Query.Join join : chain) {
            Interrupts.check();
            node = join(node, join);
        }
        return node;
    }

    private SqlNode join(SqlNode left, Query.Join join) {
        SqlParserPos at = places.of(join.at());
        JoinConditionType type = JoinConditionType.NONE;
        SqlNode condition = null;
        if (join.on().isPresent()) {
            type = JoinConditionType.ON;
            condition = terms.of(join.on().get());
        } else if (!join.using().isEmpty()) {
            type = JoinConditionType.USING;
            condition = new SqlNodeList(join.using().stream().map(places::name).toList(), at);
        }
        return new SqlJoin(
                at,
                left,
                SqlLiteral.createBoolean(join.natural(), at),
                JoinType.valueOf(join.kind().name()).symbol(at),
                item(join.right()),
                type.symbol(at),
                condition);
    }
}
