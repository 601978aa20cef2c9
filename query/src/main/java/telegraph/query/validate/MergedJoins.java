package telegraph.query.validate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.syntax.DoubledNames;
import telegraph.query.syntax.Places;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.CommonType;

/// The joins of a query that were written with USING or NATURAL, as joins with ON, and what the
/// columns are that they make one of two.
///
/// ```
/// a JOIN b USING (id)                 ON a.id = b.id        id is a.id
/// a LEFT JOIN b USING (id)            ON a.id = b.id        id is a.id
/// a RIGHT JOIN b USING (id)           ON a.id = b.id        id is b.id
/// a FULL JOIN b USING (id)            ON a.id = b.id        id is coalesce(a.id, b.id)
///   JOIN c USING (id)                 ON coalesce(a.id, b.id) = c.id
/// ```
///
/// Calcite knows what they are in some places, and elsewhere takes the first, which is NULL where
/// an outer join has found nothing.
///
/// Threads: one, for one query.
final class MergedJoins {
    private final SqlValidator validator;

    /// The names of the columns that are one, as [DoubledNames#key].
    private final Map<SqlJoin, Set<String>> merged = new IdentityHashMap<>();

    MergedJoins(SqlValidator validator) {
        this.validator = validator;
    }

    /// A column that a name without its table can mean.
    ///
    /// @param isMerged whether it is one of several
    /// @param parts the columns of tables of which it is the first that is not NULL
    record Column(String name, RelDataType type, boolean isMerged, List<Part> parts) {
        private boolean isCalled(String key) {
            return DoubledNames.key(name).equals(key);
        }

        /// The column in an expression at some place, made anew each time: the validator changes
        /// nodes where they are.
        SqlNode at(SqlParserPos at) {
            if (parts.size() == 1) {
                return parts.getFirst().at(at);
            }
            SqlNodeList when = new SqlNodeList(at);
            SqlNodeList then = new SqlNodeList(at);
            for (Part part : parts.subList(0, parts.size() - 1)) {
                when.add(SqlStdOperatorTable.IS_NOT_NULL.createCall(at, part.at(at)));
                then.add(part.at(at));
            }
            return new SqlCase(at, null, when, then, parts.getLast().at(at));
        }
    }

    /// A column of a table by the name that the table has in its query.
    record Part(String table, String column) {
        private SqlNode at(SqlParserPos at) {
            return new SqlIdentifier(List.of(table, column), at);
        }
    }

    /// Whether there is none, so that each name means what it says.
    boolean isEmpty() {
        return merged.isEmpty();
    }

    /// The names that a join was written with.
    private Set<String> names(SqlJoin join) {
        return merged.getOrDefault(join, Set.of());
    }

    /// Has a join be one with ON; the sides are valid.
    ///
    /// @throws TelegraphException of 42703, 42702 or 42804 if a side does not have a column, has
    ///   several, or one that cannot be compared
    void settle(SqlJoin join) {
        SqlParserPos at = join.getParserPosition();
        List<Column> left = columns(join.getLeft());
        List<Column> right = columns(join.getRight());
        SqlNode condition = null;
        Set<String> keys = new LinkedHashSet<>();
        for (String name : written(join, left, right)) {
            Column one = only(name, left, "left", at);
            Column other = only(name, right, "right", at);
            demandComparable(one.type, other.type);
            SqlNode equal = SqlStdOperatorTable.EQUALS.createCall(at, one.at(at), other.at(at));
            condition =
                    condition == null
                            ? equal
                            : SqlStdOperatorTable.AND.createCall(at, condition, equal);
            if (!keys.add(DoubledNames.key(name))) {
                throw TelegraphException.of(
                        SqlState.DUPLICATE_COLUMN,
                        "column name \"" + name + "\" appears more than once in USING");
            }
        }
        merged.put(join, keys);
        join.setOperand(1, SqlLiteral.createBoolean(false, at));
        join.setOperand(4, JoinConditionType.ON.symbol(at));
        join.setOperand(5, condition == null ? SqlLiteral.createBoolean(true, at) : condition);
    }

    private static Collection<String> written(SqlJoin join, List<Column> left, List<Column> right) {
        if (!join.isNatural()) {
            return ((SqlNodeList) join.getCondition())
                    .stream().map(name -> ((SqlIdentifier) name).names.getLast()).toList();
        }
        Map<String, String> names = new LinkedHashMap<>();
        left.forEach(column -> names.put(DoubledNames.key(column.name), column.name));
        names.keySet().retainAll(right.stream().map(c -> DoubledNames.key(c.name)).toList());
        return names.values().stream().map(DoubledNames::visible).toList();
    }

