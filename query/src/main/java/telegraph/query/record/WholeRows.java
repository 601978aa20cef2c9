package telegraph.query.record;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.operator.JsonConstructor;

/// Writes out rows of which JSON is made:
///
/// ```
/// SELECT row_to_json(t) FROM (SELECT a, b FROM s) AS t
///   → SELECT row_to_json($JSON_BUILD_ROW('a', t.a, 'b', t.b)) FROM (SELECT a, b FROM s) AS t
/// to_json(ROW(x, y))   →   to_json($JSON_BUILD_ROW('f1', x, 'f2', y))
/// ```
///
/// A name is one of a row where the FROM beside it has a table of that name, and none with a column
/// of it. What cannot be told stays a column, which the validator will not find.
///
/// Threads: one, once.
public final class WholeRows extends SqlShuttle {
    private final Function<String, Optional<List<String>>> tables;
    private Map<String, Optional<List<String>>> withs = new HashMap<>();
    private List<Relation> read = List.of();

    /// What a FROM has.
    ///
    /// @param columns empty if they cannot be told
    /// @param padded whether an outer join has rows without one of it
    /// @param single whether it is of values and not of rows, as one that a function gives
    private record Relation(
            String name, Optional<List<String>> columns, boolean padded, boolean single) {}

    private WholeRows(Function<String, Optional<List<String>>> tables) {
        this.tables = tables;
    }

    /// @param tables the columns of what a name stands for that is no WITH
    public static SqlNode rewritten(
            SqlNode query, Function<String, Optional<List<String>>> tables) {
        boolean[] made = new boolean[1];
        query.accept(
                new SqlBasicVisitor<Void>() {
                    @Override
                    public Void visit(SqlCall call) {
                        made[0] |= JsonConstructor.isCalled(call.getOperator().getName());
                        return super.visit(call);
                    }
                });
        return made[0] ? query.accept(new WholeRows(tables)) : query;
    }

    @Override
    public SqlNode visit(SqlCall call) {
        return switch (call) {
            case SqlWith with -> {
                Map<String, Optional<List<String>>> outer = withs;
                withs = new HashMap<>(outer);
                SqlNode visited = super.visit(with);
                withs = outer;
                yield visited;
            }
            case SqlWithItem item -> {
                SqlNode visited = super.visit(item);
                withs.put(item.name.getSimple(), columns(item));
                yield visited;
            }
            case SqlSelect select -> {
                List<Relation> outer = read;
                read = relations(select.getFrom(), false);
                SqlNode visited = super.visit(select);
                read = outer;
                yield visited;
            }
            default -> {
                SqlNode visited = super.visit(call);
                yield visited instanceof SqlCall made
                                && JsonConstructor.isCalled(made.getOperator().getName())
                        ? withRows(made)
                        : visited;
            }
        };
    }

    private SqlNode withRows(SqlCall call) {
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.replaceAll(this::row);
        return operands.equals(call.getOperandList())
                ? call
                : call.getOperator()
                        .createCall(
                                call.getFunctionQuantifier(), call.getParserPosition(), operands);
    }

    /// An operand, written out if it is a row.
    private SqlNode row(SqlNode operand) {
        if (operand instanceof SqlCall call && call.getKind() == SqlKind.ROW) {
            List<String> names = new ArrayList<>();
            call.getOperandList().forEach(_ -> names.add("f" + (names.size() + 1)));
            return row(names, call.getOperandList(), call.getParserPosition());
        }
        if (!(operand instanceof SqlIdentifier name)
                || name.names.size() != (name.isStar() ? 2 : 1)) {
            return operand;
        }
        String table = name.names.getFirst();
        Optional<Relation> whole =
                read.stream().filter(relation -> relation.name.equals(table)).findFirst();
        boolean known =
                read.stream()
                        .allMatch(relation ->
                                relation.columns.isPresent()
                                        && (name.isStar()
                                                || !relation.columns.get().contains(table)));
        if (whole.isEmpty() || !known) {
            return operand;
        }
        List<String> columns = whole.get().columns.orElseThrow();
        if (whole.get().single) {
            return new SqlIdentifier(List.of(table, columns.getFirst()), name.getParserPosition());
        }
        demandPlain(whole.get(), columns);
        List<SqlNode> values = new ArrayList<>();
        for (String column : columns) {
            values.add(new SqlIdentifier(List.of(table, column), name.getParserPosition()));
        }
        return row(columns, values, name.getParserPosition());
    }

