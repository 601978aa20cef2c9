package telegraph.language.shape;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Change;
import telegraph.language.ast.EstimateClause;
import telegraph.language.ast.Given;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.PointStatement.Item;
import telegraph.language.ast.PointStatement.Operand;
import telegraph.language.ast.PointStatement.Pair;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.query.ValueTerms;

/// Recognises statements about one row by their shape.
///
/// ```
/// SELECT * | column [AS label], … FROM table [[AS] alias] WHERE column = operand AND …
/// UPDATE table SET column = operand | column ± operand, … WHERE column = operand AND …
/// DELETE FROM table WHERE column = operand AND …
/// INSERT INTO table [(column, …)] VALUES (operand, …)
/// operand: ? | $1 | [-] number | 'text' | TRUE | FALSE | NULL | CURRENT_TIMESTAMP | now()
/// ```
///
/// Threads: any.
public final class PointShape {
    /// Whole numbers of so many digits are an int, or else a long.
    private static final int INT_DIGITS_MAX = 9;

    private static final int DIGITS_MAX = 18;

    private PointShape() {}

    /// The statement about one row that a statement is; empty if it is any other.
    public static Optional<PointStatement> of(Statement statement) {
        return switch (statement) {
            case Statement.Select select -> find(select);
            case Change.Update update -> update(update);
            case Change.Delete delete ->
                    delete.returning().isPresent()
                            ? Optional.empty()
                            : changed(delete.rows(), delete.alias())
                                    .map(where -> new PointStatement.Delete(delete.table(), where));
            case Change.Insert insert -> insert(insert);
            default -> Optional.empty();
        };
    }

    /// The rows of a `VALUES` of nothing but literals, as [Operand.Literal] has them; empty if the
    /// query is any other.
    public static Optional<List<List<Object>>> rows(Statement.Select statement) {
        Query query = statement.query();
        if (!query.isPlain() || !(query.body() instanceof Query.Values values)) {
            return Optional.empty();
        }
        List<List<Object>> rows = new ArrayList<>(values.rows().size());
        for (Term.Row row : values.rows()) {
            List<Object> all = new ArrayList<>(row.terms().size());
            for (Term term : row.terms()) {
                if (!(operand(given(term, statement)).orElse(null)
                        instanceof Operand.Literal literal)) {
                    return Optional.empty();
                }
                all.add(literal.value());
            }
            rows.add(all);
        }
        return Optional.of(rows);
    }

    /// A value in the place of a parameter.
    private static Term given(Term term, Statement.Select statement) {
        if (!(term instanceof Term.Parameter parameter) || statement.values().isEmpty()) {
            return term;
        }
        Given given = statement.values().get(parameter.number() - 1);
        return ValueTerms.of(given.value(), given.type(), parameter.at());
    }

    private static Optional<PointStatement> find(Statement.Select statement) {
        boolean plain =
                statement.query().isPlain()
                        && statement.tables().isEmpty()
                        && statement.estimating().equals(EstimateClause.NOTHING);
        if (!plain
                || !(statement.query().body() instanceof Query.Select select)
                || !isSimple(select)
                || !(select.from().getFirst() instanceof Query.Table table)
                || table.name().size() > 2
                || table.sample().isPresent()
                || !table.alias().map(Query.Alias::columns).orElse(List.of()).isEmpty()) {
            return Optional.empty();
        }
        List<String> name = table.parts();
        TableName full =
                name.size() == 1
                        ? TableName.of(name.getFirst())
                        : new TableName(name.getFirst(), name.getLast());
        String alias = table.alias().map(given -> given.name().name()).orElse(full.name());
        Optional<List<Item>> items = items(select.items(), alias);
        Optional<List<Pair>> where = pairs(select.where(), alias);
        return items.isPresent() && where.isPresent()
                ? Optional.of(new PointStatement.Find(full, items.get(), where.get()))
                : Optional.empty();
    }

    private static boolean isSimple(Query.Select select) {
        return !select.distinct().rows()
                && select.from().size() == 1
                && select.grouping().equals(Query.Grouping.NONE)
                && select.windows().isEmpty()
                && select.qualify().isEmpty();
    }

    private static Optional<List<Item>> items(List<Query.Item> written, String alias) {
        List<Item> items = new ArrayList<>();
        if (written.size() == 1
                && written.getFirst().term() instanceof Term.Star star
                && star.qualifier().isEmpty()) {
            return Optional.of(items);
        }
        for (Query.Item item : written) {
            Optional<String> column = column(item.term(), alias);
            if (column.isEmpty()) {
                return Optional.empty();
            }
            String label = item.alias().map(given -> given.name()).orElse(column.get());
            items.add(new Item(column.get(), label));
        }
        return items.isEmpty() ? Optional.empty() : Optional.of(items);
    }

    private static Optional<PointStatement> update(Change.Update update) {
        Optional<List<Pair>> where = changed(update.rows(), update.alias());
        if (where.isEmpty() || update.returning().isPresent()) {
            return Optional.empty();
        }
        List<Query.Item> items = ((Query.Select) update.rows().query().body()).items();
        List<Pair> assigned = new ArrayList<>();
        for (Change.Assignment assignment : update.assignments()) {
            Optional<Operand> value =
                    assignment.isDefault()
                            ? Optional.empty()
                            : assigned(items.get(assignment.value() + 1).term(), update.alias());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            assigned.add(new Pair(assignment.column(), value.get()));
        }
        return Optional.of(new PointStatement.Update(update.table(), assigned, where.get()));
    }