    private static Column only(String name, List<Column> columns, String side, SqlParserPos at) {
        String key = DoubledNames.key(name);
        List<Column> found = columns.stream().filter(column -> column.isCalled(key)).toList();
        if (found.isEmpty()) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_COLUMN,
                    "column \""
                            + name
                            + "\" of USING does not exist in the "
                            + side
                            + " table of the join at "
                            + Places.position(at));
        }
        if (found.size() > 1) {
            throw TelegraphException.of(
                    SqlState.AMBIGUOUS_COLUMN,
                    "common column name \""
                            + name
                            + "\" appears more than once in the "
                            + side
                            + " table of the join at "
                            + Places.position(at)
                            + ". Join with ON");
        }
        return found.getFirst();
    }

    /// Calcite would read each text as a number.
    private static void demandComparable(RelDataType left, RelDataType right) {
        if (SqlTypeUtil.inCharFamily(left) != SqlTypeUtil.inCharFamily(right)
                || !ArrayArguments.form(left).equals(ArrayArguments.form(right))) {
            throw CommonType.unmatched(left, right, "JOIN/USING");
        }
    }

    /// Whether any column that a name can mean is one of two.
    boolean isMerged(SqlNode from) {
        return from instanceof SqlJoin join
                && (!names(join).isEmpty()
                        || isMerged(join.getLeft())
                        || isMerged(join.getRight()));
    }

    /// What a star stands for: first what is one of two, then the rest of either side.
    List<Column> columns(SqlNode from) {
        if (!(from instanceof SqlJoin join)) {
            return ofTable(from);
        }
        List<Column> left = columns(join.getLeft());
        List<Column> right = columns(join.getRight());
        Set<String> keys = names(join);
        List<Column> all = new ArrayList<>();
        for (String key : keys) {
            all.add(both(join.getJoinType(), named(key, left), named(key, right)));
        }
        for (List<Column> side : List.of(left, right)) {
            side.stream()
                    .filter(column -> !keys.contains(DoubledNames.key(column.name)))
                    .forEach(all::add);
        }
        return all;
    }

    private static Column named(String key, List<Column> side) {
        return side.stream().filter(column -> column.isCalled(key)).findFirst().orElseThrow();
    }

    private Column both(JoinType type, Column left, Column right) {
        Column first = type == JoinType.RIGHT ? right : left;
        Column second = type == JoinType.RIGHT ? left : right;
        var types = validator.getTypeFactory();
        if (type != JoinType.FULL
                && SqlTypeUtil.equalSansNullability(types, first.type, second.type)) {
            return new Column(left.name, first.type, true, first.parts);
        }
        RelDataType common = types.leastRestrictive(List.of(first.type, second.type));
        List<Part> parts = new ArrayList<>(first.parts);
        parts.addAll(second.parts);
        return new Column(left.name, common == null ? first.type : common, true, parts);
    }

    /// Those of one table under its alias; none if it has none, as none can be named then.
    private List<Column> ofTable(SqlNode table) {
        SqlNode bare = bare(table);
        String alias = SqlValidatorUtil.alias(bare);
        if (alias == null) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>();
        for (RelDataTypeField field : validator.getNamespace(table).getRowType().getFieldList()) {
            String name = field.getName();
            columns.add(new Column(name, field.getType(), false, List.of(new Part(alias, name))));
        }
        return columns;
    }

    private static SqlNode bare(SqlNode table) {
        return switch (table.getKind()) {
            case LATERAL, TABLESAMPLE -> bare(((SqlCall) table).operand(0));
            default -> table;
        };
    }

    /// What a name without its table means among what is joined: nothing, one column, or several.
    List<Column> meanings(String name, SqlNode from) {
        if (from == null) {
            return List.of();
        }
        String key = DoubledNames.key(name);
        return columns(from).stream().filter(column -> column.isCalled(key)).toList();
    }

    /// The column of that name, if it is one of two.
    static Optional<Column> merged(List<Column> meanings) {
        return meanings.size() == 1
                ? Optional.of(meanings.getFirst()).filter(Column::isMerged)
                : Optional.empty();
    }
}
