package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.memory.Type;
import telegraph.query.recursion.RecursionNode;
import telegraph.query.recursion.WorkingNode;
import telegraph.query.syntax.DoubledNames;
import telegraph.query.syntax.Recursion;
import telegraph.query.syntax.WrittenOut;
import telegraph.query.validate.JsonUses;
import telegraph.query.value.Types;

/// A query that names itself, as a table: its seed and its step take its place.
///
/// Its columns are those of the seed, as in PostgreSQL, and each may be NULL: what the seed never
/// gives, the step may.
final class RecursiveTable extends AbstractTable implements TranslatableTable {
    private final Recursion recursion;
    private final Statement.Select statement;
    private final Translator seed;
    private final Translator step;
    private final WorkingTable working;
    private final List<String> declared;

    /// @param statement the statement that the recursion is part of
    /// @param around translates that statement
    RecursiveTable(Recursion recursion, Statement.Select statement, Translator around) {
        this.recursion = recursion;
        this.statement = statement;
        this.seed = around.within();
        this.step = around.within();
        QueryShape first = seed.shape(part(recursion.seedAlone()));
        this.declared = first.declared();
        if (recursion.distinct()) {
            declared.forEach(type -> JsonUses.refuse("WITH RECURSIVE with UNION", type, ""));
        }
        this.working =
                new WorkingTable(
                        around.nextWorking(), rowType(first.rowType(), around.types()), declared);
        step.know(working.name(), working);
        demandLike(step.shape(part(query())).rowType(), around.types());
    }

    private Query query() {
        return recursion.stepOver(working.name());
    }

    private Statement.Select part(Query query) {
        return statement.with(query);
    }

    private RelDataType rowType(RelDataType first, RelDataTypeFactory types) {
        List<String> names = new ArrayList<>(first.getFieldNames());
        List<String> given = Identifier.names(recursion.columns());
        if (given.size() > names.size()) {
            throw TelegraphException.of(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    "a WITH names at most the columns that there are: name="
                            + recursion.name().name()
                            + " columns="
                            + names.size()
                            + " named="
                            + given.size());
        }
        for (int i = 0; i < given.size(); i++) {
            names.set(i, given.get(i));
        }
        List<RelDataType> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            RelDataType type = first.getFieldList().get(i).getType();
            boolean padded = declared.get(i).startsWith("character(");
            columns.add(types.createTypeWithNullability(kept(type, padded, types), true));
        }
        return types.createStructType(columns, DoubledNames.apart(names));
    }

    /// The type of a column of the seed with room for what the step makes of it.
    private static RelDataType kept(RelDataType type, boolean padded, RelDataTypeFactory types) {
        return switch (type.getSqlTypeName()) {
            case CHAR, VARCHAR, NULL -> padded ? type : types.createSqlType(SqlTypeName.VARCHAR);
            case DECIMAL ->
                    types.createSqlType(
                            SqlTypeName.DECIMAL, Type.DECIMAL_DIGITS_MAX, type.getScale());
            default -> type;
        };
    }

    private void demandLike(RelDataType next, RelDataTypeFactory types) {
        RelDataType all = getRowType(types);
        if (next.getFieldCount() != all.getFieldCount()) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "both parts of a recursive query have as many columns: query="
                            + recursion.name().name()
                            + " first="
                            + all.getFieldCount()
                            + " next="
                            + next.getFieldCount());
        }
        for (int i = 0; i < all.getFieldCount(); i++) {
            RelDataType own = all.getFieldList().get(i).getType();
            RelDataType other = next.getFieldList().get(i).getType();
            if (!takes(own, other, types)) {
                throw TelegraphException.of(
                        SqlState.DATATYPE_MISMATCH,
                        "a column of a recursive query has the type of its first part: query="
                                + recursion.name().name()
                                + " column="
                                + DoubledNames.visible(all.getFieldNames().get(i))
                                + " first="
                                + written(own)
                                + " next="
                                + written(other)
                                + ". Cast one of them to the type of the other");
            }
        }
    }

    private static String written(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL
                ? "numeric with " + type.getScale() + " digits after the point"
                : Types.declared(type);
    }

    /// Whether values of the step's column are values of the seed's as they are.
    private static boolean takes(RelDataType own, RelDataType other, RelDataTypeFactory types) {
        if (other.getSqlTypeName() == SqlTypeName.NULL) {
            return true;
        }
        if (own.getSqlTypeName() == SqlTypeName.CHAR) {
            return types.createTypeWithNullability(other, true).equals(own);
        }
        if (SqlTypeFamily.CHARACTER.contains(own)) {
            return SqlTypeFamily.CHARACTER.contains(other);
        }
        if (own.getSqlTypeName() == SqlTypeName.DECIMAL) {
            return SqlTypeFamily.EXACT_NUMERIC.contains(other)
                    && other.getScale() <= own.getScale();
        }
        RelDataType both = types.leastRestrictive(List.of(own, other));
        return both != null && types.createTypeWithNullability(both, true).equals(own);
    }

    /// What its two parts come to, written out.
    WrittenOut.Extent extent() {
        return seed.extent().and(step.extent());
    }

    /// The types of its columns as PostgreSQL writes them.
    List<String> declared() {
        return declared;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
        return working.getRowType(factory);
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
        RelOptCluster cluster = context.getCluster();
        RelNode next = step.translate(part(query()), cluster).root().project();
        demandPlain(next);
        return new RecursionNode(
                working.rows(cluster),
                like(seed.translate(part(recursion.seedAlone()), cluster).root().project()),
                like(next),
                recursion.distinct());
    }

    /// PostgreSQL has no aggregates of the rows of a round either.
    ///
    /// @return whether a plan reads what is worked on
    private boolean demandPlain(RelNode plan) {
        if (plan instanceof WorkingNode rows) {
            return rows.name().equals(working.name());
        }
        List<RelNode> parts =
                plan instanceof RecursionNode inner
                        ? List.of(inner.seed(), inner.step())
                        : plan.getInputs();
        boolean reads = false;
        for (RelNode part : parts) {
            reads |= demandPlain(part);
        }
        if (reads && plan instanceof Aggregate aggregate && !aggregate.getAggCallList().isEmpty()) {
            throw TelegraphException.of(
                    SqlState.INVALID_RECURSION,
                    "a recursive query must not be named where its rows are aggregated: query="
                            + recursion.name().name()
                            + ". Aggregate where it is read");
        }
        return reads;
    }

    private RelNode like(RelNode part) {
        return RelOptUtil.createCastRel(part, getRowType(part.getCluster().getTypeFactory()), true);
    }

    /// What the last step gave, as a table.
    static final class WorkingTable extends AbstractTable implements TranslatableTable {
        private final String name;
        private final RelDataType rowType;
        private final List<String> declared;

        WorkingTable(String name, RelDataType rowType, List<String> declared) {
            this.name = name;
            this.rowType = rowType;
            this.declared = declared;
        }

        List<String> declared() {
            return declared;
        }

        String name() {
            return name;
        }

        WorkingNode rows(RelOptCluster cluster) {
            return new WorkingNode(cluster, name, rowType);
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory factory) {
            return rowType;
        }

        @Override
        public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
            return rows(context.getCluster());
        }
    }
}