    /// What the rows of a change must have; empty if they are not of its table alone.
    private static Optional<List<Pair>> changed(Statement.Select rows, String alias) {
        return rows.query().body() instanceof Query.Select select && isSimple(select)
                ? pairs(select.where(), alias)
                : Optional.empty();
    }

    private static Optional<Operand> assigned(Term term, String alias) {
        if (term instanceof Term.Binary sum
                && (sum.operator().equals("+") || sum.operator().equals("-"))) {
            Optional<String> column = column(sum.left(), alias);
            Optional<Operand> other = operand(sum.right());
            boolean plain =
                    column.isPresent()
                            && other.isPresent()
                            && !(other.get() instanceof Operand.Now);
            return plain
                    ? Optional.of(
                            new Operand.Sum(column.get(), sum.operator().equals("-"), other.get()))
                    : Optional.empty();
        }
        return operand(term);
    }

    private static Optional<PointStatement> insert(Change.Insert insert) {
        boolean plain =
                !insert.marked()
                        && insert.overriding() == Change.Overriding.NONE
                        && insert.onConflict().isEmpty()
                        && insert.returning().isEmpty()
                        && insert.source().isPresent();
        if (!plain
                || !insert.source().get().query().isPlain()
                || !(insert.source().get().query().body() instanceof Query.Values values)
                || values.rows().size() != 1) {
            return Optional.empty();
        }
        List<Operand> row = new ArrayList<>();
        for (Term term : values.rows().getFirst().terms()) {
            Optional<Operand> value = operand(term);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            row.add(value.get());
        }
        List<String> columns = insert.columns().stream().map(Change.Target::column).toList();
        return Optional.of(new PointStatement.Insert(insert.table(), columns, row));
    }

    private static Optional<List<Pair>> pairs(Optional<Term> where, String alias) {
        List<Pair> pairs = new ArrayList<>();
        Term left = where.orElse(null);
        while (left instanceof Term.Binary both && both.operator().equals("and")) {
            if (!add(both.right(), alias, pairs)) {
                return Optional.empty();
            }
            left = both.left();
        }
        return left != null && add(left, alias, pairs)
                ? Optional.of(List.copyOf(pairs.reversed()))
                : Optional.empty();
    }

    private static boolean add(Term term, String alias, List<Pair> pairs) {
        if (!(term instanceof Term.Binary equal) || !equal.operator().equals("=")) {
            return false;
        }
        Optional<String> column = column(equal.left(), alias);
        Optional<Operand> value = operand(equal.right());
        boolean plain = column.isPresent() && value.isPresent();
        if (plain) {
            pairs.add(new Pair(column.get(), value.get()));
        }
        return plain;
    }

    /// A column, which may have the table's name or alias before it.
    private static Optional<String> column(Term term, String alias) {
        if (!(term instanceof Term.Name name) || name.words().size() > 2) {
            return Optional.empty();
        }
        boolean own =
                name.words().size() == 1 || name.words().getFirst().name().equalsIgnoreCase(alias);
        return own ? Optional.of(name.words().getLast().name()) : Optional.empty();
    }

    private static Optional<Operand> operand(Term term) {
        return switch (term) {
            case Term.Parameter parameter -> Optional.of(new Operand.Place(parameter.number() - 1));
            case Term.Literal literal when literal.isNumber() -> number(literal.written());
            case Term.Literal literal -> Optional.of(new Operand.Literal(literal.value()));
            case Term.Unary unary
                    when unary.operator().equals("-")
                            && unary.term() instanceof Term.Literal literal
                            && literal.isNumber() ->
                    number("-" + literal.written());
            case Term.Call call when isNow(call) -> Optional.of(new Operand.Now());
            default -> Optional.empty();
        };
    }

    private static boolean isNow(Term.Call call) {
        boolean now =
                call.form() == Term.Form.BARE
                        ? call.bare().equals("current_timestamp")
                        : call.bare().equals("now") && call.name().size() == 1;
        return now
                && call.arguments().isEmpty()
                && !call.star()
                && call.gathering().isNone()
                && call.over().isEmpty();
    }

    private static Optional<Operand> number(String digits) {
        String unsigned = digits.startsWith("-") ? digits.substring(1) : digits;
        int point = unsigned.indexOf('.');
        boolean plain = unsigned.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.');
        if (!plain || unsigned.length() - point - 1 > DIGITS_MAX || point > DIGITS_MAX) {
            return Optional.empty();
        }
        if (point >= 0) {
            return point == 0 || point == unsigned.length() - 1
                    ? Optional.empty()
                    : Optional.of(new Operand.Literal(new BigDecimal(digits)));
        }
        return Optional.of(
                new Operand.Literal(
                        unsigned.length() <= INT_DIGITS_MAX
                                ? (Object) Integer.valueOf(digits)
                                : Long.valueOf(digits)));
    }
}