    private static void demandPlain(Relation relation, List<String> columns) {
        Set<String> folded = new HashSet<>();
        columns.forEach(column -> folded.add(column.toLowerCase(Locale.ROOT)));
        if (relation.padded || folded.size() < columns.size()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported: the whole row \""
                            + relation.name
                            + (relation.padded
                                    ? "\" of an outer join, which may be none"
                                    : "\" with columns of one name")
                            + ". Write its columns, as in json_build_object('a', "
                            + relation.name
                            + ".a)");
        }
    }

    private static SqlNode row(List<String> names, List<SqlNode> values, SqlParserPos at) {
        List<SqlNode> operands = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            operands.add(SqlLiteral.createCharString(names.get(i), at));
            operands.add(values.get(i));
        }
        return JsonConstructor.ROW.createCall(at, operands);
    }

    private List<Relation> relations(SqlNode from, boolean padded) {
        return switch (from) {
            case null -> List.of();
            case SqlJoin join -> {
                List<Relation> both = new ArrayList<>();
                both.addAll(
                        relations(
                                join.getLeft(),
                                padded || join.getJoinType().generatesNullsOnLeft()));
                both.addAll(
                        relations(
                                join.getRight(),
                                padded || join.getJoinType().generatesNullsOnRight()));
                yield both;
            }
            case SqlIdentifier table ->
                    List.of(new Relation(Util.last(table.names), columns(table), padded, false));
            case SqlCall as
                    when as.getKind() == SqlKind.AS
                            && as.operand(1) instanceof SqlIdentifier alias ->
                    List.of(new Relation(alias.getSimple(), columns(as), padded, isSingle(as)));
            default -> List.of(new Relation("", columns(from), padded, false));
        };
    }

    private static boolean isSingle(SqlCall as) {
        return as.operand(0).getKind() == SqlKind.UNNEST
                && ((SqlCall) as.operand(0)).operandCount() == 1;
    }

    /// The names of a table's or a query's columns.
    private Optional<List<String>> columns(SqlNode node) {
        return switch (node) {
            case SqlIdentifier table -> {
                String name = Util.last(table.names);
                yield withs.containsKey(name) ? withs.get(name) : tables.apply(name);
            }
            case SqlWithItem item ->
                    item.columnList == null
                            ? columns(item.query)
                            : Optional.of(names(item.columnList.getList()));
            case SqlWith with -> {
                Map<String, Optional<List<String>>> outer = withs;
                withs = new HashMap<>(outer);
                for (SqlNode item : with.withList) {
                    withs.put(((SqlWithItem) item).name.getSimple(), columns(item));
                }
                Optional<List<String>> columns = columns(with.body);
                withs = outer;
                yield columns;
            }
            case SqlOrderBy ordered -> columns(ordered.query);
            case SqlSelect select -> selected(select);
            case SqlCall as when as.getKind() == SqlKind.AS -> {
                List<SqlNode> operands = as.getOperandList();
                List<String> given = names(operands.subList(2, operands.size()));
                Optional<List<String>> own = columns(operands.getFirst());
                if (own.isPresent() && own.get().size() > given.size()) {
                    given.addAll(own.get().subList(given.size(), own.get().size()));
                }
                yield given.isEmpty() ? Optional.empty() : Optional.of(given);
            }
            case SqlCall call
                    when call.getKind() == SqlKind.LATERAL
                            || SqlKind.SET_QUERY.contains(call.getKind()) ->
                    columns(call.operand(0));
            default -> Optional.empty();
        };
    }

    private static List<String> names(List<SqlNode> columns) {
        List<String> names = new ArrayList<>();
        columns.forEach(column -> names.add(((SqlIdentifier) column).getSimple()));
        return names;
    }

    private Optional<List<String>> selected(SqlSelect select) {
        List<String> all = new ArrayList<>();
        for (SqlNode item : select.getSelectList()) {
            switch (item) {
                case SqlIdentifier star when star.isStar() -> {
                    Optional<List<String>> columns = starred(star, select.getFrom());
                    if (columns.isEmpty()) {
                        return Optional.empty();
                    }
                    all.addAll(columns.get());
                }
                case SqlIdentifier name -> all.add(Util.last(name.names));
                case SqlCall as
                        when as.getKind() == SqlKind.AS
                                && as.operand(1) instanceof SqlIdentifier alias ->
                        all.add(alias.getSimple());
                default -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(all);
    }

    private Optional<List<String>> starred(SqlIdentifier star, SqlNode from) {
        List<String> all = new ArrayList<>();
        boolean known = star.names.size() > 1 || !isMerged(from);
        for (Relation relation : relations(from, false)) {
            if (star.names.size() == 1 || relation.name.equals(star.names.getFirst())) {
                known &= relation.columns.isPresent();
                all.addAll(relation.columns.orElse(List.of()));
            }
        }
        return known ? Optional.of(all) : Optional.empty();
    }

    /// Whether a join has some columns of both its sides once.
    private static boolean isMerged(SqlNode from) {
        return from instanceof SqlJoin join
                && (join.isNatural()
                        || join.getConditionType() == JoinConditionType.USING
                        || isMerged(join.getLeft())
                        || isMerged(join.getRight()));
    }
}
