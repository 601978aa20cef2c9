package telegraph.query.validate;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.PairList;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.JoinScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import telegraph.query.syntax.DoubledNames;

/// Calcite's validator, but that columns of one name stay so.
///
/// Of those that a star stands for, Calcite calls the second `id0`, and takes `id` for the first.
/// Here each has a name that nobody can write ([DoubledNames]). And ORDER BY looks for a name among
/// the columns of the result first ([SortedOutputs]). What USING and NATURAL mean is written out
/// ([MergedJoins]).
///
/// Threads: one, for one query.
public final class QueryValidator extends SqlValidatorImpl {
    private final MergedJoins joins = new MergedJoins(this);
    private final Set<SqlJoin> valid = Collections.newSetFromMap(new IdentityHashMap<>());

    /// @param reader with a [ColumnMatcher]
    public QueryValidator(
            SqlOperatorTable functions,
            SqlValidatorCatalogReader reader,
            RelDataTypeFactory types,
            Config config) {
        super(functions, reader, types, config);
    }

    /// What a star stands for is added as it is called.
    @Override
    protected void addToSelectList(
            List<SqlNode> list,
            Set<String> aliases,
            List<Map.Entry<String, RelDataType>> fields,
            SqlNode item,
            SelectScope scope,
            boolean includeSystemVars) {
        String alias = SqlValidatorUtil.alias(item);
        aliases.add(alias);
        ((PairList<String, RelDataType>) fields).add(alias, deriveType(scope, item));
        list.add(item);
    }

    /// @param items as they were before [MergedNames]
    @Override
    protected RelDataType validateSelectList(
            SqlNodeList items, SqlSelect select, RelDataType target) {
        RelDataType row = super.validateSelectList(select.getSelectList(), select, target);
        List<String> apart = DoubledNames.apart(row.getFieldNames());
        if (apart.equals(row.getFieldNames())) {
            return row;
        }
        List<RelDataType> columns =
                row.getFieldList().stream().map(RelDataTypeField::getType).toList();
        return getTypeFactory().createStructType(columns, apart);
    }

    /// The name of a column in a plan.
    @Override
    public String deriveAlias(SqlNode node, int ordinal) {
        String alias = super.deriveAlias(node, ordinal);
        return alias == null ? null : DoubledNames.visible(alias);
    }

    @Override
    protected void validateJoin(SqlJoin join, SqlValidatorScope scope) {
        if (!valid.add(join)) {
            return;
        }
        if (join.isNatural() || join.getConditionType() == JoinConditionType.USING) {
            SqlValidatorScope within = getJoinScope(join);
            validateFrom(join.getLeft(), unknownType, within);
            validateFrom(join.getRight(), unknownType, within);
            joins.settle(join);
        }
        super.validateJoin(join, scope);
    }

    /// What comes first when the tables of a SELECT are known.
    @Override
    protected void validateWhereClause(SqlSelect select) {
        new MergedNames(joins, getWhereScope(select)).writeOut(select);
        super.validateWhereClause(select);
    }

    @Override
    public SqlNode expand(SqlNode expression, SqlValidatorScope scope) {
        return super.expand(
                scope instanceof JoinScope
                        ? new MergedNames(joins, scope).writtenOut(expression)
                        : expression,
                scope);
    }

    @Override
    protected void validateOrderList(SqlSelect select) {
        if (select.getOrderList() != null) {
            SqlNodeList numbered = new SortedOutputs(select).numbered(select.getOrderList());
            select.setOrderBy(
                    (SqlNodeList)
                            new MergedNames(joins, getWhereScope(select)).writtenOut(numbered));
        }
        super.validateOrderList(select);
    }
}
